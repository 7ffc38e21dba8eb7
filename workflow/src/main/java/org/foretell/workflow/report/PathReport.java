package org.foretell.workflow.report;

import java.util.List;

/**
 * The critical path of a run: going back from the last result, the attempt whose result let the
 * master deal out each task. Its parts add up to the makespan.
 *
 * @param stages the computation of each stage on the path
 * @param messageSeconds messages between master and workers, and the master's own time
 * @param restartSeconds from failures of nodes until these were there again
 * @param endSeconds from the last result to the end: the master stops the workers
 * @param waitsForTasks how many tasks of the path were dealt out as soon as their last input was
 *     there
 * @param waitsForWorkers how many were ready before, and waited for a worker or for room on a node
 */
public record PathReport(
    List<Part> stages,
    double messageSeconds,
    double restartSeconds,
    double endSeconds,
    int waitsForTasks,
    int waitsForWorkers) {
  /**
   * A stage on the path.
   *
   * @param stage its name
   * @param tasks how many of its attempts are on the path
   * @param seconds they took
   */
  public record Part(String stage, int tasks, double seconds) {}

  /** Copies the list. */
  public PathReport {
    stages = List.copyOf(stages);
  }
}
