package org.foretell.analysis.waits;

/**
 * The latest messages of each rank: when their other side came to them. From when a rank stops
 * waiting follows which of them it waited for. Memory is 768 bytes for each rank.
 */
final class RecentMessages {
  /** No rank and no complement of one. */
  static final long NOT_FOUND = Long.MIN_VALUE;

  /** A power of two; a wait for more messages at once may not find its last one. */
  private static final int KEPT = 64;

  private final long[] reachedPs;
  private final int[] partners;
  private final int[] counts;

  RecentMessages(int ranks) {
    reachedPs = new long[Math.multiplyExact(ranks, KEPT)];
    partners = new int[reachedPs.length];
    counts = new int[ranks];
  }

  /**
   * A message of a rank.
   *
   * @param isSend whether the rank sends it
   * @param otherPs when its partner began to send it, or posted its receive
   */
  void add(int rank, int partner, boolean isSend, long otherPs) {
    int slot = rank * KEPT + (counts[rank]++ & (KEPT - 1));
    reachedPs[slot] = otherPs;
    partners[slot] = isSend ? ~partner : partner;
  }

  /**
   * {@return the partner of the latest message of which the other side came at a time: a rank if it
   * sent, its complement if it received, {@link #NOT_FOUND} if there is none}
   */
  long find(int rank, long otherPs) {
    int count = counts[rank];
    for (int i = count - 1; i >= Math.max(0, count - KEPT); i--) {
      int slot = rank * KEPT + (i & (KEPT - 1));
      if (reachedPs[slot] == otherPs) {
        return partners[slot];
      }
    }
    return NOT_FOUND;
  }
}
