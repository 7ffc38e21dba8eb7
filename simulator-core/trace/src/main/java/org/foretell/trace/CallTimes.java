package org.foretell.trace;

/**
 * How long the calls of a rank took in the traced run, one after the other. Reads a block at a
 * time; nothing needs to be closed. For one thread.
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
