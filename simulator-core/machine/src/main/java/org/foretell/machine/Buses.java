package org.foretell.machine;

/**
 * The buses between the nodes, as in PSINS and Dimemas: the maximum number of concurrent messages.
 *
 * @param count 0 for unlimited
 * @param speed latency and bandwidth of a bus
 */
public record Buses(int count, LinkSpeed speed) {
  /** Checks the range. */
  public Buses {
    if (count < 0) {
      throw new IllegalArgumentException("number of buses must not be negative, but is " + count);
    }
  }
}
