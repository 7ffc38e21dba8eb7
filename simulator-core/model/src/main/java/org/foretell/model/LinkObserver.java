package org.foretell.model;

/**
 * Hears from a model what the links of its network carry. Called by the thread that runs the
 * simulation; what it hears does not depend on how ranks are interleaved, but for the order.
 */
public interface LinkObserver {
  /**
   * A link has carried some of the payload of a message. All that is told of a message and a link
   * adds up to the payload once the message has arrived.
   *
   * @param link its number in the topology
   * @param bytes how much, above 0
   * @param startPs since when
   * @param endPs until when, at least {@code startPs}; in between it was carried evenly, or its
   *     rate changed less than {@link #resolutionPs} after the start
   */
  void carried(int link, long bytes, long startPs, long endPs);

  /** {@return to how many picoseconds it matters when bytes were carried, at least 1} */
  long resolutionPs();
}
