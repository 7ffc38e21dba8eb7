package org.foretell.model;

/**
 * Collectives that are executed as messages through the same model as all others, instead of by a
 * formula.
 *
 * @param schedules which algorithm executes which call
 * @param reducePsPerByte what combining two vectors costs on the CPU, picoseconds for each byte; at
 *     least 0
 * @param exactUpTo most steps of one call, of all its members together, that are executed; a call
 *     with more takes the time that {@code docs/large-collectives.md} says
 */
public record ExpandedCollectives(
    CollectiveSchedules schedules, double reducePsPerByte, long exactUpTo) {
  /**
   * Most steps of one call that are executed unless something else is said: those of an alltoall of
   * 181 ranks, or of an allreduce of thousands. So collectives do not take much more of the
   * processor than the rest of a program.
   */
  public static final long DEFAULT_EXACT_UP_TO = 1 << 15;

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if one is negative or no number
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
   * Reductions are free, and the usual number of steps is executed.
   *
   * @param schedules which algorithm executes a call
   */
  public ExpandedCollectives(CollectiveSchedules schedules) {
    this(schedules, 0, DEFAULT_EXACT_UP_TO);
  }
}
