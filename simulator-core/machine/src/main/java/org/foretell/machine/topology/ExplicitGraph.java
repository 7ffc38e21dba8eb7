package org.foretell.machine.topology;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.jspecify.annotations.Nullable;

/**
 * An explicit network: nodes, switches, links, edges over links, and complete routes where edges do
 * not determine them.
 *
 * <p>A given route takes precedence. Otherwise the route has the fewest links along the edges;
 * among several it is the one whose edges were reached first, nearer vertices and then lower
 * numbers first, so that it is always the same. The shortest routes from a source are computed on
 * request, in time proportional to the edges, and those of {@value #SOURCES_KEPT} sources are kept;
 * a route from one of them allocates nothing.
 */
public final class ExplicitGraph implements Topology {
  private static final int SOURCES_KEPT = 256;

  private record Link(String name, LinkSpeed speed, boolean shared) {}

  private record Edge(int from, int to, int[] links) {}

  /** The shortest routes from a source: the edge by which each vertex is reached, or -1. */
  private record Tree(int source, int[] edgeTo) {}

  private final String title;
  private final int nodes;
  private final List<String> vertexNames;
  private final List<Link> links;
  private final List<Edge> edges;
  private final int[][] edgesFrom;
  private final Long2ObjectOpenHashMap<int[]> routes;
  private final int longestRoute;
  private final AtomicReferenceArray<@Nullable Tree> kept =
      new AtomicReferenceArray<>(SOURCES_KEPT);

  private ExplicitGraph(Builder builder) {
    title = builder.title;
    nodes = builder.nodes;
    vertexNames = List.copyOf(builder.vertexNames);
    links = List.copyOf(builder.links);
    edges = List.copyOf(builder.edges);
    routes = builder.routes.clone();
    edgesFrom = new int[vertexNames.size()][];
    int[] degree = new int[vertexNames.size()];
    edges.forEach(edge -> degree[edge.from]++);
    Arrays.setAll(edgesFrom, vertex -> new int[degree[vertex]]);
    Arrays.fill(degree, 0);
    for (int index = 0; index < edges.size(); index++) {
      int from = edges.get(index).from;
      edgesFrom[from][degree[from]++] = index;
    }
    int longestGiven = 0;
    for (int[] route : routes.values()) {
      longestGiven = Math.max(longestGiven, route.length);
    }
    longestRoute = Math.max(longestGiven, longestPath());
  }

  /**
   * Begins a network to which links, edges and routes are added.
   *
   * @param title for reports
   * @return a builder without links
   */
  public static Builder builder(String title) {
    return new Builder(title);
  }

  /**
   * An upper bound of the links of a shortest route: no vertex is farther from another than by way
   * of the first one, if that can be reached and left from everywhere.
   */
  private int longestPath() {
    if (edges.isEmpty()) {
      return 0;
    }
    int longestEdge = 0;
    long bound = 0;
    for (Edge edge : edges) {
      longestEdge = Math.max(longestEdge, edge.links.length);
      bound += edge.links.length;
    }
    bound = Math.min(bound, (long) (vertexNames.size() - 1) * longestEdge);
    int away = farthest(tree(0), false);
    int back = farthest(reverseTree(), true);
    if (away >= 0 && back >= 0) {
      bound = Math.min(bound, (long) away + back);
    }
    return Math.toIntExact(Math.min(bound, Integer.MAX_VALUE - 8));
  }

