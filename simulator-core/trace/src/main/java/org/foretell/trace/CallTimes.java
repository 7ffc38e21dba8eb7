package org.foretell.trace;

/**
 * The durations of a rank's calls in the traced run, in order. Reads a block at a time; it need not
 * be closed. For a single thread.
 */
@FunctionalInterface
public interface CallTimes {
  /**
   * {@return the time of the next op that {@linkplain OpCode#isCall() is a call}, in picoseconds,
   * at least 0}
   *
   * @throws TraceException if there is none left, or the trace is damaged
   */
  long nextPs();
}
