package org.foretell.workload.report;

import java.util.List;
import java.util.OptionalDouble;
import org.foretell.workload.job.BatchJob;

/**
 * How a job came through the queue.
 *
 * @param job as it was handed in
 * @param startNs when it started, nanoseconds
 * @param endNs when it ended
 * @param aloneNs how long it takes alone
 * @param nodes on which it ran, ascending
 * @param killed whether the batch system ended it when its estimate was over
 * @param restarts how often it started again because one of its nodes had failed; the other figures
 *     are those of the last start
 * @param lostNs how long it ran before, in vain
 */
public record JobRecord(
    BatchJob job,
    long startNs,
    long endNs,
    long aloneNs,
    List<Integer> nodes,
    boolean killed,
    int restarts,
    long lostNs) {
  private static final long BOUND_NS = 10_000_000_000L;

  /** Copies the list. */
  public JobRecord {
    nodes = List.copyOf(nodes);
  }

  /** {@return how long it waited, runs in vain not counted, nanoseconds} */
  public long waitNs() {
    return startNs - job.submitNs() - lostNs;
  }

  /** {@return how long it ran, nanoseconds} */
  public long runNs() {
    return endNs - startNs;
  }

  /**
   * {@return its run over the run alone: how much other jobs slowed it down; empty if it was ended
   * by the batch system, or takes no time alone}
   */
  public OptionalDouble runSlowDown() {
    return killed || aloneNs == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) runNs() / aloneNs);
  }

  /**
   * {@return wait and run over run, at least 1, with runs below 10 s counted as 10 s} The bounded
   * slow-down of Feitelson and Rudolph (1998), which short jobs do not dominate.
   */
  public double boundedSlowDown() {
    long countedNs = Math.max(runNs(), BOUND_NS);
    return Math.max(1, (double) (endNs - job.submitNs()) / countedNs);
  }
}
