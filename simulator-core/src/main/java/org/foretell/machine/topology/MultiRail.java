package org.foretell.machine.topology;

import org.foretell.machine.Topology;

/**
 * Nodes with several network interfaces: a network of its own for each ({@link #planes}), or all in
 * one network ({@link #ports}). A message goes by one interface, the same at both ends: that which
 * its hash draws, or, with deterministic routing, {@code (source + destination) mod interfaces}.
 */
public final class MultiRail implements Topology {
  private final Topology network;
  private final int rails;
  private final boolean onePlane;
  private final Routing routing;
  private final int nodes;

  private MultiRail(Topology network, int rails, boolean onePlane, Routing routing) {
    this.network = network;
    this.rails = rails;
    this.onePlane = onePlane;
    this.routing = routing;
    if (rails < 1) {
      throw new IllegalArgumentException("a node needs an interface, but has " + rails);
    }
    if (onePlane && network.nodes() % rails != 0) {
      throw new IllegalArgumentException(
          "%s has %d ends, not a multiple of the %d interfaces of a node"
              .formatted(network.title(), network.nodes(), rails));
    }
    nodes = onePlane ? network.nodes() / rails : network.nodes();
    if (!onePlane) {
      Dimensions.links((long) network.links() * rails / 2);
    }
  }

  /**
   * {@return a network of as many equal ones as a node has interfaces}
   *
   * @param network one of them
   * @param rails at least 1
   * @param routing how a message chooses its interface
   */
  public static MultiRail planes(Topology network, int rails, Routing routing) {
    return new MultiRail(network, rails, false, routing);
  }

  /**
   * {@return one network for all interfaces; those of node {@code n} are its ends {@code n * rails}
   * and the following ones}
   *
   * @param network with as many ends as there are interfaces
   * @param rails interfaces of a node, at least 1
   * @param routing how a message chooses its interface
   */
  public static MultiRail ports(Topology network, int rails, Routing routing) {
    return new MultiRail(network, rails, true, routing);
  }

  @Override
  public String title() {
    return network.title()
        + ", "
        + rails
        + (onePlane ? " interfaces of each node in it" : " times, for as many interfaces");
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int links() {
    return onePlane ? network.links() : network.links() * rails;
  }

  private int within(int link) {
    return onePlane ? link : link % network.links();
  }

  @Override
  public double bytesPerSecond(int link) {
    return network.bytesPerSecond(within(link));
  }

  @Override
  public long latencyPs(int link) {
    return network.latencyPs(within(link));
  }

  @Override
  public boolean shared(int link) {
    return network.shared(within(link));
  }

  @Override
  public String linkName(int link) {
    return onePlane
        ? network.linkName(link)
        : network.linkName(within(link)) + ", plane " + link / network.links();
  }

  @Override
  public int longestRoute() {
    return network.longestRoute();
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int rail =
        routing.hashed()
            ? Spread.choose(source, destination, hash, -2, rails)
            : (source + destination) % rails;
    if (onePlane) {
      return network.route(source * rails + rail, destination * rails + rail, hash, links);
    }
    int length = network.route(source, destination, hash, links);
    for (int index = 0; index < length; index++) {
      links[index] += rail * network.links();
    }
    return length;
  }
}
