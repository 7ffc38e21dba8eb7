package org.foretell.machine.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.machine.LinkSpeed;
import org.junit.jupiter.api.Test;

/** What holds for every topology that is generated. */
class FabricsTest {
  private static final LinkSpeed SPEED = new LinkSpeed(1_000_000, 1.25e9);

  @Property(tries = 100)
  void aRouteGoesFromSourceToDestinationLinkByLink(
      @ForAll("fabrics") Fabric fabric, @ForAll int hash) {
    int[] links = new int[fabric.longestRoute()];
    for (int source = 0; source < fabric.nodes(); source++) {
      for (int destination = 0; destination < fabric.nodes(); destination++) {
        int length = fabric.route(source, destination, hash, links);
        String what = fabric.title() + ", " + source + " to " + destination + ", hash " + hash;
        int at = source;
        for (int index = 0; index < length; index++) {
          assertThat(links[index]).as(what).isBetween(0, fabric.links() - 1);
          assertThat(fabric.from(links[index])).as(what).isEqualTo(at);
          at = fabric.to(links[index]);
          assertThat(at).as(what).isBetween(0, fabric.vertices() - 1);
        }
        assertThat(at).as(what).isEqualTo(destination);
        assertThat(length == 0).as(what).isEqualTo(source == destination);
      }
    }
  }

  @Property(tries = 50)
  void deterministicRoutesAreAsLongAsTheirWayBackAndIgnoreTheHash(
      @ForAll("fabrics") Fabric fabric, @ForAll int hash) {
    if (!fabric.title().contains("deterministic") && !(fabric instanceof Crossbar)) {
      return;
    }
    int[] links = new int[fabric.longestRoute()];
    int[] others = new int[fabric.longestRoute()];
    for (int source = 0; source < fabric.nodes(); source++) {
      for (int destination = 0; destination < fabric.nodes(); destination++) {
        int length = fabric.route(source, destination, 0, links);
        assertThat(fabric.route(source, destination, hash, others)).isEqualTo(length);
        assertThat(Arrays.copyOf(others, length)).containsExactly(Arrays.copyOf(links, length));
        assertThat(fabric.route(destination, source, hash, others))
            .as("%s, %d and %d", fabric.title(), source, destination)
            .isEqualTo(length);
      }
    }
  }

  @Property(tries = 50)
  void hashedRoutesUseEveryLink(@ForAll("hashedFabrics") Fabric fabric) {
    int used = 0;
    for (int hash = 0; hash < 1000 && used < fabric.links(); hash += 100) {
      used = used(fabric, hash + 100).cardinality();
    }

    assertThat(used).as(fabric.title()).isEqualTo(fabric.links());
  }

  @Test
  void deterministicRoutesUseEveryLinkWhereEachHasDestinationsOfItsOwn() {
    int[] ones = {1, 1, 1};
    Dragonfly.CableSpeeds speeds = new Dragonfly.CableSpeeds(SPEED, SPEED, SPEED, SPEED);
    List<Fabric> fabrics =
        List.of(
            Crossbar.of(5, SPEED),
            Crossbar.withBackplane(5, SPEED, SPEED, false),
            new FatTree(
                new int[] {4, 4},
                new int[] {1, 2},
                new int[] {1, 2},
                List.of(SPEED),
                Routing.DETERMINISTIC),
            Torus.of(new int[] {2, 3, 4}, SPEED),
            new HyperX(
                new int[] {2, 3, 4},
                ones,
                List.of(SPEED),
                new Terminals(2, SPEED),
                Routing.DETERMINISTIC),
            Dragonfly.builder()
                .groups(4)
                .switchesPerChassis(4)
                .nodesPerSwitch(2)
                .speeds(speeds)
                .build());

    for (Fabric fabric : fabrics) {
      assertThat(used(fabric, 1).cardinality()).as(fabric.title()).isEqualTo(fabric.links());
    }
  }

  private static BitSet used(Fabric fabric, int hashes) {
    BitSet used = new BitSet();
    int[] links = new int[fabric.longestRoute()];
    for (int hash = 0; hash < hashes; hash++) {
      for (int source = 0; source < fabric.nodes(); source++) {
        for (int destination = 0; destination < fabric.nodes(); destination++) {
          int length = fabric.route(source, destination, hash, links);
          for (int index = 0; index < length; index++) {
            used.set(links[index]);
          }
        }
      }
    }
    return used;
  }

  @Property(tries = 50)
  void linksHaveNamesOfTheirOwn(@ForAll("fabrics") Fabric fabric) {
    List<String> names = IntStream.range(0, fabric.links()).mapToObj(fabric::linkName).toList();
    assertThat(fabric.title()).isNotEmpty();
    assertThat(names).allMatch(name -> !name.isEmpty());
  }

