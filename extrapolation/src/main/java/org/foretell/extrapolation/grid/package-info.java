/** Grids of ranks, and rules that give one for each number of ranks. */
@NullMarked
package org.foretell.extrapolation.grid;

import org.jspecify.annotations.NullMarked;
