/** The rules by which batch systems choose the job that starts next. No clock, no machine. */
@NullMarked
package org.foretell.workload.schedule;

import org.jspecify.annotations.NullMarked;
