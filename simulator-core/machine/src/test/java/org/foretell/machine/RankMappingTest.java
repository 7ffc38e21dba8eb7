package org.foretell.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankMappingTest {
  private static final int[] CPUS = {2, 1, 3};

  @Test
  void fillsNodesAndSendsTheRestToTheLast() {
    RankMapping fill = new RankMapping.FillNodes();
    assertThat(fill.nodeOfRank(CPUS, 4)).containsExactly(0, 0, 1, 2);
    assertThat(fill.nodeOfRank(CPUS, 8)).containsExactly(0, 0, 1, 2, 2, 2, 2, 2);
  }

  @Test
  void takesAtMostAsManyPerNodeAsItHasCpus() {
    RankMapping two = new RankMapping.PerNode(2);
    assertThat(two.nodeOfRank(CPUS, 5)).containsExactly(0, 0, 1, 2, 2);
    assertThatThrownBy(() -> two.nodeOfRank(CPUS, 6))
        .isInstanceOf(PlacementException.class)
        .hasMessage(
            "the machine takes 5 ranks with 2 per node, but the trace has 6; choose a placement"
                + " (in sim: --placement)");
  }

  @Test
  void interleavesAndLists() {
    assertThat(new RankMapping.Interleaved().nodeOfRank(CPUS, 5)).containsExactly(0, 1, 2, 0, 1);
    RankMapping listed = new RankMapping.Listed(new int[] {2, 0});
    assertThat(listed.nodeOfRank(CPUS, 2)).containsExactly(2, 0);
    assertThatThrownBy(() -> listed.nodeOfRank(CPUS, 3))
        .hasMessageContaining("maps 2 ranks, but the trace has 3");
    assertThatThrownBy(() -> listed.nodeOfRank(new int[] {1, 1}, 2))
        .hasMessageContaining("maps rank 0 to node 2, but its nodes are 0 to 1");
  }

  @Test
  void ranksOfANodeTakeItsCpusInTurn() {
    BusNodes nodes = BusNodes.builder(2).cpus(2).build();
    BusSite site = BusSite.builder("").nodes(List.of(nodes)).bytesPerSecond(1).build();
    BusLinks machine = new BusLinks(List.of(site, site), WideArea.NONE, List.of());
    assertThat(machine.cpusOfNodes()).containsExactly(2, 2, 2, 2);
    Placement placement = Placements.mapped(machine, new RankMapping.FillNodes(), 11);
    assertThat(placement.node(10)).isEqualTo(3);
    assertThat(placement.core(10)).isZero();
    assertThat(placement.ranksOnCore(10)).isEqualTo(1);
    assertThat(placement.description()).isEqualTo("fill nodes (machine)");
  }
}
