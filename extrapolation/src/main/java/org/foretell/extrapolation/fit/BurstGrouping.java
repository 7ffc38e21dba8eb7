package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.law.Place;

/** What bursts of a group have in common. */
enum BurstGrouping {
  /** Ranks at the same ends of the grid, and first iterations, which often do more. */
  ENDS,
  /** One execution of all ranks, since a place can be that of several phases. */
  TIME,
  /** The call before: a rank that leaves out a call has the burst before it at the next one. */
  PREVIOUS,
  /** One iteration of the loops around, as a level of a multigrid. */
  ITERATION,
  /** The call before, and the ends of the grid. */
  PREVIOUS_AND_ENDS,
  /** The call before, and the iteration. */
  PREVIOUS_AND_ITERATION;

  /** The most groups. */
  static final int MOST_GROUPS = 10_000;

  /** More than a program has. */
  private static final long MOST_PARTS = 1 << 20;

  /** Four kinds of iterations, and four kinds of coordinates in up to four dimensions. */
  private static final int MOST_ENDS = 4 << (2 * 4);

  /**
   * The group of a burst.
   *
   * @param previous number of the call before it, 0 for none
   * @param place of the call after it
   * @param time how often the rank has been there
   */
  long of(int previous, Place place, int time) {
    return switch (this) {
      case ENDS -> ends(place);
      case TIME -> time;
      case PREVIOUS -> previous;
      case ITERATION -> iteration(place);
      case PREVIOUS_AND_ENDS -> (long) previous * MOST_ENDS + ends(place);
      case PREVIOUS_AND_ITERATION -> iteration(place) * MOST_PARTS + previous;
    };
  }

  /** The ends of the grid that a rank is at, and whether it is in a first iteration. */
  private static int ends(Place place) {
    int[] iterations = place.iterations();
    int group = 0;
    if (iterations.length > 0) {
      group = (iterations[0] == 0 ? 1 : 0) + (iterations[iterations.length - 2] == 0 ? 2 : 0);
    }
    for (int d = 0; d < place.coordinates().length; d++) {
      int coordinate = place.coordinates()[d];
      group = group * 4 + (coordinate == 0 ? 1 : 0);
      group += coordinate == place.grid().sizes()[d] - 1 ? 2 : 0;
    }
    return group;
  }

  /** The iterations of all loops around a call. */
  private static long iteration(Place place) {
    long number = 0;
    for (int i = 0; i < place.iterations().length; i += 2) {
      number = number * (MOST_GROUPS + 1) + Math.min(place.iterations()[i], MOST_GROUPS);
    }
    return number;
  }
}
