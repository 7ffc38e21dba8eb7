/**
 * Laws: how a number follows from the number of ranks, the grid, the place in it and the iteration.
 */
@NullMarked
package org.foretell.extrapolation.law;

import org.jspecify.annotations.NullMarked;
