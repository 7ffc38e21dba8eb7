package org.foretell.trace.jobs;

import java.util.Objects;
import org.foretell.trace.TraceSource;

/**
 * A program that runs on a machine beside others.
 *
 * @param name for people
 * @param trace the program; stays open
 * @param startPs when all its ranks start, picoseconds, at least 0
 * @param kind whether the simulation waits for its end
 */
public record Job(String name, TraceSource trace, long startPs, Kind kind) {
  /** Whether a simulation waits for the end of a job. */
  public enum Kind {
    /** A program: the simulation lasts until it has ended. */
    PROGRAM,
    /** Traffic of others: it ends when all programs have ended. */
    BACKGROUND
  }

  /** Checks the start. */
  public Job {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(kind, "kind");
    if (startPs < 0) {
      throw new IllegalArgumentException("a job cannot start before time 0, but at " + startPs);
    }
  }

  /** {@return the number of its ranks} */
  public int ranks() {
    return trace.info().ranks();
  }
}
