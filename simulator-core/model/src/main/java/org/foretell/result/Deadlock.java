package org.foretell.result;

import java.util.List;

/**
 * Why a replay stopped: ranks wait for each other, or for an event that never happens.
 *
 * @param timePs simulated time at which the last rank stopped
 * @param blocked every rank that cannot go on, by rank
 * @param cycle ranks that wait for each other in a cycle, each for the next and the last for the
 *     first; empty when there is none
 */
public record Deadlock(long timePs, List<Blocked> blocked, List<Integer> cycle) {
  /**
   * A blocked rank.
   *
   * @param position the op in which it is blocked
   * @param timePs since when
   * @param waitsFor world ranks that could release it, ascending; for a wildcard those that have
   *     not finished; at most 64 are listed
   * @param reason one sentence: which event it needs, and why that cannot happen
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
