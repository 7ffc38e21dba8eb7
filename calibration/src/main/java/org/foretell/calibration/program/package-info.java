/** Programs that measure a machine, and how they are built and run. */
@NullMarked
package org.foretell.calibration.program;

import org.jspecify.annotations.NullMarked;
