package org.foretell.workload.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The first job of the queue has a reservation, for the time at which enough nodes are expected to
 * be free. Another job starts before it if it ends before that time, or leaves the nodes that the
 * first job needs then.
 */
final class EasyBackfill implements Scheduler {
  @Override
  public List<Waiting> starts(long nowNs, List<Waiting> queue, int free, List<Occupied> running) {
    List<Waiting> starting = new ArrayList<>();
    List<Occupied> occupied = new ArrayList<>(running);
    int left = free;
    int first = 0;
    while (first < queue.size() && queue.get(first).nodes() <= left) {
      Waiting job = queue.get(first++);
      left -= job.nodes();
      starting.add(job);
      occupied.add(new Occupied(job.nodes(), later(nowNs, job.estimateNs())));
    }
    if (first == queue.size()) {
      return starting;
    }
    occupied.sort(Comparator.comparingLong(Occupied::untilNs));
    Waiting head = queue.get(first);
    long reservedNs = Long.MAX_VALUE;
    int then = left;
    for (int i = 0; i < occupied.size(); i++) {
      then += occupied.get(i).nodes();
      boolean isLastOfItsTime =
          i + 1 == occupied.size() || occupied.get(i + 1).untilNs() > occupied.get(i).untilNs();
      if (then >= head.nodes() && isLastOfItsTime) {
        reservedNs = occupied.get(i).untilNs();
        break;
      }
    }
    // With the head on its nodes, so many are free at that time.
    int spare = then - head.nodes();
    for (Waiting job : queue.subList(first + 1, queue.size())) {
      boolean endsBefore = later(nowNs, job.estimateNs()) <= reservedNs;
      if (job.nodes() <= left && (endsBefore || job.nodes() <= spare)) {
        left -= job.nodes();
        spare -= endsBefore ? 0 : job.nodes();
        starting.add(job);
      }
    }
    return starting;
  }

  /** The end of time for what would end after it. */
  static long later(long nowNs, long byNs) {
    long sum = nowNs + byNs;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
