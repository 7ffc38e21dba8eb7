/**
 * SimGrid's time-independent traces, the input of {@code smpirun -replay} (SimGrid 3.20 and later;
 * the reference is 3.32).
 */
@NullMarked
package org.foretell.parsers.simgrid;

import org.jspecify.annotations.NullMarked;
