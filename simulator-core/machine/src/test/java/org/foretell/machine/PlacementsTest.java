package org.foretell.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.machine.Oversubscription.IGNORE;
import static org.foretell.machine.Oversubscription.REFUSE;
import static org.foretell.machine.Oversubscription.SHARE;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlacementsTest {
  private static final OptionalInt ALL_CORES = OptionalInt.empty();

  @Test
  void roundRobinDealsRanksOverTheFewestNodes() {
    Placement placement = Placements.roundRobin(machine(group(8, 4)), 10, ALL_CORES, REFUSE);

    assertThat(placement.nodes()).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0);
    assertThat(cores(placement)).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3);
    assertThat(placement.description()).isEqualTo("round robin over 3 nodes");
  }

  @Test
  void blockFillsOneNodeAfterTheOther() {
    Placement placement = Placements.block(machine(group(8, 4)), 10, ALL_CORES, REFUSE);

    assertThat(placement.nodes()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2);
    assertThat(cores(placement)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0, 1);
    assertThat(placement.description()).isEqualTo("block over 3 nodes");
  }

  @Test
  void ranksPerNodeHoldsForBothPolicies() {
    Machine machine = machine(group(8, 4));

    Placement dealt = Placements.roundRobin(machine, 6, OptionalInt.of(2), REFUSE);
    assertThat(dealt.nodes()).containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(dealt.description()).isEqualTo("round robin over 3 nodes, at most 2 ranks per node");
    assertThat(Placements.block(machine, 6, OptionalInt.of(2), REFUSE).nodes())
        .containsExactly(0, 0, 1, 1, 2, 2);
  }

  @Test
  void groupsWithDifferentCoresAreRespected() {
    Machine machine = machine(group(1, 1), group(1, 4), group(3, 2));

    assertThat(Placements.roundRobin(machine, 7, ALL_CORES, REFUSE).nodes())
        .containsExactly(0, 1, 2, 1, 2, 1, 1);
    assertThat(Placements.block(machine, 7, ALL_CORES, REFUSE).nodes())
        .containsExactly(0, 1, 1, 1, 1, 2, 2);
  }

  @Test
  void moreRanksThanCoresAreRefusedWithWhatToDo() {
    assertThatThrownBy(() -> Placements.block(machine(group(2, 4)), 9, ALL_CORES, REFUSE))
        .isInstanceOf(PlacementException.class)
        .hasMessage(
            "9 ranks are more than the 8 cores of machine test; choose a larger machine, or set"
                + " oversubscription to share or ignore (in sim: --oversubscribe share|ignore)");
    assertThatThrownBy(
            () -> Placements.roundRobin(machine(group(2, 4)), 8, OptionalInt.of(3), REFUSE))
        .isInstanceOf(PlacementException.class)
        .hasMessage(
            "8 ranks at 3 per node need 3 nodes, but machine test has 2; ask for at least 4 per"
                + " node");
    assertThatThrownBy(() -> Placements.block(machine(group(9, 4)), 8, OptionalInt.of(5), REFUSE))
        .isInstanceOf(PlacementException.class)
        .hasMessage(
            "5 ranks per node are more than the 4 cores of node 0 of machine test; ask for fewer,"
                + " or set oversubscription to share or ignore (in sim: --oversubscribe"
                + " share|ignore)");
    assertThatThrownBy(() -> Placements.block(machine(group(9, 4)), 8, OptionalInt.of(0), SHARE))
        .isInstanceOf(PlacementException.class)
        .hasMessage("ranks per node must be at least 1, but is 0");
  }

  @Test
  void sharedCoresSlowTheirRanksDownAndIgnoredOnesDoNot() {
    Machine machine = machine(group(1, 2), group(1, 1));

    Placement shared = Placements.block(machine, 5, ALL_CORES, SHARE);
    assertThat(shared.nodes()).containsExactly(0, 0, 0, 0, 1);
    assertThat(cores(shared)).containsExactly(0, 1, 0, 1, 0);
    assertThat(IntStream.range(0, 5).map(shared::ranksOnCore)).containsExactly(2, 2, 2, 2, 1);

    Placement ignored = Placements.block(machine, 5, ALL_CORES, IGNORE);
    assertThat(ignored.nodes()).isEqualTo(shared.nodes());
    assertThat(IntStream.range(0, 5).map(ignored::ranksOnCore)).containsOnly(1);
  }

  @Test
  void randomPlacementIsTheSameForeverForASeed() {
    Placement placement = Placements.random(machine(group(4, 2)), 8, ALL_CORES, REFUSE, 42);

    assertThat(placement.nodes()).containsExactly(1, 3, 1, 0, 2, 0, 3, 2);
    assertThat(placement.description()).isEqualTo("random over 4 nodes, seed 42");
    assertThat(Placements.random(machine(group(4, 2)), 8, ALL_CORES, REFUSE, 43).nodes())
        .isNotEqualTo(placement.nodes());
  }

  @Test
  void aFileNamesNodesAndCores() {
    String text = "# node core\n1 2\n\n0      # the lowest free core\n0\r\n1,0\n";

    Placement placement = Placements.explicit(machine(group(2, 4)), "places.txt", text, 4, REFUSE);

    assertThat(placement.nodes()).containsExactly(1, 0, 0, 1);
    assertThat(cores(placement)).containsExactly(2, 0, 1, 0);
    assertThat(placement.description()).isEqualTo("file places.txt");
  }

  @Test
  void everyMistakeOfAFileIsReportedWithItsLine() {
    String text = "0 0\n0 0\nnode1\n2\n0 4\n-1\n0 1 2\n99999999999\n1\n1\n1\n1\n1\n";

    assertThatThrownBy(
            () -> Placements.explicit(machine(group(2, 4)), "places.txt", text, 14, REFUSE))
        .isInstanceOf(PlacementException.class)
        .hasMessage(
            """
            placement file places.txt:
              line 2: core 0 of node 0 is taken by line 1; choose another, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)
              line 3: "node1" is not a place; write "node" or "node core"
              line 4: no node 2; nodes are 0 to 1
              line 5: no core 4 in node 0; cores are 0 to 3
              line 6: "-1" is not a place; write "node" or "node core"
              line 7: "0 1 2" is not a place; write "node" or "node core"
              line 8: "99999999999" is not a place; write "node" or "node core"
              line 13: core 0 of node 1 is taken by line 9; choose another, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)
              places 13 ranks, but there are 14; write one line for each\
            """);
  }

  @Test
  void aFileMayOversubscribeIfAsked() {
    Placement placement =
        Placements.explicit(machine(group(1, 2)), "places.txt", "0\n0\n0\n0\n0 0\n", 5, SHARE);

    assertThat(cores(placement)).containsExactly(0, 1, 0, 1, 0);
    assertThat(IntStream.range(0, 5).map(placement::ranksOnCore)).containsExactly(3, 2, 3, 2, 3);
  }

  @Property
  void everyRankHasACoreOfItsOwnWhereThereAreEnough(
      @ForAll("machines") Machine machine, @ForAll @IntRange(min = 1, max = 200) int wanted) {
    int ranks = (int) Math.min(wanted, machine.cores());
    for (Placement placement :
        List.of(
            Placements.roundRobin(machine, ranks, ALL_CORES, REFUSE),
            Placements.block(machine, ranks, ALL_CORES, REFUSE),
            Placements.random(machine, ranks, ALL_CORES, REFUSE, wanted))) {
      Set<Long> taken = new HashSet<>();
      for (int rank = 0; rank < ranks; rank++) {
        assertThat(placement.core(rank))
            .isLessThan(machine.groupOf(placement.node(rank)).coresPerNode());
        taken.add(((long) placement.node(rank) << 32) | placement.core(rank));
        assertThat(placement.ranksOnCore(rank)).isEqualTo(1);
      }
      assertThat(taken).as(placement.description()).hasSize(ranks);
      assertThat(placement.nodesUsed())
          .as(placement.description())
          .isEqualTo(Placements.block(machine, ranks, ALL_CORES, REFUSE).nodesUsed());
    }
  }

  @Property
  void sharedCoresAreCountedRight(
      @ForAll("machines") Machine machine,
      @ForAll @IntRange(min = 1, max = 300) int ranks,
      @ForAll long seed) {
    Placement placement = Placements.random(machine, ranks, ALL_CORES, SHARE, seed);

    Map<Long, Integer> counted = new HashMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      counted.merge(((long) placement.node(rank) << 32) | placement.core(rank), 1, Integer::sum);
    }
    long most = (ranks + machine.cores() - 1) / machine.cores();
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(placement.ranksOnCore(rank))
          .isEqualTo(counted.get(((long) placement.node(rank) << 32) | placement.core(rank)))
          .isLessThanOrEqualTo((int) most);
    }
  }

  @Property
  void theSameSeedGivesTheSamePlacement(@ForAll("machines") Machine machine, @ForAll long seed) {
    int ranks = (int) machine.cores();

    assertThat(Placements.random(machine, ranks, ALL_CORES, REFUSE, seed).nodes())
        .isEqualTo(Placements.random(machine, ranks, ALL_CORES, REFUSE, seed).nodes());
  }

  @Provide
  Arbitrary<Machine> machines() {
    Arbitrary<int[]> groups =
        Arbitraries.integers().between(1, 8).array(int[].class).ofMinSize(2).ofMaxSize(6);
    return groups.map(
        sizes ->
            machine(
                IntStream.range(0, sizes.length / 2)
                    .mapToObj(i -> group(sizes[2 * i], sizes[2 * i + 1]))
                    .toArray(NodeGroup[]::new)));
  }

  private static int[] cores(Placement placement) {
    return IntStream.range(0, placement.ranks()).map(placement::core).toArray();
  }

  private static Machine machine(NodeGroup... groups) {
    MachineBuilder machine =
        Machine.builder("test").network(LinkSpeed.INSTANT).eagerThresholdBytes(0);
    Arrays.asList(groups).forEach(machine::nodes);
    return machine.build();
  }

  private static NodeGroup group(int nodes, int coresPerNode) {
    return NodeGroup.builder("group").nodes(nodes).coresPerNode(coresPerNode).build();
  }
}
