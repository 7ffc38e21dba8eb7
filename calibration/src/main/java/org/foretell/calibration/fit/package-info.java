/** Fits of times to message sizes. */
@NullMarked
package org.foretell.calibration.fit;

import org.jspecify.annotations.NullMarked;
