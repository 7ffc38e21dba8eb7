package org.foretell.machine;

/**
 * The network between nodes: directed links, and the route of a message over them. Routes are
 * computed on request, never stored for all pairs, so memory grows with the number of links at
 * most. Implementations are immutable and may be used by any number of threads.
 */
public interface Topology {
  /** {@return its description, for reports: {@code "3-level fat tree, 16x16x16, 2:1"}} */
  String title();

  /** {@return the number of nodes, at least 1} */
  int nodes();

  /** {@return the number of links; they are numbered from 0} */
  int links();

  /**
   * {@return the bandwidth of a link, bytes per second, above 0}
   *
   * @param link 0 to {@code links() - 1}
   */
  double bytesPerSecond(int link);

  /**
   * {@return the latency of a link, picoseconds, at least 0}
   *
   * @param link 0 to {@code links() - 1}
   */
  long latencyPs(int link);

  /**
   * {@return whether the flows over a link share its bandwidth; otherwise each flow has all of it,
   * and the link only bounds the speed of each}
   *
   * @param link 0 to {@code links() - 1}
   */
  boolean shared(int link);

  /**
   * {@return the ends of a link, for people}
   *
   * @param link 0 to {@code links() - 1}
   */
  String linkName(int link);

  /**
   * {@return the kind of a link, for people: links of a kind have the same speed, such as those of
   * a level or dimension; {@code "links"} if there is only one kind}
   *
   * @param link 0 to {@code links() - 1}
   */
  default String linkClass(int link) {
    return "links";
  }

  /** {@return an upper bound of the number of links of any route} */
  int longestRoute();

  /**
   * Finds the links of a message's route, in order.
   *
   * @param source node of the sender
   * @param destination node of the receiver; if it is the same node the route may be empty
   * @param hash spreads messages over equivalent routes (ECMP, several NICs); deterministic routing
   *     ignores it
   * @param links at least {@link #longestRoute} long
   * @return how many links were put into the array
   * @throws NoRouteException if there is none, which happens in explicit networks only
   */
  int route(int source, int destination, int hash, int[] links);

  /**
   * Returns the hash that spreads messages between two ranks over equivalent routes.
   *
   * @param source rank of the sender
   * @param destination rank of the receiver
   * @return at least 0
   */
  static int hash(int source, int destination) {
    int mixed = (source * 0x9E3779B1 + destination) * 0x85EBCA6B;
    return (mixed ^ (mixed >>> 15)) & Integer.MAX_VALUE;
  }

  /** {@return the number of network interfaces of each node, at least 1} */
  default int interfaces() {
    return 1;
  }

  /**
   * Finds the links of a message's route from an interface of one node to an interface of another,
   * in order.
   *
   * @param source node of the sender
   * @param sourceInterface by which it leaves, 0 to {@code interfaces() - 1}
   * @param destination node of the receiver; if it is the same node the route may be empty
   * @param destinationInterface by which it arrives, 0 to {@code interfaces() - 1}; where each
   *     interface has a network of its own it arrives by that by which it has left
   * @param hash spreads messages over equivalent routes
   * @param links at least {@link #longestRoute} long
   * @return how many links were put into the array
   * @throws NoRouteException if there is none, which happens in explicit networks only
   */
  default int route(
      int source,
      int sourceInterface,
      int destination,
      int destinationInterface,
      int hash,
      int[] links) {
    return route(source, destination, hash, links);
  }
}
