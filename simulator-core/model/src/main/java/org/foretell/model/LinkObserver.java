package org.foretell.model;

/**
 * Receives the load of a network's links from a model. Called by the thread that runs the
 * simulation; apart from their order, the calls do not depend on how ranks are interleaved.
 */
public interface LinkObserver {
  /**
   * Called when a link has carried some of the payload of a message. All calls for a message and a
   * link add up to the payload once the message has arrived.
   *
   * @param link its number in the topology
   * @param bytes how much, above 0
   * @param startPs since when
   * @param endPs until when, at least {@code startPs}; in between it was carried evenly, or its
   *     rate changed less than {@link #resolutionPs} after the start
   */
  void carried(int link, long bytes, long startPs, long endPs);

  /** {@return the required resolution of times, picoseconds, at least 1} */
  long resolutionPs();
}