  /** The most links from the root of a tree to a vertex; -1 if one is not in it. */
  private int farthest(Tree tree, boolean reverse) {
    int[] distance = new int[vertexNames.size()];
    Arrays.fill(distance, -1);
    distance[tree.source] = 0;
    int most = 0;
    IntArrayList path = new IntArrayList();
    for (int vertex = 0; vertex < distance.length; vertex++) {
      int at = vertex;
      while (distance[at] < 0) {
        if (tree.edgeTo[at] < 0) {
          return -1;
        }
        path.push(at);
        Edge edge = edges.get(tree.edgeTo[at]);
        at = reverse ? edge.to : edge.from;
      }
      while (!path.isEmpty()) {
        int next = path.popInt();
        distance[next] = distance[at] + edges.get(tree.edgeTo[next]).links.length;
        at = next;
      }
      most = Math.max(most, distance[vertex]);
    }
    return most;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int links() {
    return links.size();
  }

  @Override
  public double bytesPerSecond(int link) {
    return links.get(link).speed.bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return links.get(link).speed.latencyPs();
  }

  @Override
  public boolean shared(int link) {
    return links.get(link).shared;
  }

  @Override
  public String linkName(int link) {
    return links.get(link).name;
  }

  @Override
  public int longestRoute() {
    return longestRoute;
  }

  @Override
  public int route(int source, int destination, int hash, int[] into) {
    return source == destination ? 0 : path(source, destination, into, 0);
  }

  /**
   * Finds a route like {@link #route}, but also from and to switches, and from a vertex to itself
   * if such a route was given.
   *
   * @param source a vertex
   * @param destination a vertex
   * @param into gets the links, from {@code offset} on
   * @param offset where in the array the route is to begin
   * @return the number of links in the array afterwards
   */
  public int path(int source, int destination, int[] into, int offset) {
    int[] given = routes.get(key(source, destination));
    if (given != null) {
      System.arraycopy(given, 0, into, offset, given.length);
      return offset + given.length;
    }
    if (source == destination) {
      return offset;
    }
    Tree tree = kept(source);
    int length = offset;
    for (int at = destination; at != source; ) {
      int index = tree.edgeTo[at];
      if (index < 0) {
        throw new NoRouteException(
            "%s has no route from %s to %s; add a cable or a route between them"
                .formatted(title, vertexNames.get(source), vertexNames.get(destination)));
      }
      Edge edge = edges.get(index);
      length += edge.links.length;
      at = edge.from;
    }
    int end = length;
    for (int at = destination; at != source; ) {
      Edge edge = edges.get(tree.edgeTo[at]);
      end -= edge.links.length;
      System.arraycopy(edge.links, 0, into, end, edge.links.length);
      at = edge.from;
    }
    return length;
  }

  private Tree kept(int source) {
    int place = source % SOURCES_KEPT;
    Tree tree = kept.get(place);
    if (tree == null || tree.source != source) {
      tree = tree(source);
      kept.set(place, tree);
    }
    return tree;
  }

  private Tree tree(int source) {
    return shortest(source, edgesFrom, false);
  }

  private Tree reverseTree() {
    List<List<Integer>> into = new ArrayList<>();
    vertexNames.forEach(name -> into.add(new ArrayList<>()));
    for (int index = 0; index < edges.size(); index++) {
      into.get(edges.get(index).to).add(index);
    }
    int[][] edgesInto = new int[into.size()][];
    Arrays.setAll(
        edgesInto, vertex -> into.get(vertex).stream().mapToInt(Integer::intValue).toArray());
    return shortest(0, edgesInto, true);
  }

  /** Dijkstra's algorithm; the queue holds distance and vertex in one number. */
  private Tree shortest(int source, int[][] edgesAt, boolean reverse) {
    int[] edgeTo = new int[vertexNames.size()];
    long[] distance = new long[vertexNames.size()];
    Arrays.fill(edgeTo, -1);
    Arrays.fill(distance, Long.MAX_VALUE);
    distance[source] = 0;
    PriorityQueue<Long> queue = new PriorityQueue<>();
    queue.add((long) source);
    while (!queue.isEmpty()) {
      long nearest = queue.remove();
      int vertex = (int) nearest;
      if (nearest >>> 32 != distance[vertex]) {
        continue;
      }
      for (int index : edgesAt[vertex]) {
        Edge edge = edges.get(index);
        int next = reverse ? edge.from : edge.to;
        long candidate = distance[vertex] + edge.links.length;
        if (candidate < distance[next]) {
          distance[next] = candidate;
          edgeTo[next] = index;
          queue.add(candidate << 32 | next);
        }
      }
    }
    return new Tree(source, edgeTo);
  }

  private static long key(int source, int destination) {
    return ((long) source << 32) | destination;
  }

  /** Collects the parts of a network. Nodes come before switches. */
  public static final class Builder {
    private final String title;
    private final List<String> vertexNames = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final Long2ObjectOpenHashMap<int[]> routes = new Long2ObjectOpenHashMap<>();
    private int nodes;

    private Builder(String title) {
      this.title = title;
    }

    /**
     * Adds a node.
     *
     * @param name for people
     * @return its number
     * @throws IllegalStateException if a switch was added already
     */
    public int node(String name) {
      if (nodes != vertexNames.size()) {
        throw new IllegalStateException("nodes come before switches");
      }
      nodes++;
      return vertex(name);
    }

    /**
     * Adds a switch.
     *
     * @param name for people
     * @return its number among nodes and switches
     */
    public int vertex(String name) {
      vertexNames.add(name);
      return vertexNames.size() - 1;
    }

    /**
     * Adds a link.
     *
     * @param name for people
     * @param speed latency and bandwidth
     * @param shared whether flows share its bandwidth
     * @return its number
     */
    public int link(String name, LinkSpeed speed, boolean shared) {
      links.add(new Link(name, speed, shared));
      return links.size() - 1;
    }

    /**
     * Adds an edge, in one direction, that consists of one or more consecutive links.
     *
     * @param from a vertex
     * @param to a vertex
     * @param linksOfEdge numbers of links, in the order in which they are passed
     */
    public void edge(int from, int to, int... linksOfEdge) {
      check(linksOfEdge, from, to);
      edges.add(new Edge(from, to, linksOfEdge.clone()));
    }

    /**
     * Sets the complete route, in one direction; a later route for the same pair replaces it.
     *
     * @param from a vertex
     * @param to a vertex
     * @param linksOfRoute numbers of links, in the order in which they are passed
     */
    public void route(int from, int to, int... linksOfRoute) {
      check(linksOfRoute, from, to);
      routes.put(key(from, to), linksOfRoute.clone());
    }

    private void check(int[] numbers, int from, int to) {
      for (int link : numbers) {
        Objects.checkIndex(link, links.size());
      }
      Objects.checkIndex(from, vertexNames.size());
      Objects.checkIndex(to, vertexNames.size());
    }

    /**
     * {@return the network}
     *
     * @throws IllegalArgumentException if it has no node
     */
    public ExplicitGraph build() {
      if (nodes == 0) {
        throw new IllegalArgumentException(title + " has no nodes");
      }
      return new ExplicitGraph(this);
    }
  }
}
