package org.foretell.result;

import java.util.List;

/**
 * Why a replay came to a stop: ranks that wait for each other, or for something that never happens.
 *
 * @param timePs simulated time at which the last rank stopped
 * @param blocked every rank that cannot go on, by rank
 * @param cycle ranks that wait for each other in a cycle, each for the next and the last for the
 *     first; empty when there is none
 */
public record Deadlock(long timePs, List<Blocked> blocked, List<Integer> cycle) {
  /**
   * A rank that cannot go on.
   *
   * @param position the op in which it is blocked
   * @param timePs since when
   * @param waitsFor world ranks that could release it, ascending; for a wildcard those that have
   *     not finished; at most 64 are named
   * @param reason one sentence: what would have to happen, and why it cannot
   */
  public record Blocked(Position position, long timePs, List<Integer> waitsFor, String reason) {
    /** Copies the list. */
    public Blocked {
      waitsFor = List.copyOf(waitsFor);
    }
  }

  /** Copies the lists. */
  public Deadlock {
    blocked = List.copyOf(blocked);
    cycle = List.copyOf(cycle);
  }
}
