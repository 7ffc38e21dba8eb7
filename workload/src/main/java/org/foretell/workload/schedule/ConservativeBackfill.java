package org.foretell.workload.schedule;

import java.util.ArrayList;
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
 */
final class ConservativeBackfill implements Scheduler {
  private final Map<Integer, Long> reservedNs = new HashMap<>();

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
    List<Waiting> starting = new ArrayList<>();
    for (Waiting job : queue) {
      long before = reservedNs.getOrDefault(job.number(), Long.MAX_VALUE);
      if (kept.contains(job.number())) {
        plan.take(before, EasyBackfill.later(before, job.estimateNs()), -job.nodes());
      }
      long reserved = plan.earliest(job.nodes(), job.estimateNs());
      plan.take(reserved, EasyBackfill.later(reserved, job.estimateNs()), job.nodes());
      reservedNs.put(job.number(), reserved);
      if (reserved == nowNs) {
        starting.add(job);
      }
    }
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
}