  @Provide
  Arbitrary<Fabric> fabrics() {
    return Arbitraries.oneOf(crossbars(), fatTrees(), tori(), hyperXs(), dragonflies(), pluses());
  }

  @Provide
  Arbitrary<Fabric> hashedFabrics() {
    return Arbitraries.oneOf(fatTrees(), tori(), hyperXs(), dragonflies(), pluses())
        .filter(fabric -> fabric.title().contains("hash") && fabric.nodes() > 1);
  }

  private static Arbitrary<Fabric> crossbars() {
    return Combinators.combine(upTo(9), Arbitraries.of(true, false))
        .as(
            (nodes, backplane) ->
                backplane
                    ? Crossbar.withBackplane(nodes, SPEED, SPEED, true)
                    : Crossbar.of(nodes, SPEED));
  }

  private static Arbitrary<Fabric> fatTrees() {
    return upTo(3)
        .flatMap(
            levels ->
                Combinators.combine(
                        Arbitraries.integers().between(2, 3).list().ofSize(levels),
                        upTo(3).list().ofSize(levels),
                        upTo(3).list().ofSize(levels),
                        Arbitraries.of(Routing.class))
                    .as(
                        (down, up, cables, routing) ->
                            new FatTree(
                                ints(down), ints(up), ints(cables), List.of(SPEED), routing)));
  }

  private static Arbitrary<Fabric> tori() {
    return upTo(3)
        .flatMap(
            dimensions ->
                Combinators.combine(
                        upTo(5).list().ofSize(dimensions),
                        Arbitraries.of(true, false).list().ofSize(dimensions),
                        upTo(2).list().ofSize(dimensions),
                        terminals(),
                        Arbitraries.of(Routing.class))
                    .as(
                        (sizes, rings, cables, terminals, routing) -> {
                          boolean[] ring = new boolean[rings.size()];
                          for (int index = 0; index < ring.length; index++) {
                            ring[index] = rings.get(index);
                          }
                          return new Torus(
                              ints(sizes), ring, ints(cables), List.of(SPEED), terminals, routing);
                        }));
  }

  private static Arbitrary<Fabric> hyperXs() {
    return upTo(3)
        .flatMap(
            dimensions ->
                Combinators.combine(
                        upTo(4).list().ofSize(dimensions),
                        upTo(2).list().ofSize(dimensions),
                        terminals(),
                        Arbitraries.of(Routing.class))
                    .as(
                        (sizes, cables, terminals, routing) ->
                            new HyperX(
                                ints(sizes), ints(cables), List.of(SPEED), terminals, routing)));
  }

  private static Arbitrary<Fabric> dragonflies() {
    Dragonfly.CableSpeeds speeds = new Dragonfly.CableSpeeds(SPEED, SPEED, SPEED, SPEED);
    return Combinators.combine(
            upTo(4), upTo(3), upTo(4), upTo(2), upTo(3), Arbitraries.of(Routing.class))
        .as(
            (groups, chassis, blades, nodes, cables, routing) ->
                Dragonfly.builder()
                    .groups(groups)
                    .chassisPerGroup(chassis)
                    .switchesPerChassis(blades)
                    .nodesPerSwitch(nodes)
                    .globalCables(cables)
                    .globalLinks(groups <= blades ? GlobalLinks.BY_GROUP_NUMBER : GlobalLinks.DEALT)
                    .speeds(speeds)
                    .routing(routing)
                    .build());
  }

  private static Arbitrary<Fabric> pluses() {
    DragonflyPlus.CableSpeeds speeds = new DragonflyPlus.CableSpeeds(SPEED, SPEED, SPEED);
    return Combinators.combine(
            upTo(4),
            Arbitraries.integers().between(2, 4),
            upTo(3),
            upTo(2),
            upTo(3),
            Arbitraries.of(Routing.class))
        .as(
            (groups, leaves, spines, nodes, cables, routing) ->
                DragonflyPlus.builder()
                    .groups(groups)
                    .leavesPerGroup(leaves)
                    .spinesPerGroup(spines)
                    .nodesPerLeaf(nodes)
                    .globalCables(cables)
                    .speeds(speeds)
                    .routing(routing)
                    .build());
  }

  private static Arbitrary<Terminals> terminals() {
    return Arbitraries.of(Terminals.DIRECT, new Terminals(1, SPEED), new Terminals(2, SPEED));
  }

  private static Arbitrary<Integer> upTo(int most) {
    return Arbitraries.integers().between(1, most);
  }

  private static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
