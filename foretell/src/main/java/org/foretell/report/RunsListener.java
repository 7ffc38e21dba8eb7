package org.foretell.report;

/** Hears how many of several runs are done. */
@FunctionalInterface
public interface RunsListener {
  /** So many of all runs are done; may be called by several threads at once. */
  void runs(long done, long total);
}
