package org.foretell.workload.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Conservative backfill that tries to move each job at each event, for comparison. */
public final class SlowConservative implements Scheduler {
  private final Map<Integer, Long> reservedNs = new HashMap<>();

  @Override
  public List<Waiting> starts(long nowNs, List<Waiting> queue, int free, List<Occupied> running) {
    int nodes = free + running.stream().mapToInt(Occupied::nodes).sum();
    Steps plan = new Steps(nowNs, nodes);
    running.forEach(one -> plan.take(nowNs, one.untilNs(), one.nodes()));
    forgetWhoHasLeft(queue);
    Set<Integer> kept = new HashSet<>();
    for (Waiting job : queue) {
      Long reserved = reservedNs.get(job.number());
      if (reserved != null && reserved >= nowNs && fits(plan, job, reserved)) {
        plan.take(reserved, later(reserved, job.estimateNs()), job.nodes());
        kept.add(job.number());
      }
    }
    List<Waiting> starting = new ArrayList<>();
    for (Waiting job : queue) {
      long before = reservedNs.getOrDefault(job.number(), Long.MAX_VALUE);
      if (kept.contains(job.number())) {
        plan.take(before, later(before, job.estimateNs()), -job.nodes());
      }
      long reserved = plan.earliest(job.nodes(), job.estimateNs());
      plan.take(reserved, later(reserved, job.estimateNs()), job.nodes());
      reservedNs.put(job.number(), reserved);
      if (reserved == nowNs) {
        starting.add(job);
      }
    }
    return starting;
  }

  /** Whether a reservation can stay. */
  private static boolean fits(Steps plan, Waiting job, long reserved) {
    return plan.isFree(reserved, later(reserved, job.estimateNs()), job.nodes());
  }

  private void forgetWhoHasLeft(List<Waiting> queue) {
    Set<Integer> waiting = new HashSet<>();
    queue.forEach(job -> waiting.add(job.number()));
    reservedNs.keySet().retainAll(waiting);
  }

  private static long later(long nowNs, long byNs) {
    long sum = nowNs + byNs;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** How many nodes are free from which time on, by what is expected. For one thread. */
  private static final class Steps {
    private final TreeMap<Long, Integer> steps = new TreeMap<>();

    /**
     * All nodes are free for ever.
     *
     * @param nodes how many there are
     */
    Steps(long fromNs, int nodes) {
      steps.put(fromNs, nodes);
    }

    /** Takes nodes from a time to another, or gives them back if there are fewer than none. */
    void take(long fromNs, long untilNs, int nodes) {
      if (fromNs >= untilNs) {
        return;
      }
      split(fromNs);
      if (untilNs != Long.MAX_VALUE) {
        split(untilNs);
      }
      steps.subMap(fromNs, untilNs).replaceAll((time, free) -> free - nodes);
    }

    private void split(long timeNs) {
      Map.Entry<Long, Integer> before = steps.floorEntry(timeNs);
      if (before == null) {
        throw new IllegalArgumentException(
            timeNs + " is before the first time " + steps.firstKey());
      }
      steps.putIfAbsent(timeNs, before.getValue());
    }

    /** The earliest time from which on nodes are free for so long. */
    long earliest(int nodes, long lastsNs) {
      long candidateNs = steps.firstKey();
      boolean isFree = false;
      for (Map.Entry<Long, Integer> step : steps.entrySet()) {
        if (isFree && later(candidateNs, lastsNs) <= step.getKey()) {
          return candidateNs;
        }
        if (step.getValue() < nodes) {
          isFree = false;
        } else if (!isFree) {
          isFree = true;
          candidateNs = step.getKey();
        }
      }
      return isFree ? candidateNs : Long.MAX_VALUE;
    }

    /** Whether nodes are free from a time to another. */
    boolean isFree(long fromNs, long untilNs, int nodes) {
      Map.Entry<Long, Integer> first = steps.floorEntry(fromNs);
      return first != null
          && first.getValue() >= nodes
          && steps.subMap(fromNs, untilNs).values().stream().allMatch(free -> free >= nodes);
    }
  }
}
