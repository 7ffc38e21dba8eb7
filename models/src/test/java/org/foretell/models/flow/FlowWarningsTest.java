package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.MultiRail;
import org.foretell.machine.topology.Routing;
import org.foretell.model.ModelContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Figures of a network that this model takes otherwise than they are stated. */
class FlowWarningsTest {
  private static final Placement APART = new Placement("apart", new int[] {0, 1}, new int[2]);
  private static final Placement TOGETHER = new Placement("together", new int[2], new int[] {0, 1});

  /** Two links of 2 us lead from a node to its neighbour. */
  private static Topology crossbar(int interfaces) {
    Topology ports = Crossbar.of(2 * interfaces, new LinkSpeed(2_000_000, 1e9));
    return interfaces == 1 ? ports : MultiRail.ports(ports, interfaces, Routing.DETERMINISTIC);
  }

  private static List<String> warnings(
      long latencyPs, @Nullable Topology topology, Placement placement, String... parameter) {
    return warnings(new LinkSpeed(latencyPs, 1e9), topology, placement, parameter);
  }

  private static List<String> warnings(
      LinkSpeed network, @Nullable Topology topology, Placement placement, String... parameter) {
    var machine =
        Machine.builder("two")
            .network(network)
            .eagerThresholdBytes(4096)
            .nodes(
                NodeGroup.builder("cpu")
                    .nodes(2)
                    .coresPerNode(2)
                    .intraNode(new LinkSpeed(1_000_000, 4e9))
                    .nics(2)
                    .build());
    if (topology != null) {
      machine.topology(topology);
    }
    Map<String, String> given =
        parameter.length == 0 ? Map.of() : Map.of(parameter[0], parameter[1]);
    return new FlowModelProvider().warnings(new ModelContext(machine.build(), placement, given));
  }

  @Test
  void machineWithoutTopologyGetsACrossbarAndAWarning() {
    assertThat(warnings(8_000_000, null, APART))
        .singleElement()
        .asString()
        .startsWith("two states no topology, so model flow assumes a crossbar");
  }

  @Test
  void noWarningAboutACrossbarThatIsRequestedOrUnused() {
    assertThat(warnings(8_000_000, null, APART, "topology", "crossbar")).isEmpty();
    assertThat(warnings(8_000_000, crossbar(1), APART, "topology", "crossbar")).isEmpty();
    assertThat(warnings(8_000_000, null, TOGETHER)).isEmpty();
  }

  @Test
  void latencyBelowThatOfTheShortestRouteIsNamedWithTheRoute() {
    assertThat(warnings(3_000_000, crossbar(1), APART))
        .singleElement()
        .asString()
        .startsWith(
            "network.latency=3 us of two is less than the latency of its topology's links between"
                + " neighbouring nodes, 4 us");
    assertThat(warnings(4_000_000, crossbar(1), APART)).isEmpty();
    assertThat(warnings(3_000_000, crossbar(1), APART, "ends", "none")).isEmpty();
  }

  @Test
  void bandwidthAboveThatOfTheShortestRouteIsNamedWithTheRoute() {
    LinkSpeed fast = new LinkSpeed(8_000_000, 2e9);
    assertThat(warnings(fast, crossbar(1), APART))
        .singleElement()
        .asString()
        .startsWith(
            "network.bandwidth=2 GB/s of two is more than the bandwidth of its topology's links"
                + " between neighbouring nodes, 1 GB/s");
    assertThat(warnings(fast, crossbar(1), APART, "ends", "none")).isEmpty();
    assertThat(warnings(fast, crossbar(1), TOGETHER)).isEmpty();
  }

  @Test
  void interfacesThatAreStatedTwiceMustAgree() {
    assertThat(warnings(8_000_000, crossbar(2), APART)).isEmpty();
    assertThat(warnings(8_000_000, crossbar(3), APART))
        .containsExactly(
            "nodeGroups.cpu.nics=2 of two contradicts topology.interfaces=3: model flow uses the"
                + " latter, other models the former");
  }
}
