package org.foretell.parsers.goal;

import org.foretell.time.Ps;
import org.foretell.trace.TraceException;

/**
 * How to read and write GOAL.
 *
 * @param timeUnitPs what one unit of a {@code calc} is, picoseconds; the format does not say it
 */
public record GoalOptions(long timeUnitPs) {
  /** Nanoseconds, as LogGOPSim's defaults have it. */
  public static final GoalOptions DEFAULT = new GoalOptions(Ps.PER_NANOSECOND);

  /** Checks the unit. */
  public GoalOptions {
    if (timeUnitPs < 1) {
      throw new IllegalArgumentException(
          "the unit of time must be at least 1 ps, but is " + timeUnitPs + " ps");
    }
  }

  /** Most units of a burst. */
  long mostUnits() {
    return Long.MAX_VALUE / timeUnitPs;
  }

  /** A duration in units, which must be a whole number. */
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
