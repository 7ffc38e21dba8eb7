package org.foretell.machine;

/**
 * The buses that join the nodes, as in PSINS and Dimemas: how many messages can be under way at
 * once.
 *
 * @param count 0 for unlimited
 * @param speed latency and bandwidth of one bus
 */
public record Buses(int count, LinkSpeed speed) {
  /** Checks the range. */
  public Buses {
    if (count < 0) {
      throw new IllegalArgumentException("number of buses must not be negative, but is " + count);
    }
  }
}
