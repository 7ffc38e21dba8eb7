package org.foretell.report;

/** Hears how many of several runs are done. */
@FunctionalInterface
public interface RunsListener {
  /**
   * So many of all runs are done; may be called by several threads at once.
   *
   * @param done at least 1; calls of several threads may overtake each other
   * @param total how many runs were asked for, or are planned so far
   */
  void runs(long done, long total);
}
