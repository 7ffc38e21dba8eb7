package org.foretell.machine;

/** Treatment of a message when all buses of its site are busy. */
public enum BusSharing {
  /** It waits; messages are served in order of arrival. */
  FIFO,
  /**
   * It starts at once: as one of {@code k} concurrent messages over {@code b < k} buses it has
   * {@code b / k} of the bandwidth until its end, whatever the other messages do. Dimemas calls
   * this RR.
   */
  SLOWER
}
