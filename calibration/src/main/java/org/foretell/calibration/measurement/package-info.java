/** The results of benchmarks, and the readers of their output. */
@NullMarked
package org.foretell.calibration.measurement;

import org.jspecify.annotations.NullMarked;
