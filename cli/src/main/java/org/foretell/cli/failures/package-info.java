/** {@code sim failures}. */
@NullMarked
package org.foretell.cli.failures;

import org.jspecify.annotations.NullMarked;
