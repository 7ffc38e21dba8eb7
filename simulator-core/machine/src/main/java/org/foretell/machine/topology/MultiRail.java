package org.foretell.machine.topology;

import org.foretell.machine.Topology;

/**
 * Nodes with several network interfaces: a separate network for each ({@link #planes}), or a common
 * network, with the interfaces of a node at one switch ({@link #ports}) or at different ones
 * ({@link #switches}).
 *
 * <p>By default a message uses the same interface at both ends, chosen by its hash, or, with
 * deterministic routing, {@code (source + destination) mod interfaces}.
 */
public final class MultiRail implements Topology {
  private final Topology network;
  private final int rails;
  private final boolean onePlane;

  /** Nodes, one after the other, whose interfaces of one number are neighbouring ends. */
  private final int block;

  private final Routing routing;
  private final int nodes;

  private MultiRail(Topology network, int rails, boolean onePlane, int block, Routing routing) {
    this.network = network;
    this.rails = rails;
    this.onePlane = onePlane;
    this.block = block;
    this.routing = routing;
    if (rails < 1) {
      throw new IllegalArgumentException("a node needs an interface, but has " + rails);
    }
    if (onePlane && network.nodes() % rails != 0) {
      throw new IllegalArgumentException(
          "%s has %d ends, not a multiple of the %d interfaces of a node"
              .formatted(network.title(), network.nodes(), rails));
    }
    if (block < 1 || network.nodes() % Math.multiplyExact(block, onePlane ? rails : 1) != 0) {
      throw new IllegalArgumentException(
          "%s has %d ends, but %d switches of %d ends are to take the %d interfaces of their nodes"
              .formatted(network.title(), network.nodes(), rails, block, rails));
    }
    nodes = onePlane ? network.nodes() / rails : network.nodes();
    if (!onePlane) {
      Dimensions.links((long) network.links() * rails / 2);
    }
  }

  /**
   * {@return as many equal networks as a node has interfaces}
   *
   * @param network one of these networks
   * @param rails at least 1
   * @param routing how a message chooses its interface
   */
  public static MultiRail planes(Topology network, int rails, Routing routing) {
    return new MultiRail(network, rails, false, 1, routing);
  }

  /**
   * {@return a common network for all interfaces; those of node {@code n} are its ends {@code n *
   * rails} and the following ones}
   *
   * @param network with as many ends as there are interfaces
   * @param rails interfaces of a node, at least 1
   * @param routing how a message chooses its interface
   */
  public static MultiRail ports(Topology network, int rails, Routing routing) {
    return new MultiRail(network, rails, true, 1, routing);
  }

  /**
   * {@return a common network for all interfaces, in which those of a node are at different
   * switches} As many nodes as a switch has ends share switches: their first interfaces are at the
   * first switch, their second ones at the second, and so on; the next nodes use the next switches.
   *
   * @param network with as many ends as there are interfaces; its ends are numbered along switches
   * @param rails interfaces of a node, at least 1
   * @param endsPerSwitch at least 1; {@code rails} times that divides the number of ends
   * @param routing how a message chooses its interface
   */
  public static MultiRail switches(
      Topology network, int rails, int endsPerSwitch, Routing routing) {
    return new MultiRail(network, rails, true, endsPerSwitch, routing);
  }

  @Override
  public String title() {
    return network.title()
        + ", "
        + rails
        + (onePlane
            ? " interfaces of each node in it" + (block > 1 ? ", each at another switch" : "")
            : " times, for as many interfaces");
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
  public String linkClass(int link) {
    return network.linkClass(within(link));
  }

  @Override
  public int longestRoute() {
    return network.longestRoute();
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int rail =
        routing.hashed()
            ? Spread.choose(source, destination, hash, -2, rails)
            : (source + destination) % rails;
    return route(source, rail, destination, rail, hash, links);
  }

  @Override
  public int interfaces() {
    return rails;
  }

  @Override
  public int route(
      int source,
      int sourceInterface,
      int destination,
      int destinationInterface,
      int hash,
      int[] links) {
    if (source == destination) {
      return 0;
    }
    if (onePlane) {
      return network.route(
          end(source, sourceInterface), end(destination, destinationInterface), hash, links);
    }
    int length = network.route(source, destination, hash, links);
    for (int index = 0; index < length; index++) {
      links[index] += sourceInterface * network.links();
    }
    return length;
  }

  private int end(int node, int rail) {
    return (node / block * rails + rail) * block + node % block;
  }
}
