package org.foretell.machine.topology;

import org.foretell.machine.LinkSpeed;

/**
 * A dragonfly (J. Kim and others): groups of switches, every two of them connected. The switches of
 * a group are arranged in chassis (one chassis: all are connected to each other, as in Slingshot;
 * several, as in Cascade: all within a chassis, and those in the same position of different
 * chassis).
 *
 * <p>Nodes are numbered along switches, switches along chassis, chassis along groups. The shortest
 * route goes to the switch with the cable to the other group, over it, and to the switch of the
 * destination; within a group first along the chassis, then between chassis. Hashed routing draws
 * which cable to the other group and which order within a group. {@link Routing#ADAPTIVE} sends
 * half of the messages between groups through a random other group, and half of the messages
 * between switches of a group with a single chassis through a random other switch.
 */
public final class Dragonfly extends GroupedFabric {
  /**
   * Speeds of the cables. For a bundle of parallel cables, the speed of the bundle.
   *
   * @param node between a node and its switch
   * @param chassis between two switches of a chassis
   * @param group between two chassis of a group
   * @param global between two groups
   */
  public record CableSpeeds(LinkSpeed node, LinkSpeed chassis, LinkSpeed group, LinkSpeed global) {}

  private final int chassis;
  private final int blades;
  private final int nodesPerSwitch;
  private final GlobalLinks placement;
  private final CableSpeeds speeds;

  private final int switchesPerGroup;
  private final int firstChassisCable;
  private final int firstGroupCable;

  Dragonfly(DragonflyBuilder from) {
    super(
        Dimensions.nodes(
            from.groups, from.chassisPerGroup, from.switchesPerChassis, from.nodesPerSwitch),
        from.groups,
        from.globalCables,
        (long) from.groups * from.chassisPerGroup * from.switchesPerChassis * from.nodesPerSwitch
            + (long) from.groups * from.chassisPerGroup * Pairs.count(from.switchesPerChassis)
            + (long) from.groups * from.switchesPerChassis * Pairs.count(from.chassisPerGroup),
        from.routing);
    chassis = from.chassisPerGroup;
    blades = from.switchesPerChassis;
    nodesPerSwitch = from.nodesPerSwitch;
    placement = from.globalLinks;
    speeds = from.requiredSpeeds();
    if (placement == GlobalLinks.BY_GROUP_NUMBER && groups > 1 && groups > blades) {
      throw new IllegalArgumentException(
          "%d groups need as many switches in a chassis to be joined, but there are %d"
              .formatted(groups, blades));
    }
    switchesPerGroup = chassis * blades;
    firstChassisCable = nodes;
    firstGroupCable = nodes + (int) ((long) groups * chassis * Pairs.count(blades));
  }

  /**
   * Begins the description of a network.
   *
   * @return a builder of one group, one switch and one node, whose messages are routed
   *     deterministically
   */
  public static DragonflyBuilder builder() {
    return new DragonflyBuilder();
  }

  @Override
  public String title() {
    return "dragonfly, "
        + groups
        + " groups of "
        + (chassis == 1 ? "" : chassis + "x")
        + blades
        + " switches of "
        + nodesPerSwitch
        + " nodes, "
        + globalCables
        + " cables between groups, "
        + routing.title();
  }

  @Override
  public int vertices() {
    return nodes + groups * switchesPerGroup;
  }

  @Override
  String cableClass(int cable) {
    return cable < firstChassisCable
        ? "links of nodes"
        : cable < firstGroupCable
            ? "links within chassis"
            : cable < firstGlobalCable ? "links within groups" : "links between groups";
  }

  @Override
  LinkSpeed speed(int cable) {
    return cable < firstChassisCable
        ? speeds.node
        : cable < firstGroupCable
            ? speeds.chassis
            : cable < firstGlobalCable ? speeds.group : speeds.global;
  }

  @Override
  public int from(int link) {
    int cable = link >> 1;
    boolean lower = (link & 1) == 0;
    if (cable < firstChassisCable) {
      return lower ? cable : nodes + cable / nodesPerSwitch;
    }
    if (cable < firstGroupCable) {
      int perChassis = (int) Pairs.count(blades);
      int pair = (cable - firstChassisCable) % perChassis;
      int place = (cable - firstChassisCable) / perChassis * blades;
      return nodes + place + member(pair, blades, lower);
    }
    if (cable < firstGlobalCable) {
      int perBlade = (int) Pairs.count(chassis);
      int pair = (cable - firstGroupCable) % perBlade;
      int blade = (cable - firstGroupCable) / perBlade;
      int group = blade / blades;
      int which = member(pair, chassis, lower);
      return nodes + (group * chassis + which) * blades + blade % blades;
    }
    return fromGlobal(cable, lower);
  }

