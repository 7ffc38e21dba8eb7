package org.foretell.report;

/** Receives the number of completed runs. */
@FunctionalInterface
public interface RunsListener {
  /**
   * Called when another run is done; several threads may call it at once.
   *
   * @param done at least 1; calls from different threads may arrive out of order
   * @param total the number of runs requested, or planned so far
   */
  void runs(long done, long total);
}
