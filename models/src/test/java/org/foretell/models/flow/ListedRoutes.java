package org.foretell.models.flow;

import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;

/** A topology as a test wants it: links, and the route between each two nodes that it needs. */
final class ListedRoutes implements Topology {
  private final int nodes;
  private final LinkSpeed[] speeds;
  private final boolean[] unshared;
  private final Map<Long, int[]> routes = new HashMap<>();

  ListedRoutes(int nodes, LinkSpeed... speeds) {
    this.nodes = nodes;
    this.speeds = speeds;
    unshared = new boolean[speeds.length];
  }

  ListedRoutes route(int source, int destination, int... links) {
    routes.put(key(source, destination), links);
    return this;
  }

  ListedRoutes unshared(int link) {
    unshared[link] = true;
    return this;
  }

  private long key(int source, int destination) {
    return (long) source * nodes + destination;
  }

  @Override
  public String title() {
    return "listed routes";
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int links() {
    return speeds.length;
  }

  @Override
  public double bytesPerSecond(int link) {
    return speeds[link].bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speeds[link].latencyPs();
  }

  @Override
  public boolean shared(int link) {
    return !unshared[link];
  }

  @Override
  public String linkName(int link) {
    return "link " + link;
  }

  @Override
  public int longestRoute() {
    return speeds.length;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int[] route = routes.getOrDefault(key(source, destination), new int[0]);
    System.arraycopy(route, 0, links, 0, route.length);
    return route.length;
  }
}
