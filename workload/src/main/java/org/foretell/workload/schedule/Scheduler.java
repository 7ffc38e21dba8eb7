package org.foretell.workload.schedule;

import java.util.List;

/** Chooses the jobs that start now. One instance sees one queue from its start to its end. */
public interface Scheduler {
  /**
   * Chooses; called whenever a job has arrived or ended.
   *
   * @param nowNs the present time, nanoseconds; never decreases
   * @param queue jobs that wait, in their order
   * @param free nodes that are not in use
   * @param running those in use
   * @return jobs of the queue that start now, with at most {@code free} nodes together
   */
  List<Waiting> starts(long nowNs, List<Waiting> queue, int free, List<Occupied> running);
}
