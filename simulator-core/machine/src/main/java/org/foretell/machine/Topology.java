package org.foretell.machine;

/**
 * The network between nodes: directed links, and the route of a message over them. Routes are
 * computed when asked for, never stored for all pairs, so memory grows with the number of links at
 * most. Implementations are immutable and may be used by any number of threads.
 */
public interface Topology {
  /** {@return what it is, for reports: {@code "3-level fat tree, 16x16x16, 2:1"}} */
  String title();

  /** {@return how many nodes it joins, at least 1} */
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
   * {@return whether the flows over a link share its bandwidth; otherwise each has all of it, and
   * the link only bounds the speed of each}
   *
   * @param link 0 to {@code links() - 1}
   */
  boolean shared(int link);

  /**
   * {@return what a link joins, for people}
   *
   * @param link 0 to {@code links() - 1}
   */
  String linkName(int link);

  /**
   * {@return what kind of link it is, for people: links of one kind are equally fast, as those of a
   * level or dimension are; {@code "links"} where none are told apart}
   *
   * @param link 0 to {@code links() - 1}
   */
  default String linkClass(int link) {
    return "links";
  }

  /** {@return an upper bound of the number of links of any route} */
  int longestRoute();

  /**
   * The links that a message passes, in order.
   *
   * @param source node of the sender
   * @param destination node of the receiver; if it is the same node the route may be empty
   * @param hash spreads messages over equivalent routes (ECMP, several NICs); deterministic routing
   *     ignores it
   * @param links at least {@link #longestRoute} long
   * @return how many links were put into the array
   * @throws NoRouteException if there is none, which only a listed network can be short of
   */
  int route(int source, int destination, int hash, int[] links);

  /**
   * The hash by which messages between two ranks are spread over equivalent routes.
   *
   * @param source rank of the sender
   * @param destination rank of the receiver
   * @return at least 0
   */
  static int hash(int source, int destination) {
    int mixed = (source * 0x9E3779B1 + destination) * 0x85EBCA6B;
    return (mixed ^ (mixed >>> 15)) & Integer.MAX_VALUE;
  }

  /**
   * {@return how many network interfaces each node has, by which its messages may go; at least 1}
   */
  default int interfaces() {
    return 1;
  }

  /**
   * The links that a message passes from one interface of a node to one of another, in order.
   *
   * @param source node of the sender
   * @param sourceInterface by which it leaves, 0 to {@code interfaces() - 1}
   * @param destination node of the receiver; if it is the same node the route may be empty
   * @param destinationInterface by which it arrives, 0 to {@code interfaces() - 1}; where each
   *     interface has a network of its own it arrives by that by which it has left
   * @param hash spreads messages over equivalent routes
   * @param links at least {@link #longestRoute} long
   * @return how many links were put into the array
   * @throws NoRouteException if there is none, which only a listed network can be short of
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
