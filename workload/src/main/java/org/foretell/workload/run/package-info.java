/** The simulation of a queue: arrivals, starts, ends, and how long jobs take. */
@NullMarked
package org.foretell.workload.run;

import org.jspecify.annotations.NullMarked;
