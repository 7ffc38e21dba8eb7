package org.foretell.extrapolation.law;

import org.foretell.extrapolation.grid.Grid;

/**
 * Where a law is asked for its value.
 *
 * @param grid of the run
 * @param rank in the world
 * @param coordinates of the rank in the grid
 * @param iterations for each loop around the call, from the outermost: the iteration, counted from
 *     0, and how many there are
 */
public record Place(Grid grid, int rank, int[] coordinates, int[] iterations) {
  /**
   * {@return the place of a rank outside all loops}
   *
   * @param grid of the run
   * @param rank in the world
   */
  public static Place of(Grid grid, int rank) {
    return new Place(grid, rank, grid.coordinates(rank), new int[0]);
  }

  /**
   * {@return the place within loops}
   *
   * @param iterations of the loops
   */
  public Place within(int[] iterations) {
    return new Place(grid, rank, coordinates, iterations);
  }
}
