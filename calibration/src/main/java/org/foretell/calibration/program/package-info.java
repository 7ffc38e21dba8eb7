/** Programs that measure a machine, and how to build and run them. */
@NullMarked
package org.foretell.calibration.program;

import org.jspecify.annotations.NullMarked;
