package org.foretell.machine;

import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/**
 * Nodes joined by buses: one of the machines that Dimemas joins by a wide-area network.
 *
 * @param name for people, may be empty
 * @param nodes at least one group; numbered in this order
 * @param bytesPerSecond of a message between nodes, above 0; positive infinity for no time per byte
 * @param buses messages under way between nodes at once, 0 for unlimited
 * @param sharing what a message does when all buses are busy
 * @param collectives cost of the collectives that {@code fans} does not name
 * @param fans cost of single collectives, by op in its blocking form
 */
public record BusSite(
    String name,
    List<BusNodes> nodes,
    double bytesPerSecond,
    int buses,
    BusSharing sharing,
    FanModel collectives,
    Map<OpCode, Fans> fans) {
  /** Checks the ranges and copies the collections. */
  public BusSite {
    nodes = List.copyOf(nodes);
    fans = Map.copyOf(fans);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a site needs nodes");
    }
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "bandwidth must be above zero, but is " + bytesPerSecond + " B/s");
    }
    if (buses < 0) {
      throw new IllegalArgumentException("number of buses must not be negative, but is " + buses);
    }
  }

  /**
   * {@return the same site whose nodes have at least so many CPUs}
   *
   * @param least at least 0
   */
  public BusSite withCpus(int least) {
    return new BusSite(
        name,
        nodes.stream().map(group -> group.withCpus(least)).toList(),
        bytesPerSecond,
        buses,
        sharing,
        collectives,
        fans);
  }

  /** {@return the number of nodes} */
  public int nodeCount() {
    int sum = 0;
    for (BusNodes group : nodes) {
      sum += group.count();
    }
    return sum;
  }
}
