package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;

/**
 * A dragonfly+ (A. Shpiner and others; also Megafly): in each group leaf switches with nodes, and
 * spine switches with the cables to other groups; each leaf is connected to each spine of its
 * group.
 *
 * <p>Nodes are numbered along leaves, leaves along groups. The shortest route goes up to a spine
 * and down within a group; between groups to the spine that has a cable to the other group, over
 * it, and down. The cables of a group are distributed over its spines in turn. The deterministic
 * route chooses the spine, and the cable between groups, by the number of the destination; hashed
 * routing draws them. {@link Routing#ADAPTIVE} sends half of the messages between groups through a
 * random other group.
 */
public final class DragonflyPlus extends GroupedFabric {
  /**
   * Speeds of the cables.
   *
   * @param node between a node and its leaf
   * @param group between a leaf and a spine
   * @param global between two groups
   */
  public record CableSpeeds(LinkSpeed node, LinkSpeed group, LinkSpeed global) {}

  private final int leaves;
  private final int spines;
  private final int nodesPerLeaf;
  private final CableSpeeds speeds;

  private final int firstGroupCable;

  DragonflyPlus(DragonflyPlusBuilder from) {
    super(
        Dimensions.nodes(from.groups, from.leavesPerGroup, from.nodesPerLeaf),
        from.groups,
        from.globalCables,
        (long) from.groups * from.leavesPerGroup * from.nodesPerLeaf
            + Math.multiplyExact(
                (long) from.groups * from.leavesPerGroup, (long) from.spinesPerGroup),
        from.routing);
    leaves = from.leavesPerGroup;
    spines = from.spinesPerGroup;
    nodesPerLeaf = from.nodesPerLeaf;
    speeds = from.requiredSpeeds();
    Dimensions.nodes(groups, spines);
    firstGroupCable = nodes;
  }

  /**
   * Begins the description of a network.
   *
   * @return a builder of one group with a leaf, a spine and a node, whose messages are routed
   *     deterministically
   */
  public static DragonflyPlusBuilder builder() {
    return new DragonflyPlusBuilder();
  }

  @Override
  public String title() {
    return "dragonfly+, %d groups of %d leaves and %d spines, %d nodes at a leaf, %d cables between groups, %s"
        .formatted(groups, leaves, spines, nodesPerLeaf, globalCables, routing.title());
  }

  @Override
  public int vertices() {
    return nodes + groups * (leaves + spines);
  }

  @Override
  String cableClass(int cable) {
    return cable < firstGroupCable
        ? "links of nodes"
        : cable < firstGlobalCable ? "links within groups" : "links between groups";
  }

  @Override
  LinkSpeed speed(int cable) {
    return cable < firstGroupCable
        ? speeds.node
        : cable < firstGlobalCable ? speeds.group : speeds.global;
  }

  @Override
  public int from(int link) {
    int cable = link >> 1;
    boolean lower = (link & 1) == 0;
    if (cable < firstGroupCable) {
      return lower ? cable : nodes + cable / nodesPerLeaf;
    }
    if (cable < firstGlobalCable) {
      int leaf = (cable - firstGroupCable) / spines;
      int spine = (cable - firstGroupCable) % spines;
      return lower ? nodes + leaf : spineVertex(leaf / leaves, spine);
    }
    return fromGlobal(cable, lower);
  }

  private int spineVertex(int group, int spine) {
    return nodes + groups * leaves + group * spines + spine;
  }

  @Override
  public int level(int vertex) {
    int leaf = vertex - nodes;
    return leaf < 0 ? 0 : leaf < groups * leaves ? 1 : 2;
  }

  @Override
  public String vertexName(int vertex) {
    if (vertex < nodes) {
      return "node " + vertex;
    }
    int leaf = vertex - nodes;
    int spine = leaf - groups * leaves;
    return spine < 0
        ? "leaf " + leaf % leaves + " of group " + leaf / leaves
        : "spine " + spine % spines + " of group " + spine / spines;
  }

  @Override
  int gatewayVertex(int group, int other, int copy) {
    return spineVertex(group, gateway(group, other, copy));
  }

  /** The spine of a group that holds a cable to another group. */
  private int gateway(int group, int other, int copy) {
    return GlobalPorts.index(group, other, copy, groups, globalCables) % spines;
  }

  @Override
  public int longestRoute() {
    return groups == 1 ? 4 : routing == Routing.ADAPTIVE && groups > 2 ? 8 : 5;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int leaf = source / nodesPerLeaf;
    int targetLeaf = destination / nodesPerLeaf;
    int group = leaf / leaves;
    int targetGroup = targetLeaf / leaves;
    int length = 0;
    links[length++] = 2 * source;
    if (group != targetGroup) {
      length = between(leaf, targetLeaf, source, destination, hash, links, length);
    } else if (leaf != targetLeaf) {
      int spine = chosen(source, destination, hash, 0, spines);
      links[length++] = up(leaf, spine);
      links[length++] = up(targetLeaf, spine) + 1;
    }
    links[length++] = 2 * destination + 1;
    return length;
  }

  private int between(
      int leaf, int targetLeaf, int source, int destination, int hash, int[] links, int before) {
    int length = before;
    int group = leaf / leaves;
    int targetGroup = targetLeaf / leaves;
    int copy = chosen(source, destination, hash, 0, globalCables);
    int through = detour(group, targetGroup, source, destination, hash);
    if (through != NO_DETOUR) {
      links[length++] = up(leaf, gateway(group, through, copy));
      links[length++] = global(group, through, copy);
      int arrival = gateway(through, group, copy);
      int departure = gateway(through, targetGroup, copy);
      if (arrival != departure) {
        int turn = through * leaves + Spread.choose(source, destination, hash, 2, leaves);
        links[length++] = up(turn, arrival) + 1;
        links[length++] = up(turn, departure);
      }
      links[length++] = global(through, targetGroup, copy);
      links[length++] = up(targetLeaf, gateway(targetGroup, through, copy)) + 1;
    } else {
      links[length++] = up(leaf, gateway(group, targetGroup, copy));
      links[length++] = global(group, targetGroup, copy);
      links[length++] = up(targetLeaf, gateway(targetGroup, group, copy)) + 1;
    }
    return length;
  }

  /** From a leaf up to a spine of its group. */
  private int up(int leaf, int spine) {
    return 2 * (firstGroupCable + leaf * spines + spine);
  }
}
