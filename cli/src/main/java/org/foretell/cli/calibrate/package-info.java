/** {@code sim calibrate}: machine files from measurements. */
@NullMarked
package org.foretell.cli.calibrate;

import org.jspecify.annotations.NullMarked;
