package org.foretell.machine.topology;

import java.util.function.IntPredicate;
import org.foretell.machine.Topology;

/**
 * A topology with scaled latencies or bandwidths of some links; routes are the same. Immutable if
 * the topology and the choice of links are.
 */
public final class ScaledLinks implements Topology {
  private final Topology network;
  private final IntPredicate scaled;
  private final double latencyFactor;
  private final double bandwidthFactor;

  /**
   * Creates a network with scaled links.
   *
   * @param network the original network
   * @param scaled selects the scaled links, by number
   * @param latencyFactor of their latencies, which are rounded to whole picoseconds
   * @param bandwidthFactor of their bandwidths
   */
  public ScaledLinks(
      Topology network, IntPredicate scaled, double latencyFactor, double bandwidthFactor) {
    this.network = network;
    this.scaled = scaled;
    this.latencyFactor = latencyFactor;
    this.bandwidthFactor = bandwidthFactor;
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
    return network.bytesPerSecond(link) * (scaled.test(link) ? bandwidthFactor : 1);
  }

  @Override
  public long latencyPs(int link) {
    long latencyPs = network.latencyPs(link);
    return scaled.test(link) ? Math.round(latencyPs * latencyFactor) : latencyPs;
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
