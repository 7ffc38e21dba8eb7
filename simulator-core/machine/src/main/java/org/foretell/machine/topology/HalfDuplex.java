package org.foretell.machine.topology;

import org.foretell.machine.Topology;

/**
 * A fabric whose cables carry both directions on one bandwidth, as SimGrid's links do with the
 * policy {@code SHARED}: a link for each cable instead of two.
 */
public final class HalfDuplex implements Topology {
  private final Fabric fabric;

  /**
   * Takes the routes and speeds of a fabric.
   *
   * @param fabric vertices, links and routes
   */
  public HalfDuplex(Fabric fabric) {
    this.fabric = fabric;
  }

  @Override
  public String title() {
    return fabric.title() + ", half duplex";
  }

  @Override
  public int nodes() {
    return fabric.nodes();
  }

  @Override
  public int links() {
    return (fabric.links() + 1) / 2;
  }

  @Override
  public double bytesPerSecond(int link) {
    return fabric.bytesPerSecond(2 * link);
  }

  @Override
  public long latencyPs(int link) {
    return fabric.latencyPs(2 * link);
  }

  @Override
  public boolean shared(int link) {
    return fabric.shared(2 * link);
  }

  @Override
  public String linkName(int link) {
    return fabric.linkName(2 * link) + " and back";
  }

  @Override
  public String linkClass(int link) {
    return fabric.linkClass(2 * link);
  }

  @Override
  public int longestRoute() {
    return fabric.longestRoute();
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int length = fabric.route(source, destination, hash, links);
    for (int index = 0; index < length; index++) {
      links[index] >>= 1;
    }
    return length;
  }
}
