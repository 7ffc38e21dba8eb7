package org.foretell.machine.topology;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.machine.LinkSpeed;

/**
 * A fat tree of any number of levels and any arity (a parallel-ports generalised fat tree, PGFT, of
 * E. Zahavi).
 *
 * <p>Level 0 holds the nodes. A vertex of level {@code l} has {@code up[l]} parents, connected to
 * each by {@code cables[l]} cables; a switch of level {@code l + 1} has {@code down[l]} children.
 * Fewer cables up than down is oversubscription.
 *
 * <p>The deterministic route is that of D-mod-k with the choices of SimGrid, so that both agree:
 * upwards the number of the destination chooses parent and cable; downwards the path is fixed
 * except for the cable, which the number of the source chooses if a switch has several cables to a
 * child.
 */
public final class FatTree implements Fabric {
  private final int[] down;
  private final int[] up;
  private final int[] cables;
  private final LinkSpeed[] speeds;
  private final Routing routing;

  /** Product of {@code down} below a level: nodes under a switch of that level. */
  private final int[] downBelow;

  /** Product of {@code up} below a level. */
  private final int[] upBelow;

  /** Number of the first cable upwards from a level; last the number of all. */
  private final int[] firstCable;

  /** Number of the first vertex of a level; last the number of all. */
  private final int[] firstVertex;

  /**
   * Creates a tree; all arrays and lists from the lowest level up.
   *
   * @param down children of a switch of level 1, 2, ...
   * @param up parents of something of level 0, 1, ...
   * @param cables from something of level 0, 1, ... to each of its parents
   * @param speeds of the cables of a level, one for each or one for all
   * @param routing which of several upward paths a message takes
   */
  public FatTree(int[] down, int[] up, int[] cables, List<LinkSpeed> speeds, Routing routing) {
    int levels = down.length;
    this.down = Dimensions.checked("children of a switch", down);
    this.up = Dimensions.checked("parents", up);
    this.cables = Dimensions.checked("cables", cables);
    Dimensions.checkCount("parents, one number for each level", levels, up.length);
    Dimensions.checkCount("cables, one number for each level", levels, cables.length);
    this.speeds = Speeds.forEach("link speeds of a fat tree", speeds, levels);
    this.routing = routing;
    Dimensions.nodes(down);
    downBelow = new int[levels + 1];
    upBelow = new int[levels + 1];
    firstCable = new int[levels + 1];
    firstVertex = new int[levels + 2];
    downBelow[0] = 1;
    upBelow[0] = 1;
    long vertices = 0;
    long cableCount = 0;
    for (int level = 0; level <= levels; level++) {
      long width = (long) upBelow[level] * (Dimensions.nodes(down) / downBelow[level]);
      firstVertex[level] = (int) vertices;
      vertices += width;
      firstCable[level] = (int) cableCount;
      if (level < levels) {
        cableCount += Math.multiplyExact(width, (long) up[level] * cables[level]);
        downBelow[level + 1] = downBelow[level] * down[level];
        upBelow[level + 1] = Dimensions.nodes(upBelow[level], up[level]);
      }
      Dimensions.links(Math.max(vertices, cableCount));
    }
    firstVertex[levels + 1] = (int) vertices;
  }

  @Override
  public String title() {
    StringBuilder title = new StringBuilder();
    title.append(down.length).append("-level fat tree, ").append(Dimensions.times(down));
    title.append(" nodes, ").append(Dimensions.times(up)).append(" parents");
    if (IntStream.of(cables).anyMatch(count -> count > 1)) {
      title.append(" by ").append(Dimensions.times(cables)).append(" cables");
    }
    String narrow =
        IntStream.range(1, down.length)
            .filter(level -> portsUp(level) < portsDown(level))
            .mapToObj(level -> ratio(portsDown(level), portsUp(level)) + " at level " + level)
            .collect(Collectors.joining(", "));
    if (!narrow.isEmpty()) {
      title.append(", oversubscribed ").append(narrow);
    }
    return title.append(", ").append(routing.title()).toString();
  }

  private int portsDown(int level) {
    return down[level - 1] * cables[level - 1];
  }

