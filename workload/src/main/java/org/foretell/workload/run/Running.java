package org.foretell.workload.run;

import java.util.List;
import org.foretell.workload.job.BatchJob;

/** A job on its nodes. */
final class Running {
  final BatchJob job;
  final long startNs;
  final List<Integer> nodes;

  /** When the user's estimate is over. */
  final long expectedNs;

  /** When it ends, as far as is known now. */
  long endNs = Long.MAX_VALUE;

  /** Whether the batch system ends it. */
  boolean isKilled;

  Running(BatchJob job, long startNs, List<Integer> nodes, long expectedNs) {
    this.job = job;
    this.startNs = startNs;
    this.nodes = List.copyOf(nodes);
    this.expectedNs = expectedNs;
  }
}
