package org.foretell.machines.simgrid;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.List;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.ExplicitGraph;
import org.jspecify.annotations.Nullable;

/**
 * Zones inside of each other. One graph holds the links that are listed, and all hosts, routers and
 * zones as its vertices; routes and edges join only what is in the same zone. Clusters have links
 * and routes of their own.
 *
 * <p>A route between two zones goes inside of the first one to the gateway that the route between
 * the zones names, by the links of that route, and from its other gateway inside of the second one.
 */
final class ZoneTopology implements Topology {
  /** A cluster, and the numbers of its first host and its first link. */
  record PlacedCluster(Cluster cluster, int firstHost, int firstLink, int routerVertex) {}

  /** How deep zones may stand in each other; the bound of a route doubles with each. */
  static final int DEEPEST = 8;

  private final String title;
  private final ExplicitGraph graph;
  private final List<PlacedCluster> clusters;
  private final int[] zoneOfVertex;
  private final int[] clusterOfZone;
  private final Long2LongOpenHashMap gateways;
  private final List<String> vertexNames;
  private final int links;
  private final int longestRoute;

  /**
   * Puts the parts together.
   *
   * @param zoneOfVertex the vertex of the zone that a host, router or zone is in; -1 for the
   *     outermost
   * @param clusterOfZone the index of the cluster that a vertex is, or -1
   * @param gateways by pair of vertices the pair of gateways, each inside of its zone; else -1
   * @param depth how many zones stand in each other
   */
  ZoneTopology(
      String title,
      ExplicitGraph graph,
      List<PlacedCluster> clusters,
      int[] zoneOfVertex,
      int[] clusterOfZone,
      Long2LongOpenHashMap gateways,
      List<String> vertexNames,
      int depth) {
    this.title = title;
    this.graph = graph;
    this.clusters = List.copyOf(clusters);
    this.zoneOfVertex = zoneOfVertex;
    this.clusterOfZone = clusterOfZone;
    this.gateways = gateways;
    this.vertexNames = vertexNames;
    int count = graph.links();
    int longestInCluster = 0;
    for (PlacedCluster placed : clusters) {
      count += placed.cluster.topology().links();
      longestInCluster = Math.max(longestInCluster, placed.cluster.topology().longestRoute());
    }
    links = count;
    // Through each zone at most one route of its own, and one on either side inside of it.
    longestRoute =
        (int)
            Math.min(
                Integer.MAX_VALUE - 8,
                (2L << depth) * ((long) graph.longestRoute() + longestInCluster));
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int nodes() {
    return graph.nodes();
  }

  @Override
  public int links() {
    return links;
  }

  private @Nullable PlacedCluster clusterOf(int link) {
    PlacedCluster found = null;
    for (PlacedCluster placed : clusters) {
      if (placed.firstLink <= link) {
        found = placed;
      }
    }
    return found;
  }

  private LinkSpeed speed(int link) {
    PlacedCluster placed = clusterOf(link);
    Topology owner = placed == null ? graph : placed.cluster.topology();
    int number = placed == null ? link : link - placed.firstLink;
    return new LinkSpeed(owner.latencyPs(number), owner.bytesPerSecond(number));
  }

  @Override
  public double bytesPerSecond(int link) {
    return speed(link).bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speed(link).latencyPs();
  }

  @Override
  public boolean shared(int link) {
    PlacedCluster placed = clusterOf(link);
    return placed == null
        ? graph.shared(link)
        : placed.cluster.topology().shared(link - placed.firstLink);
  }

  @Override
  public String linkName(int link) {
    PlacedCluster placed = clusterOf(link);
    return placed == null
        ? graph.linkName(link)
        : placed.cluster.topology().linkName(link - placed.firstLink)
            + " of cluster "
            + placed.cluster.id();
  }

  @Override
  public String linkClass(int link) {
    PlacedCluster placed = clusterOf(link);
    if (placed == null) {
      return graph.linkClass(link);
    }
    String inCluster = placed.cluster.topology().linkClass(link - placed.firstLink);
    // Clusters that tell no links apart are not alike: whoever asks tells those by speed.
    return inCluster.equals("links") ? inCluster : inCluster + " of cluster " + placed.cluster.id();
  }

  @Override
  public int longestRoute() {
    return longestRoute;
  }

  @Override
  public int route(int source, int destination, int hash, int[] into) {
    return source == destination ? 0 : path(source, destination, hash, into, 0);
  }

  private int path(int from, int to, int hash, int[] into, int offset) {
    if (from == to) {
      return offset;
    }
    int zone = zoneOfVertex[from];
    if (zone == zoneOfVertex[to]) {
      int cluster = zone < 0 ? -1 : clusterOfZone[zone];
      return cluster >= 0
          ? inCluster(clusters.get(cluster), from, to, hash, into, offset)
          : between(from, to, from, to, hash, into, offset);
    }
    int left = from;
    int right = to;
    int leftDepth = depthOf(left);
    int rightDepth = depthOf(right);
    while (zoneOfVertex[left] != zoneOfVertex[right]) {
      if (leftDepth >= rightDepth) {
        left = zoneOfVertex[left];
        leftDepth--;
      } else {
        right = zoneOfVertex[right];
        rightDepth--;
      }
    }
    return between(left, right, from, to, hash, into, offset);
  }

  private int depthOf(int vertex) {
    int depth = 0;
    for (int at = vertex; zoneOfVertex[at] >= 0; at = zoneOfVertex[at]) {
      depth++;
    }
    return depth;
  }

  /** By way of the route between two things in the same zone that hold both ends, or are them. */
  private int between(int left, int right, int from, int to, int hash, int[] into, int offset) {
    long pair = gateways.get(key(left, right));
    int leave = pair < 0 ? left : (int) (pair >>> 32);
    int enter = pair < 0 ? right : (int) pair;
    if (pair < 0 && (left != from || right != to)) {
      throw new NoRouteException(
          "%s has no route from %s to %s: none from zone %s to zone %s"
              .formatted(
                  title,
                  vertexNames.get(from),
                  vertexNames.get(to),
                  vertexNames.get(left),
                  vertexNames.get(right)));
    }
    int length = path(from, leave, hash, into, offset);
    length = graph.path(left, right, into, length);
    return path(enter, to, hash, into, length);
  }

  private int inCluster(PlacedCluster placed, int from, int to, int hash, int[] into, int offset) {
    int source = from == placed.routerVertex ? StarCluster.ROUTER : from - placed.firstHost;
    int destination = to == placed.routerVertex ? StarCluster.ROUTER : to - placed.firstHost;
    int length;
    if (placed.cluster.topology() instanceof StarCluster star) {
      length = star.path(source, destination, into, offset);
    } else if (source == StarCluster.ROUTER || destination == StarCluster.ROUTER) {
      // As in SimGrid, the router of such a cluster is everywhere at once.
      length = offset;
    } else {
      int[] inside = new int[placed.cluster.topology().longestRoute()];
      int count = placed.cluster.topology().route(source, destination, hash, inside);
      System.arraycopy(inside, 0, into, offset, count);
      length = offset + count;
    }
    for (int index = offset; index < length; index++) {
      into[index] += placed.firstLink;
    }
    return length;
  }

  static long key(int from, int to) {
    return ((long) from << 32) | to;
  }
}
