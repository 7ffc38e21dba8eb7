/** Ratios of the speeds of cores, from runs of one program on two machines. */
@NullMarked
package org.foretell.calibration.core;

import org.jspecify.annotations.NullMarked;
