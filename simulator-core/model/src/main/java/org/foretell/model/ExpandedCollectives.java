package org.foretell.model;

/**
 * Collectives that are executed as messages through the model, instead of by a formula.
 *
 * @param schedules which algorithm executes which call
 * @param reducePsPerByte CPU time for combining two vectors, picoseconds for each byte; at least 0
 * @param exactUpTo the maximum number of steps of a call, over all its members, to execute; larger
 *     calls take the time that {@code docs/large-collectives.md} describes
 */
public record ExpandedCollectives(
    CollectiveSchedules schedules, double reducePsPerByte, long exactUpTo) {
  /**
   * The default for {@link #exactUpTo}: enough for an alltoall of 181 ranks, or an allreduce of
   * thousands. With it, collectives do not take much more CPU time than the rest of a program.
   */
  public static final long DEFAULT_EXACT_UP_TO = 1 << 15;

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if a figure is negative or not a number
   */
  public ExpandedCollectives {
    if (!(reducePsPerByte >= 0) || reducePsPerByte == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a reduction of " + reducePsPerByte + " ps per byte");
    }
    if (exactUpTo < 0) {
      throw new IllegalArgumentException("exact up to " + exactUpTo + " steps");
    }
  }

  /**
   * Reductions are free, and the default number of steps is executed.
   *
   * @param schedules which algorithm executes a call
   */
  public ExpandedCollectives(CollectiveSchedules schedules) {
    this(schedules, 0, DEFAULT_EXACT_UP_TO);
  }
}
