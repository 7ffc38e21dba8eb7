package org.foretell.models.flow;

import org.foretell.machine.Topology;

/**
 * A topology in which a message within a node goes out by the link of the node and back in, as in
 * SimGrid's clusters without loopback.
 */
public final class OutAndBack implements Topology {
  private final Topology inner;

  /**
   * Sends messages within nodes through their links.
   *
   * @param inner provides the links of a node: the first and the last of its routes
   */
  public OutAndBack(Topology inner) {
    this.inner = inner;
  }

  @Override
  public String title() {
    return inner.title();
  }

  @Override
  public int nodes() {
    return inner.nodes();
  }

  @Override
  public int links() {
    return inner.links();
  }

  @Override
  public double bytesPerSecond(int link) {
    return inner.bytesPerSecond(link);
  }

  @Override
  public long latencyPs(int link) {
    return inner.latencyPs(link);
  }

  @Override
  public boolean shared(int link) {
    return inner.shared(link);
  }

  @Override
  public String linkName(int link) {
    return inner.linkName(link);
  }

  @Override
  public String linkClass(int link) {
    return inner.linkClass(link);
  }

  @Override
  public int longestRoute() {
    return Math.max(2, inner.longestRoute());
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int length = inner.route(source, destination, hash, links);
    if (source != destination || length > 0 || inner.nodes() == 1) {
      return length;
    }
    int other = neighbour(source);
    int back = inner.route(other, source, hash, links) - 1;
    int in = links[back];
    inner.route(source, other, hash, links);
    return outAndIn(links, in);
  }

  @Override
  public int interfaces() {
    return inner.interfaces();
  }

  @Override
  public int route(
      int source,
      int sourceInterface,
      int destination,
      int destinationInterface,
      int hash,
      int[] links) {
    int length =
        inner.route(source, sourceInterface, destination, destinationInterface, hash, links);
    if (source != destination || length > 0 || inner.nodes() == 1) {
      return length;
    }
    int other = neighbour(source);
    // In a network of its own a message arrives by the interface by which it has left.
    int back = inner.route(other, sourceInterface, source, destinationInterface, hash, links) - 1;
    int in = links[back];
    inner.route(source, sourceInterface, other, destinationInterface, hash, links);
    return outAndIn(links, in);
  }

  private static int neighbour(int node) {
    return node == 0 ? 1 : node - 1;
  }

  /** By the first link, which is there, and by one that leads back in. */
  private static int outAndIn(int[] links, int in) {
    links[1] = in;
    return in == links[0] ? 1 : 2;
  }
}
