/** Machine files from measurements. */
@NullMarked
package org.foretell.calibration;

import org.jspecify.annotations.NullMarked;
