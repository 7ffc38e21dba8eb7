package org.foretell.parsers.goal;

import org.foretell.parsers.ReadingOptions;
import org.foretell.time.Ps;
import org.foretell.trace.TraceException;

/**
 * How to read and write GOAL.
 *
 * @param timeUnitPs the unit of a {@code calc}, picoseconds, which the format does not state
 */
public record GoalOptions(long timeUnitPs) {
  /** Nanoseconds, as in LogGOPSim's defaults. */
  public static final GoalOptions DEFAULT = new GoalOptions(Ps.PER_NANOSECOND);

  /** Checks the unit. */
  public GoalOptions {
    if (timeUnitPs < 1) {
      throw new IllegalArgumentException(
          "the unit of time must be at least 1 ps, but is " + timeUnitPs + " ps");
    }
  }

  /**
   * {@return the options of GOAL among those of all formats}
   *
   * @param options with a unit of time, or without for that of {@link #DEFAULT}
   */
  public static GoalOptions of(ReadingOptions options) {
    return options.timeUnitPs().isPresent()
        ? new GoalOptions(options.timeUnitPs().getAsLong())
        : DEFAULT;
  }

  /** Returns the maximum length of a burst in units. */
  long mostUnits() {
    return Long.MAX_VALUE / timeUnitPs;
  }

  /** Converts a duration to units, which must be a whole number. */
  long units(long durationPs, int rank, int task) {
    if (durationPs % timeUnitPs != 0) {
      throw new TraceException(
          "task "
              + task
              + " of rank "
              + rank
              + " takes "
              + durationPs
              + " ps, which is not a whole number of the "
              + timeUnitPs
              + " ps that are GOAL's unit here; choose a smaller unit; 1ps always fits");
    }
    return durationPs / timeUnitPs;
  }
}
