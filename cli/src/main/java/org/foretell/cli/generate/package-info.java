/** {@code sim generate}: programs for real machines. */
@NullMarked
package org.foretell.cli.generate;

import org.jspecify.annotations.NullMarked;