  private int portsUp(int level) {
    return up[level] * cables[level];
  }

  private static String ratio(int one, int other) {
    int common = one;
    for (int rest = other; rest != 0; ) {
      int next = common % rest;
      common = rest;
      rest = next;
    }
    return one / common + ":" + other / common;
  }

  @Override
  public int nodes() {
    return downBelow[down.length];
  }

  @Override
  public int vertices() {
    return firstVertex[down.length + 1];
  }

  @Override
  public int links() {
    return 2 * firstCable[down.length];
  }

  @Override
  public double bytesPerSecond(int link) {
    return speeds[tier(link)].bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speeds[tier(link)].latencyPs();
  }

  @Override
  public String linkClass(int link) {
    return "level " + (tier(link) + 1);
  }

  /** The level from which a link goes up, or to which it goes down. */
  private int tier(int link) {
    int level = 0;
    while (firstCable[level + 1] <= link >> 1) {
      level++;
    }
    return level;
  }

  @Override
  public int from(int link) {
    int level = tier(link);
    int port = ((link >> 1) - firstCable[level]) / cables[level];
    int child = port / up[level];
    return (link & 1) == 0
        ? firstVertex[level] + child
        : firstVertex[level + 1] + parent(level, child, port % up[level]);
  }

  @Override
  public int level(int vertex) {
    int level = 0;
    while (firstVertex[level + 1] <= vertex) {
      level++;
    }
    return level;
  }

  @Override
  public String vertexName(int vertex) {
    int level = level(vertex);
    int place = vertex - firstVertex[level];
    return level == 0 ? "node " + place : "switch " + place + " of level " + level;
  }

  @Override
  public String linkName(int link) {
    int level = tier(link);
    String name = Fabric.super.linkName(link);
    return cables[level] == 1
        ? name
        : name + ", cable " + ((link >> 1) - firstCable[level]) % cables[level];
  }

  @Override
  public int longestRoute() {
    return 2 * down.length;
  }

  /** The place, in the level above, of one of the parents. */
  private int parent(int level, int place, int which) {
    int low = place % upBelow[level];
    int high = place / upBelow[level] / down[level];
    return low + (which + high * up[level]) * upBelow[level];
  }

  /** The place, in the level below, of one of the children. */
  private int child(int level, int place, int which) {
    int low = place % upBelow[level - 1];
    int high = place / upBelow[level];
    return low + (which + high * down[level - 1]) * upBelow[level - 1];
  }

  private int cable(int level, int child, int parent, int number) {
    return firstCable[level] + (child * up[level] + parent) * cables[level] + number;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    boolean hashed = routing.hashed();
    int length = 0;
    int level = 0;
    int place = source;
    while (place / upBelow[level] != destination / downBelow[level]) {
      int ports = portsUp(level);
      int port =
          hashed
              ? Spread.choose(source, destination, hash, level, ports)
              : destination / upBelow[level] % ports;
      int parent = port % up[level];
      links[length++] = 2 * cable(level, place, parent, port / up[level]);
      place = parent(level, place, parent);
      level++;
    }
    int port = Integer.MAX_VALUE;
    while (level > 0) {
      int children = down[level - 1];
      int which = destination / downBelow[level - 1] % children;
      port =
          hashed
              ? which
                  + children * Spread.choose(source, destination, hash, -level, cables[level - 1])
              : portDown(port, source, which, level);
      int parent = place / upBelow[level - 1] % up[level - 1];
      place = child(level, place, which);
      level--;
      links[length++] = 2 * cable(level, place, parent, port / children) + 1;
    }
    return length;
  }

  /**
   * The port by which SimGrid goes down: it looks through the ports of a switch in order, from the
   * bundle that the source chooses on, and goes on looking at the next switch with the port after
   * the one it took, as long as there is a fitting one.
   */
  private int portDown(int lastPort, int source, int which, int level) {
    int children = down[level - 1];
    int bundles = cables[level - 1];
    if (lastPort < children * bundles) {
      int next = lastPort + 1 + Math.floorMod(which - lastPort - 1, children);
      if (next < children * bundles) {
        return next;
      }
    }
    return source % bundles * children + which;
  }
}
