/** {@code sim classify}. */
@NullMarked
package org.foretell.cli.classify;

import org.jspecify.annotations.NullMarked;
