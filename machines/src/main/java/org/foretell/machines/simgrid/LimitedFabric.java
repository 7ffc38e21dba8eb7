package org.foretell.machines.simgrid;

import org.foretell.machine.Topology;
import org.foretell.machine.topology.Fabric;

/**
 * A fabric in which each node and each switch bounds what passes it: SimGrid's {@code
 * limiter_link}.
 */
final class LimitedFabric implements Topology {
  private final Fabric fabric;
  private final boolean splitDuplex;
  private final double limitBytesPerSecond;
  private final int firstLimiter;

  LimitedFabric(Fabric fabric, boolean splitDuplex, double limitBytesPerSecond) {
    this.fabric = fabric;
    this.splitDuplex = splitDuplex;
    this.limitBytesPerSecond = limitBytesPerSecond;
    firstLimiter = splitDuplex ? fabric.links() : fabric.links() / 2;
  }

  @Override
  public String title() {
    return fabric.title() + (splitDuplex ? "" : ", half duplex") + ", with limiters";
  }

  @Override
  public int nodes() {
    return fabric.nodes();
  }

  @Override
  public int links() {
    return firstLimiter + fabric.vertices();
  }

  private int ofFabric(int link) {
    return splitDuplex ? link : 2 * link;
  }

  @Override
  public double bytesPerSecond(int link) {
    return link < firstLimiter ? fabric.bytesPerSecond(ofFabric(link)) : limitBytesPerSecond;
  }

  @Override
  public long latencyPs(int link) {
    return link < firstLimiter ? fabric.latencyPs(ofFabric(link)) : 0;
  }

  @Override
  public boolean shared(int link) {
    return true;
  }

  @Override
  public String linkName(int link) {
    return link < firstLimiter
        ? fabric.linkName(ofFabric(link))
        : "limiter of " + fabric.vertexName(link - firstLimiter);
  }

  @Override
  public String linkClass(int link) {
    return link < firstLimiter ? fabric.linkClass(ofFabric(link)) : "limiters";
  }

  @Override
  public int longestRoute() {
    return 2 * fabric.longestRoute() + 1;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int length = fabric.route(source, destination, hash, links);
    if (length == 0) {
      return 0;
    }
    links[2 * length] = firstLimiter + destination;
    for (int index = length - 1; index >= 0; index--) {
      int link = links[index];
      links[2 * index + 1] = splitDuplex ? link : link >> 1;
      links[2 * index] = firstLimiter + fabric.from(link);
    }
    return 2 * length + 1;
  }
}
