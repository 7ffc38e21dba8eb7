package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;

/**
 * A dragonfly+ (A. Shpiner and others; also Megafly): in each group leaf switches with nodes, and
 * spine switches with the cables to other groups; each leaf is joined with each spine of its group.
 *
 * <p>Nodes are numbered along leaves, leaves along groups. The shortest route goes up to a spine
 * and down within a group; between groups to the spine that has a cable to the other group, over
 * it, and down. The cables of a group are dealt out over its spines in turn. The deterministic
 * route chooses the spine, and the cable between groups, by the number of the destination; hashed
 * routing draws them. {@link Routing#ADAPTIVE} sends half of the messages between groups through a
 * random other group.
 */
public final class DragonflyPlus implements Fabric {
  private static final int DETOUR = 1 << 20;

  /**
   * Speeds of the cables.
   *
   * @param node between a node and its leaf
   * @param group between a leaf and a spine
   * @param global between two groups
   */
  public record CableSpeeds(LinkSpeed node, LinkSpeed group, LinkSpeed global) {}

  private final int groups;
  private final int leaves;
  private final int spines;
  private final int nodesPerLeaf;
  private final int globalCables;
  private final CableSpeeds speeds;
  private final Routing routing;

  private final int nodes;
  private final int firstGroupCable;
  private final int firstGlobalCable;
  private final int cables;

  /**
   * The network.
   *
   * @param groups at least 1
   * @param leavesPerGroup at least 1
   * @param spinesPerGroup at least 1
   * @param nodesPerLeaf at least 1
   * @param globalCables between each two groups, at least 1
   * @param speeds of the cables
   * @param routing which of several cables a message takes
   */
  public DragonflyPlus(
      int groups,
      int leavesPerGroup,
      int spinesPerGroup,
      int nodesPerLeaf,
      int globalCables,
      CableSpeeds speeds,
      Routing routing) {
    this.groups = groups;
    this.leaves = leavesPerGroup;
    this.spines = spinesPerGroup;
    this.nodesPerLeaf = nodesPerLeaf;
    this.globalCables = globalCables;
    this.speeds = speeds;
    this.routing = routing;
    nodes = Dimensions.nodes(groups, leavesPerGroup, nodesPerLeaf);
    Dimensions.nodes(groups, spinesPerGroup);
    if (globalCables < 1) {
      throw new IllegalArgumentException(
          "between each two groups there must be a cable, but there are " + globalCables);
    }
    firstGroupCable = nodes;
    long count = nodes + Math.multiplyExact((long) groups * leaves, (long) spines);
    firstGlobalCable = Dimensions.links(count) / 2;
    count += Math.multiplyExact(Pairs.count(groups), (long) globalCables);
    cables = Dimensions.links(count) / 2;
  }

  @Override
  public String title() {
    return "dragonfly+, %d groups of %d leaves and %d spines, %d nodes at a leaf, %d cables between groups, %s"
        .formatted(groups, leaves, spines, nodesPerLeaf, globalCables, routing.title());
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int vertices() {
    return nodes + groups * (leaves + spines);
  }

  @Override
  public int links() {
    return 2 * cables;
  }

  @Override
  public double bytesPerSecond(int link) {
    return speed(link >> 1).bytesPerSecond();
  }

  @Override
  public long latencyPs(int link) {
    return speed(link >> 1).latencyPs();
  }

  private LinkSpeed speed(int cable) {
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
    int pair = (cable - firstGlobalCable) / globalCables;
    int copy = (cable - firstGlobalCable) % globalCables;
    int lowerGroup = Pairs.lower(pair, groups);
    int upperGroup = Pairs.upper(pair, groups);
    return lower
        ? spineVertex(lowerGroup, gateway(lowerGroup, upperGroup, copy))
        : spineVertex(upperGroup, gateway(upperGroup, lowerGroup, copy));
  }

  private int spineVertex(int group, int spine) {
    return nodes + groups * leaves + group * spines + spine;
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
    if (routing == Routing.ADAPTIVE
        && groups > 2
        && Spread.choose(source, destination, hash, DETOUR, 2) == 1) {
      int through =
          GlobalPorts.third(
              group, targetGroup, Spread.choose(source, destination, hash, 1, groups - 2));
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

  private int chosen(int source, int destination, int hash, int step, int choices) {
    return routing.hashed()
        ? Spread.choose(source, destination, hash, step, choices)
        : (source + destination) % choices;
  }

  /** From a leaf up to a spine of its group. */
  private int up(int leaf, int spine) {
    return 2 * (firstGroupCable + leaf * spines + spine);
  }

  private int global(int group, int other, int copy) {
    int cable = firstGlobalCable + Pairs.index(group, other, groups) * globalCables + copy;
    return 2 * cable + (group < other ? 0 : 1);
  }
}
