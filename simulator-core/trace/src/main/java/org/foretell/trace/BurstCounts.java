package org.foretell.trace;

/**
 * What the processor counted during the bursts of a rank in the traced run, in order. Reads a block
 * at a time; it need not be closed. For a single thread.
 */
public interface BurstCounts {
  /** In the place of a count: it is not known. */
  long UNKNOWN = -1;

  /**
   * Goes to the next {@link OpCode#COMPUTE} that the rank executes.
   *
   * @throws TraceException if there is none left, or the trace is damaged
   */
  void next();

  /**
   * {@return what was counted during that burst, at least 0, or {@link #UNKNOWN}}
   *
   * @param counter one of the counters
   */
  long get(BurstCounter counter);
}
