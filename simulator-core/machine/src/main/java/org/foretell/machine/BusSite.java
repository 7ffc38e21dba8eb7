package org.foretell.machine;

import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;

/**
 * Nodes connected by buses: one of the machines that Dimemas connects by a wide-area network.
 * Immutable.
 */
public final class BusSite {
  private final String name;
  private final List<BusNodes> nodes;
  private final double bytesPerSecond;
  private final int buses;
  private final BusSharing sharing;
  private final FanModel collectives;
  private final Map<OpCode, Fans> fans;

  BusSite(BusSiteBuilder from) {
    name = from.name;
    nodes = List.copyOf(from.nodes);
    bytesPerSecond = from.bytesPerSecond;
    buses = from.buses;
    sharing = from.sharing;
    collectives = from.collectives;
    fans = Map.copyOf(from.fans);
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
   * Begins the description of a site.
   *
   * @param name for people, may be empty
   * @return a builder of a site with unlimited buses
   */
  public static BusSiteBuilder builder(String name) {
    return new BusSiteBuilder(name);
  }

  /** {@return a builder with the values of this site, for changing some of them} */
  public BusSiteBuilder toBuilder() {
    return new BusSiteBuilder(name)
        .nodes(nodes)
        .bytesPerSecond(bytesPerSecond)
        .buses(buses)
        .sharing(sharing)
        .collectives(collectives)
        .fans(fans);
  }

  /**
   * {@return the same site with a minimum number of CPUs on each node}
   *
   * @param least at least 0
   */
  public BusSite withCpus(int least) {
    return toBuilder().nodes(nodes.stream().map(group -> group.withCpus(least)).toList()).build();
  }

  /** {@return the number of nodes} */
  public int nodeCount() {
    int sum = 0;
    for (BusNodes group : nodes) {
      sum += group.count();
    }
    return sum;
  }

  /** {@return its name for people, may be empty} */
  public String name() {
    return name;
  }

  /** {@return at least one group of nodes, numbered in this order} */
  public List<BusNodes> nodes() {
    return nodes;
  }

  /**
   * {@return bandwidth of a message between nodes, above 0; positive infinity for no time per byte}
   */
  public double bytesPerSecond() {
    return bytesPerSecond;
  }

  /** {@return concurrent messages between nodes, 0 for unlimited} */
  public int buses() {
    return buses;
  }

  /** {@return treatment of a message when all buses are busy} */
  public BusSharing sharing() {
    return sharing;
  }

  /** {@return cost of the collectives that {@link #fans} does not name} */
  public FanModel collectives() {
    return collectives;
  }

  /** {@return cost of single collectives, by op in its blocking form} */
  public Map<OpCode, Fans> fans() {
    return fans;
  }

  private List<Object> figures() {
    return List.of(name, nodes, bytesPerSecond, buses, sharing, collectives, fans);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BusSite that && figures().equals(that.figures());
  }

  @Override
  public int hashCode() {
    return figures().hashCode();
  }

  @Override
  public String toString() {
    return "site " + figures();
  }
}
