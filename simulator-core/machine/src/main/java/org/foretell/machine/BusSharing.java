package org.foretell.machine;

/** What happens to a message when all buses of its site are busy. */
public enum BusSharing {
  /** It waits; the first to come is the first to go. */
  FIFO,
  /**
   * It goes at once: when it is one of {@code k} messages under way over {@code b < k} buses it has
   * {@code b / k} of the bandwidth until its end, whatever the others do. Dimemas calls this RR.
   */
  SLOWER
}
