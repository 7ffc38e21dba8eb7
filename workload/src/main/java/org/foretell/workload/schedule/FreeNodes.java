package org.foretell.workload.schedule;

import java.util.Arrays;

/** How many nodes are free from which time on, by what is expected. For one thread. */
final class FreeNodes {
  private static final int FIRST_SIZE = 64;

  /** When the number changes, rising; and the number from then on. */
  private long[] timesNs = new long[FIRST_SIZE];

  private int[] free = new int[FIRST_SIZE];
  private int steps = 1;

  /**
   * All nodes are free for ever.
   *
   * @param nodes how many there are
   */
  FreeNodes(long fromNs, int nodes) {
    timesNs[0] = fromNs;
    free[0] = nodes;
  }

  /** Takes nodes from a time to another, or gives them back if there are fewer than none. */
  void take(long fromNs, long untilNs, int nodes) {
    if (fromNs >= untilNs) {
      return;
    }
    int first = split(fromNs);
    int last = untilNs == Long.MAX_VALUE ? steps : split(untilNs);
    for (int step = first; step < last; step++) {
      free[step] -= nodes;
    }
  }

  /** The step at a time, which this makes if there is none. */
  private int split(long timeNs) {
    int found = Arrays.binarySearch(timesNs, 0, steps, timeNs);
    if (found >= 0) {
      return found;
    }
    int at = -found - 1;
    if (at == 0) {
      throw new IllegalArgumentException(timeNs + " is before the first time " + timesNs[0]);
    }
    if (steps == timesNs.length) {
      timesNs = Arrays.copyOf(timesNs, 2 * steps);
      free = Arrays.copyOf(free, 2 * steps);
    }
    System.arraycopy(timesNs, at, timesNs, at + 1, steps - at);
    System.arraycopy(free, at, free, at + 1, steps - at);
    timesNs[at] = timeNs;
    free[at] = free[at - 1];
    steps++;
    return at;
  }

  /** The earliest time from which on nodes are free for so long. */
  long earliest(int nodes, long lastsNs) {
    long candidateNs = timesNs[0];
    boolean isFree = false;
    for (int step = 0; step < steps; step++) {
      if (isFree && EasyBackfill.later(candidateNs, lastsNs) <= timesNs[step]) {
        return candidateNs;
      }
      if (free[step] < nodes) {
        isFree = false;
      } else if (!isFree) {
        isFree = true;
        candidateNs = timesNs[step];
      }
    }
    return isFree ? candidateNs : Long.MAX_VALUE;
  }

  /**
   * Whether nodes are free at any time before another: nothing starts earlier where they are not.
   */
  boolean isEverFreeBefore(long timeNs, int nodes) {
    for (int step = 0; step < steps && timesNs[step] < timeNs; step++) {
      if (free[step] >= nodes) {
        return true;
      }
    }
    return false;
  }

  /** Whether nodes are free from a time to another. */
  boolean isFree(long fromNs, long untilNs, int nodes) {
    int found = Arrays.binarySearch(timesNs, 0, steps, fromNs);
    int step = found >= 0 ? found : -found - 2;
    if (step < 0) {
      return false;
    }
    // At least the step that the time lies in counts.
    do {
      if (free[step] < nodes) {
        return false;
      }
      step++;
    } while (step < steps && timesNs[step] < untilNs);
    return true;
  }
}
