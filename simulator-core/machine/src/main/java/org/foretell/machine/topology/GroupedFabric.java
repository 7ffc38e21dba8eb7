package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;

/**
 * Groups of switches, each joined with each by as many cables, which come after all others. {@link
 * Routing#ADAPTIVE} sends half of the messages between groups through a random other group.
 */
abstract class GroupedFabric implements Fabric {
  /** A message goes straight to the group of its destination. */
  static final int NO_DETOUR = -1;

  private static final int DETOUR = 1 << 20;

  final int groups;
  final int globalCables;
  final Routing routing;
  final int nodes;
  final int firstGlobalCable;
  private final int cables;

  /**
   * The groups.
   *
   * @param globalCables between each two groups, at least 1
   * @param localCables number of all other cables
   */
  GroupedFabric(int nodes, int groups, int globalCables, long localCables, Routing routing) {
    this.nodes = nodes;
    this.groups = groups;
    this.globalCables = globalCables;
    this.routing = routing;
    if (globalCables < 1) {
      throw new IllegalArgumentException(
          "between each two groups there must be a cable, but there are " + globalCables);
    }
    firstGlobalCable = Dimensions.links(localCables) / 2;
    long between = Math.multiplyExact(Pairs.count(groups), (long) globalCables);
    cables = Dimensions.links(localCables + between) / 2;
  }

  @Override
  public final int nodes() {
    return nodes;
  }

  @Override
  public final int links() {
    return 2 * cables;
  }

  @Override
  public final double bytesPerSecond(int link) {
    return speed(link >> 1).bytesPerSecond();
  }

  @Override
  public final long latencyPs(int link) {
    return speed(link >> 1).latencyPs();
  }

  abstract LinkSpeed speed(int cable);

  @Override
  public final String linkClass(int link) {
    return cableClass(link >> 1);
  }

  abstract String cableClass(int cable);

  /** The link from one group to another over one of their cables. */
  final int global(int group, int other, int copy) {
    int cable = firstGlobalCable + Pairs.index(group, other, groups) * globalCables + copy;
    return 2 * cable + (group < other ? 0 : 1);
  }

  /** The vertex at which a link between groups begins. */
  final int fromGlobal(int cable, boolean lower) {
    int pair = (cable - firstGlobalCable) / globalCables;
    int copy = (cable - firstGlobalCable) % globalCables;
    int lowerGroup = Pairs.lower(pair, groups);
    int upperGroup = Pairs.upper(pair, groups);
    return lower
        ? gatewayVertex(lowerGroup, upperGroup, copy)
        : gatewayVertex(upperGroup, lowerGroup, copy);
  }

  /** The switch of a group that holds a cable to another group. */
  abstract int gatewayVertex(int group, int other, int copy);

  /** A choice that hashed routing draws, and others make by the nodes. */
  final int chosen(int source, int destination, int hash, int step, int choices) {
    return routing.hashed()
        ? Spread.choose(source, destination, hash, step, choices)
        : (source + destination) % choices;
  }

  /** Whether a message is one of the half that make a detour. */
  static boolean detours(int source, int destination, int hash) {
    return Spread.choose(source, destination, hash, DETOUR, 2) == 1;
  }

  /** The group through which a message goes to another, or {@link #NO_DETOUR}. */
  final int detour(int group, int targetGroup, int source, int destination, int hash) {
    if (routing != Routing.ADAPTIVE || groups <= 2 || !detours(source, destination, hash)) {
      return NO_DETOUR;
    }
    int choice = Spread.choose(source, destination, hash, 1, groups - 2);
    return GlobalPorts.third(group, targetGroup, choice);
  }
}
