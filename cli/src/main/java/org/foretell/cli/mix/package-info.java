/** {@code sim mix}. */
@NullMarked
package org.foretell.cli.mix;

import org.jspecify.annotations.NullMarked;
