package org.foretell.machine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.machine.topology.Routing.ADAPTIVE;
import static org.foretell.machine.topology.Routing.DETERMINISTIC;
import static org.foretell.machine.topology.Routing.ECMP;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.junit.jupiter.api.Test;

/** Routes and numbers of links worked out by hand. */
class RoutesTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final LinkSpeed SPEED = new LinkSpeed(1_000_000, 1.25e9);
  private static final LinkSpeed FAST = new LinkSpeed(500_000, 12.5e9);
  private static final Dragonfly.CableSpeeds SPEEDS =
      new Dragonfly.CableSpeeds(SPEED, SPEED, SPEED, FAST);

  @Test
  void crossbar() {
    Topology crossbar = Crossbar.of(4, SPEED);

    assertThat(route(crossbar, 1, 3)).containsExactly(2, 7);
    assertThat(crossbar.linkName(2)).isEqualTo("node 1 to switch");
    assertThat(crossbar.title()).isEqualTo("crossbar of 4 nodes");
  }

  @Test
  void singleSwitchWithABackplane() {
    Topology network = Crossbar.withBackplane(4, SPEED, FAST, true);

    assertThat(route(network, 1, 3)).containsExactly(2, 8, 7);
    assertThat(network.bytesPerSecond(8)).isEqualTo(12.5e9);
    assertThat(network.latencyPs(8)).isEqualTo(500_000);
    assertThat(network.linkName(8)).isEqualTo("backplane");
    assertThat(network.title()).isEqualTo("single switch of 4 nodes, backplane 12.50 GB/s");
  }

  @Test
  void fatTreeGoesUpByTheDestinationsNumber() {
    FatTree tree = tree(new int[] {8, 8}, new int[] {1, 8}, new int[] {1, 1});

    assertThat(tree.links()).isEqualTo(2 * (64 + 64));
    assertThat(route(tree, 0, 9)).containsExactly(0, 130, 147, 19);
    assertThat(route(tree, 0, 7)).containsExactly(0, 15);
    assertThat(tree.linkName(130)).isEqualTo("switch 0 of level 1 to switch 1 of level 2");
    assertThat(tree.level(tree.from(0))).isZero();
    assertThat(tree.level(tree.from(130))).isEqualTo(1);
    assertThat(tree.level(tree.to(130))).isEqualTo(2);
    assertThat(tree.title())
        .isEqualTo("2-level fat tree, 8x8 nodes, 1x8 parents, deterministic routing");
  }

  @Test
  void fatTreeWithSeveralCablesTriesThemInTheOrderOfSimGrid() {
    FatTree tree = tree(new int[] {2, 2}, new int[] {1, 1}, new int[] {2, 2});

    assertThat(route(tree, 1, 2)).containsExactly(4, 16, 23, 11);
    assertThat(route(tree, 0, 3)).containsExactly(2, 18, 21, 15);
    assertThat(tree.linkName(15)).isEqualTo("switch 1 of level 1 to node 3, cable 1");
  }

  @Test
  void fatTreeReportsItsNarrowLevels() {
    FatTree tree =
        new FatTree(
            new int[] {16, 16, 16},
            new int[] {1, 8, 8},
            new int[] {1, 1, 1},
            List.of(SPEED, SPEED, FAST),
            ECMP);

    assertThat(tree.title())
        .isEqualTo(
            "3-level fat tree, 16x16x16 nodes, 1x8x8 parents, oversubscribed 2:1 at level 1, 2:1 at"
                + " level 2, routing by hash (ECMP)");
    assertThat(tree.links()).isEqualTo(2 * (4096 + 256 * 8 + 8 * 16 * 8));
    assertThat(tree.bytesPerSecond(tree.links() - 1)).isEqualTo(12.5e9);
    assertThat(tree.bytesPerSecond(0)).isEqualTo(1.25e9);
  }

  @Test
  void torusTakesTheShorterWayRoundInOneDimensionAfterTheOther() {
    Torus torus = Torus.of(new int[] {4, 3}, SPEED);

    assertThat(torus.links()).isEqualTo(2 * 2 * 12);
    assertThat(route(torus, 0, 11)).containsExactly(7, 47);
    assertThat(torus.linkName(7)).isEqualTo("node 0 to node 3");
    assertThat(torus.title()).isEqualTo("2-D torus 4x3, deterministic routing");
  }

  @Test
  void torusGoesHalfWayRoundAsSimGridDoes() {
    Torus ring = Torus.of(new int[] {4}, SPEED);

    assertThat(route(ring, 0, 2)).containsExactly(0, 2);
    assertThat(route(ring, 1, 3)).containsExactly(2, 4);
    assertThat(route(ring, 2, 0)).containsExactly(3, 1);
    assertThat(route(ring, 3, 1)).containsExactly(6, 0);
  }

  @Test
  void aMeshHasNoWayRound() {
    Torus mesh =
        new Torus(
            new int[] {4, 3},
            new boolean[] {false, false},
            new int[] {1, 1},
            List.of(SPEED),
            new Terminals(2, FAST),
            DETERMINISTIC);

    assertThat(mesh.nodes()).isEqualTo(24);
    assertThat(mesh.links()).isEqualTo(2 * (24 + 3 * 3 + 4 * 2));
    assertThat(route(mesh, 0, 6)).containsExactly(0, 48, 50, 52, 13);
    assertThat(mesh.bytesPerSecond(0)).isEqualTo(12.5e9);
    assertThat(mesh.title()).isEqualTo("2-D mesh 4x3, 2 nodes each, deterministic routing");
  }

  @Test
  void hyperXTakesOneHopInEachDimension() {
    HyperX network =
        new HyperX(
            new int[] {3, 2}, new int[] {1, 1}, List.of(SPEED), Terminals.DIRECT, DETERMINISTIC);

    assertThat(network.links()).isEqualTo(2 * (2 * 3 + 3));
    assertThat(route(network, 0, 5)).containsExactly(2, 16);
  }

  @Test
  void dragonflyWithTheGatewaysOfSimGrid() {
    Dragonfly network =
        Dragonfly.builder()
            .groups(3)
            .chassisPerGroup(2)
            .switchesPerChassis(4)
            .globalLinks(GlobalLinks.BY_GROUP_NUMBER)
            .speeds(SPEEDS)
            .build();

    assertThat(network.links()).isEqualTo(2 * (24 + 6 * 6 + 3 * 4 + 3));
    assertThat(route(network, 4, 23)).containsExactly(8, 62, 125, 146, 100, 142, 47);
    assertThat(network.linkName(146)).isEqualTo("switch 0.2 of group 0 to switch 0.0 of group 2");
    assertThat(network.bytesPerSecond(146)).isEqualTo(12.5e9);
    assertThat(network.bytesPerSecond(142)).isEqualTo(1.25e9);
  }

  @Test
  void dragonflyPlusGoesUpAndDown() {
    DragonflyPlus network =
        DragonflyPlus.builder()
            .groups(2)
            .leavesPerGroup(2)
            .spinesPerGroup(2)
            .speeds(new DragonflyPlus.CableSpeeds(SPEED, SPEED, FAST))
            .build();

    assertThat(route(network, 0, 3)).containsExactly(0, 8, 24, 21, 7);
    assertThat(route(network, 0, 1)).containsExactly(0, 10, 15, 3);
    assertThat(network.linkName(24)).isEqualTo("spine 0 of group 0 to spine 0 of group 1");
  }

  @Test
  void halfDuplexUsesOneLinkForBothDirections() {
    Topology network = new HalfDuplex(Crossbar.withBackplane(4, SPEED, FAST, false));

    assertThat(network.links()).isEqualTo(5);
    assertThat(route(network, 1, 3)).containsExactly(1, 4, 3);
    assertThat(route(network, 3, 1)).containsExactly(3, 4, 1);
    assertThat(network.shared(4)).isFalse();
    assertThat(network.shared(3)).isTrue();
  }

  @Test
  void railsAreNetworksOfTheirOwnOrPortsOfOne() {
    Topology planes = MultiRail.planes(Crossbar.of(4, SPEED), 2, DETERMINISTIC);
    assertThat(planes.nodes()).isEqualTo(4);
    assertThat(route(planes, 1, 3)).containsExactly(2, 7);
    assertThat(route(planes, 1, 2)).containsExactly(8 + 2, 8 + 5);
    assertThat(planes.linkName(10)).isEqualTo("node 1 to switch, plane 1");

    Topology ports = MultiRail.ports(Crossbar.of(8, SPEED), 2, DETERMINISTIC);
    assertThat(ports.nodes()).isEqualTo(4);
    assertThat(route(ports, 1, 3)).containsExactly(4, 13);
    assertThat(route(ports, 1, 2)).containsExactly(6, 11);
    assertThat(route(ports, 2, 2)).isEmpty();
  }

  @Test
  void interfacesOfANodeAtDifferentSwitches() {
    FatTree tree = tree(new int[] {2, 4}, new int[] {1, 2}, new int[] {1, 1});
    Topology network = MultiRail.switches(tree, 2, 2, DETERMINISTIC);
    int[] links = new int[network.longestRoute()];

    assertThat(network.nodes()).isEqualTo(4);
    assertThat(network.interfaces()).isEqualTo(2);
    // Nodes 0 and 1 have their first interfaces at switch 0, their second ones at switch 1.
    assertThat(network.route(0, 0, 1, 0, 0, links)).isEqualTo(2);
    assertThat(network.linkName(links[0])).isEqualTo("node 0 to switch 0 of level 1");
    assertThat(network.linkName(links[1])).isEqualTo("switch 0 of level 1 to node 1");
    assertThat(network.route(0, 1, 1, 1, 0, links)).isEqualTo(2);
    assertThat(network.linkName(links[0])).isEqualTo("node 2 to switch 1 of level 1");
    assertThat(network.linkName(links[1])).isEqualTo("switch 1 of level 1 to node 3");
    assertThat(network.route(0, 0, 1, 1, 0, links)).isEqualTo(4);
    assertThat(network.route(2, 0, 3, 0, 0, links)).isEqualTo(2);
    assertThat(network.linkName(links[0])).isEqualTo("node 4 to switch 2 of level 1");
  }

  @Test
  void adaptiveRoutingMakesDetoursWithinAGroupOfADragonfly() {
    Dragonfly network =
        Dragonfly.builder()
            .groups(1)
            .switchesPerChassis(8)
            .nodesPerSwitch(4)
            .speeds(SPEEDS)
            .routing(ADAPTIVE)
            .build();
    int[] links = new int[network.longestRoute()];
    int straight = 0;
    for (int hash = 0; hash < 1000; hash++) {
      int length = network.route(0, 31, hash, links);
      straight += length == 3 ? 1 : 0;
      assertThat(length).isBetween(3, 4);
      for (int index = 1; index < length; index++) {
        assertThat(network.from(links[index])).isEqualTo(network.to(links[index - 1]));
      }
      assertThat(network.to(links[length - 1])).isEqualTo(31);
      assertThat(network.route(0, 3, hash, links)).as("at one switch").isEqualTo(2);
    }
    assertThat(straight).isBetween(400, 600);
  }

  @Test
  void sixteenThousandNodesAreThereAtOnceAndRouteWithoutAllocating() {
    for (int round = 0; round < 2; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      List<Topology> networks = large();
      // Nothing is stored for pairs of nodes, nor for nodes.
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
      for (Topology network : networks) {
        assertThat(network.nodes()).as(network.title()).isEqualTo(16_384);
        long allocated = allocatedByRoutes(network);
        if (round == 1) {
          assertThat(allocated).as(network.title()).isLessThan(10_000);
        }
      }
    }
  }

  private static List<Topology> large() {
    int[] ones = {1, 1, 1, 1, 1, 1};
    return List.of(
        Crossbar.of(16_384, SPEED),
        new FatTree(
            new int[] {32, 32, 16},
            new int[] {1, 16, 16},
            new int[] {1, 1, 1},
            List.of(SPEED),
            DETERMINISTIC),
        Torus.of(new int[] {32, 32, 16}, SPEED),
        new HyperX(
            new int[] {16, 16, 8},
            Arrays.copyOf(ones, 3),
            List.of(SPEED),
            new Terminals(8, SPEED),
            ADAPTIVE),
        Dragonfly.builder()
            .groups(64)
            .switchesPerChassis(16)
            .nodesPerSwitch(16)
            .speeds(SPEEDS)
            .routing(ADAPTIVE)
            .build(),
        DragonflyPlus.builder()
            .groups(32)
            .leavesPerGroup(16)
            .spinesPerGroup(16)
            .nodesPerLeaf(32)
            .globalCables(4)
            .speeds(new DragonflyPlus.CableSpeeds(SPEED, SPEED, FAST))
            .routing(ECMP)
            .build());
  }

  /** Bytes that 100,000 routes allocate. */
  private static long allocatedByRoutes(Topology network) {
    int[] links = new int[network.longestRoute()];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int message = 0; message < 100_000; message++) {
      int source = message * 7919 & 16_383;
      int destination = message * 104_729 + 1 & 16_383;
      network.route(source, destination, message, links);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static FatTree tree(int[] down, int[] up, int[] cables) {
    return new FatTree(down, up, cables, List.of(SPEED), DETERMINISTIC);
  }

  private static int[] route(Topology topology, int source, int destination) {
    int[] links = new int[topology.longestRoute()];
    return Arrays.copyOf(links, topology.route(source, destination, 0, links));
  }
}
