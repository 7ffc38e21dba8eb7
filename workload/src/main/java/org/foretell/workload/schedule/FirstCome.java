package org.foretell.workload.schedule;

import java.util.ArrayList;
import java.util.List;

/** Jobs start in their order. */
final class FirstCome implements Scheduler {
  @Override
  public List<Waiting> starts(long nowNs, List<Waiting> queue, int free, List<Occupied> running) {
    List<Waiting> starting = new ArrayList<>();
    int left = free;
    for (Waiting job : queue) {
      if (job.nodes() > left) {
        break;
      }
      left -= job.nodes();
      starting.add(job);
    }
    return starting;
  }
}
