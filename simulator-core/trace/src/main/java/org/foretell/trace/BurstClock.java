package org.foretell.trace;

/** The clock by which the tracer measured bursts. */
public enum BurstClock {
  /** The trace does not say which. */
  UNKNOWN,

  /**
   * Elapsed time. If ranks took turns on a core, a burst includes the time in which other ranks
   * ran.
   */
  WALL,

  /** Processor time of the thread, which leaves out the time in which it did not run. */
  PROCESSOR
}
