package org.foretell.machine;

/**
 * The network between nodes: directed links, and the route of a message over them. Routes are
 * computed when asked for, never stored for all pairs, so memory grows with the number of links at
 * most. Implementations are immutable and may be used by any number of threads.
 */
public interface Topology {
  /** What it is, for reports: {@code "3-level fat tree, 16x16x16, 2:1"}. */
  String title();

  /** How many nodes it joins, at least 1. */
  int nodes();

  /** Number of links; they are numbered from 0. */
  int links();

  /** Bandwidth of a link, bytes per second, above 0. */
  double bytesPerSecond(int link);

  /** Latency of a link, picoseconds, at least 0. */
  long latencyPs(int link);

  /**
   * Whether the flows over a link share its bandwidth; otherwise each has all of it, and the link
   * only bounds the speed of each.
   */
  boolean shared(int link);

  /** For people: what a link joins. */
  String linkName(int link);

  /** An upper bound of the number of links of any route. */
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
}
