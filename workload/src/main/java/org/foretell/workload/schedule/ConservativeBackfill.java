package org.foretell.workload.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Each job has a reservation from its arrival on, at the earliest time that delays no reservation
 * of another one. When something ends early, jobs move forward one after the other, each with the
 * reservations of all others in place, so that none ever moves back. When a job outlasts its
 * estimate, reservations that it overlaps are made again.
 *
 * <p>An early end takes time in proportion to the square of the number of waiting jobs, in the
 * worst case; anything else, in proportion to that number.
 */
final class ConservativeBackfill implements Scheduler {
  private static final Comparator<Occupied> IN_ORDER =
      Comparator.comparingLong(Occupied::untilNs).thenComparingInt(Occupied::nodes);

  private final Map<Integer, Long> reservedNs = new HashMap<>();

  /** What runs after the last choice. */
  private List<Occupied> expected = List.of();

  /** Whether a job moved in the last choice: one before it in the queue may follow. */
  private boolean hasMoved;

  @Override
  public List<Waiting> starts(long nowNs, List<Waiting> queue, int free, List<Occupied> running) {
    int nodes = free + running.stream().mapToInt(Occupied::nodes).sum();
    FreeNodes plan = new FreeNodes(nowNs, nodes);
    running.forEach(one -> plan.take(nowNs, one.untilNs(), one.nodes()));
    forgetWhoHasLeft(queue);
    Set<Integer> kept = new HashSet<>();
    for (Waiting job : queue) {
      Long reserved = reservedNs.get(job.number());
      if (reserved != null && reserved >= nowNs && fits(plan, job, reserved)) {
        plan.take(reserved, EasyBackfill.later(reserved, job.estimateNs()), job.nodes());
        kept.add(job.number());
      }
    }
    boolean canMove = hasMoved || kept.size() < reservedNs.size() || !isAsExpected(nowNs, running);
    hasMoved = false;
    List<Waiting> starting = new ArrayList<>();
    for (Waiting job : queue) {
      long before = reservedNs.getOrDefault(job.number(), Long.MAX_VALUE);
      boolean isKept = kept.contains(job.number());
      if (!isKept || (canMove && plan.isEverFreeBefore(before, job.nodes()))) {
        if (isKept) {
          plan.take(before, EasyBackfill.later(before, job.estimateNs()), -job.nodes());
        }
        long reserved = plan.earliest(job.nodes(), job.estimateNs());
        plan.take(reserved, EasyBackfill.later(reserved, job.estimateNs()), job.nodes());
        reservedNs.put(job.number(), reserved);
        hasMoved |= reserved != before;
        before = reserved;
      }
      if (before == nowNs) {
        starting.add(job);
      }
    }
    expect(nowNs, running, starting);
    return starting;
  }

  /** Whether a reservation can stay. */
  private static boolean fits(FreeNodes plan, Waiting job, long reserved) {
    return plan.isFree(reserved, EasyBackfill.later(reserved, job.estimateNs()), job.nodes());
  }

  private void forgetWhoHasLeft(List<Waiting> queue) {
    Set<Integer> waiting = new HashSet<>();
    queue.forEach(job -> waiting.add(job.number()));
    reservedNs.keySet().retainAll(waiting);
  }

  private void expect(long nowNs, List<Occupied> running, List<Waiting> starting) {
    expected = new ArrayList<>(running);
    starting.forEach(
        job ->
            expected.add(new Occupied(job.nodes(), EasyBackfill.later(nowNs, job.estimateNs()))));
  }

  /** Whether all ended when they were expected to: then no reservation can move. */
  private boolean isAsExpected(long nowNs, List<Occupied> running) {
    return expected.stream()
        .filter(one -> one.untilNs() > nowNs)
        .sorted(IN_ORDER)
        .toList()
        .equals(running.stream().sorted(IN_ORDER).toList());
  }
}