  private static int member(int pair, int things, boolean lower) {
    return lower ? Pairs.lower(pair, things) : Pairs.upper(pair, things);
  }

  @Override
  int gatewayVertex(int group, int other, int copy) {
    return nodes + gateway(group, other, copy);
  }

  /** The switch of a group that holds a cable to another group. */
  private int gateway(int group, int other, int copy) {
    int place =
        placement == GlobalLinks.BY_GROUP_NUMBER
            ? other
            : GlobalPorts.index(group, other, copy, groups, globalCables) % switchesPerGroup;
    return group * switchesPerGroup + place;
  }

  @Override
  public String vertexName(int vertex) {
    int place = vertex - nodes;
    if (place < 0) {
      return "node " + vertex;
    }
    return "switch "
        + (chassis == 1 ? "" : place / blades % chassis + ".")
        + place % blades
        + " of group "
        + place / switchesPerGroup;
  }

  @Override
  public int longestRoute() {
    int within = (blades > 1 ? 1 : 0) + (chassis > 1 ? 1 : 0);
    int inGroup = 2 + within + (detoursWithin() ? 1 : 0);
    boolean detours = routing == Routing.ADAPTIVE && groups > 2;
    return groups == 1 ? inGroup : Math.max(inGroup, detours ? 4 + 3 * within : 3 + 2 * within);
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    if (source == destination) {
      return 0;
    }
    int place = source / nodesPerSwitch;
    int target = destination / nodesPerSwitch;
    int group = place / switchesPerGroup;
    int targetGroup = target / switchesPerGroup;
    boolean otherOrder = routing.hashed() && Spread.choose(source, destination, hash, -1, 2) == 1;
    int length = 0;
    links[length++] = 2 * source;
    if (group != targetGroup) {
      int copy = chosen(source, destination, hash, 0, globalCables);
      int through = detour(group, targetGroup, source, destination, hash);
      if (through != NO_DETOUR) {
        length = leave(place, through, copy, otherOrder, links, length);
        place = gateway(through, group, copy);
        group = through;
      }
      length = leave(place, targetGroup, copy, otherOrder, links, length);
      place = gateway(targetGroup, group, copy);
    } else if (place != target && detoursWithin() && detours(source, destination, hash)) {
      int choice = Spread.choose(source, destination, hash, 1, blades - 2);
      int through = group * blades + GlobalPorts.third(place % blades, target % blades, choice);
      length = within(place, through, otherOrder, links, length);
      place = through;
    }
    length = within(place, target, otherOrder, links, length);
    links[length++] = 2 * destination + 1;
    return length;
  }

  /** Whether messages between switches of a group may go through a third one. */
  private boolean detoursWithin() {
    return routing == Routing.ADAPTIVE && chassis == 1 && blades > 2;
  }

  /** From a switch over the cable to another group. */
  private int leave(
      int place, int other, int copy, boolean otherOrder, int[] links, int lengthBefore) {
    int group = place / switchesPerGroup;
    int length = within(place, gateway(group, other, copy), otherOrder, links, lengthBefore);
    links[length++] = global(group, other, copy);
    return length;
  }

  /** From a switch to another one of its group. */
  private int within(int place, int target, boolean otherOrder, int[] links, int lengthBefore) {
    int length = lengthBefore;
    int blade = place % blades;
    int targetBlade = target % blades;
    int box = place / blades;
    int targetBox = target / blades;
    if (box != targetBox && otherOrder) {
      links[length++] = betweenChassis(box, targetBox, blade);
    }
    if (blade != targetBlade) {
      int row = otherOrder ? targetBox : box;
      int cable =
          firstChassisCable
              + row * (int) Pairs.count(blades)
              + Pairs.index(blade, targetBlade, blades);
      links[length++] = 2 * cable + (blade < targetBlade ? 0 : 1);
    }
    if (box != targetBox && !otherOrder) {
      links[length++] = betweenChassis(box, targetBox, targetBlade);
    }
    return length;
  }

  private int betweenChassis(int box, int targetBox, int blade) {
    int group = box / chassis;
    int cable =
        firstGroupCable
            + (group * blades + blade) * (int) Pairs.count(chassis)
            + Pairs.index(box % chassis, targetBox % chassis, chassis);
    return 2 * cable + (box < targetBox ? 0 : 1);
  }
}
