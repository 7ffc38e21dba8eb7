package org.foretell.workflow.traced;

import org.foretell.trace.TraceException;

/** The failure of a trace that is not one of a master and its workers. */
final class NoMasterWorker {
  private NoMasterWorker() {}

  /**
   * A failure.
   *
   * @param reason what the program does instead, as a clause
   */
  static TraceException because(String reason) {
    return new TraceException(
        "this is no trace of a master that deals out tasks to workers: " + reason);
  }
}
