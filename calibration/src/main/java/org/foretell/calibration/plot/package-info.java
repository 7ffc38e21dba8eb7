/** Plots of measurements and fits. */
@NullMarked
package org.foretell.calibration.plot;

import org.jspecify.annotations.NullMarked;
