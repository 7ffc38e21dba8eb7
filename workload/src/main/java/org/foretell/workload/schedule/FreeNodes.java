package org.foretell.workload.schedule;

import java.util.Map;
import java.util.TreeMap;

/** How many nodes are free from which time on, by what is expected. For one thread. */
final class FreeNodes {
  private final TreeMap<Long, Integer> steps = new TreeMap<>();

  /**
   * All nodes are free for ever.
   *
   * @param nodes how many there are
   */
  FreeNodes(long fromNs, int nodes) {
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
      throw new IllegalArgumentException(timeNs + " is before the first time " + steps.firstKey());
    }
    steps.putIfAbsent(timeNs, before.getValue());
  }

  /** The earliest time from which on nodes are free for so long. */
  long earliest(int nodes, long lastsNs) {
    long candidateNs = steps.firstKey();
    boolean isFree = false;
    for (Map.Entry<Long, Integer> step : steps.entrySet()) {
      if (isFree && EasyBackfill.later(candidateNs, lastsNs) <= step.getKey()) {
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
