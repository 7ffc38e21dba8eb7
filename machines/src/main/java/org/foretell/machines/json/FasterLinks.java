package org.foretell.machines.json;

import org.foretell.machine.Topology;

/** A topology all of whose links are faster by a factor; routes are the same. */
final class FasterLinks implements Topology {
  private final Topology network;
  private final double factor;

  /**
   * The same network.
   *
   * @param factor above 0, of bandwidths; latencies are divided by it
   */
  FasterLinks(Topology network, double factor) {
    this.network = network;
    this.factor = factor;
  }

  @Override
  public String title() {
    return network.title();
  }

  @Override
  public int nodes() {
    return network.nodes();
  }

  @Override
  public int links() {
    return network.links();
  }

  @Override
  public double bytesPerSecond(int link) {
    return network.bytesPerSecond(link) * factor;
  }

  @Override
  public long latencyPs(int link) {
    return Math.round(network.latencyPs(link) / factor);
  }

  @Override
  public boolean shared(int link) {
    return network.shared(link);
  }

  @Override
  public String linkName(int link) {
    return network.linkName(link);
  }

  @Override
  public String linkClass(int link) {
    return network.linkClass(link);
  }

  @Override
  public int longestRoute() {
    return network.longestRoute();
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    return network.route(source, destination, hash, links);
  }

  @Override
  public int interfaces() {
    return network.interfaces();
  }

  @Override
  public int route(
      int source,
      int sourceInterface,
      int destination,
      int destinationInterface,
      int hash,
      int[] links) {
    return network.route(source, sourceInterface, destination, destinationInterface, hash, links);
  }
}
