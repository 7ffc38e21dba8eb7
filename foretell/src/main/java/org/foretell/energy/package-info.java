/** The energy and the power of runs, and clocks that save some of it. */
@NullMarked
package org.foretell.energy;

import org.jspecify.annotations.NullMarked;
