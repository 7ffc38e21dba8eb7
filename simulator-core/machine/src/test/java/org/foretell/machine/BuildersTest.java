package org.foretell.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.foretell.machine.topology.Dragonfly;
import org.foretell.machine.topology.DragonflyPlus;
import org.foretell.machine.topology.Torus;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

class BuildersTest {
  private static final LinkSpeed SPEED = new LinkSpeed(1_000, 2e9);

  private static final BusNodes NODES =
      BusNodes.builder(3)
          .cpus(8)
          .cpuRatio(1.5)
          .intraNode(SPEED)
          .intraBuses(1)
          .intraLinks(2, 3)
          .latencyPs(4)
          .links(5, 6)
          .wideAreaLatencyPs(7)
          .build();

  private static final BusSite SITE =
      BusSite.builder("here")
          .nodes(List.of(NODES))
          .bytesPerSecond(1e9)
          .buses(2)
          .sharing(BusSharing.SLOWER)
          .collectives(FanModel.LINEAR)
          .fans(Map.of(OpCode.BCAST, Fans.both(FanModel.CONSTANT)))
          .build();

  private static final WideArea WIDE_AREA =
      WideArea.builder()
          .bytesPerSecond(1e8)
          .traffic(Traffic.LINEAR, 100, 0.5)
          .collectives(FanModel.LINEAR)
          .fans(Map.of(OpCode.BCAST, Fans.both(FanModel.CONSTANT)))
          .flightPs(new long[][] {{0, 1}, {2, 0}})
          .dedicated(
              List.of(new DedicatedConnection(0, 1, 1e9, List.of(), SizeCondition.ANY, 8, 9)))
          .build();

  @Test
  void aBuilderOfNodesSitesAndWhatJoinsThemBeginsWithAllOfThem() {
    assertThat(NODES.toBuilder().build()).isEqualTo(NODES).hasSameHashCodeAs(NODES);
    assertThat(SITE.toBuilder().build()).isEqualTo(SITE).hasSameHashCodeAs(SITE);
    assertThat(WIDE_AREA.toBuilder().build()).isEqualTo(WIDE_AREA).hasSameHashCodeAs(WIDE_AREA);
  }

  @Test
  void aBuilderOfAMachineBeginsWithAllOfIt() {
    Machine machine =
        Machine.builder("all")
            .title("All of it")
            .nodes(NodeGroup.builder("nodes").nodes(6).coresPerNode(8).build())
            .network(SPEED)
            .buses(2)
            .eagerThresholdBytes(1024)
            .modelParameter("loggops.L", "1us")
            .source("made up")
            .unverified("network.latency")
            .defaultModel("bus-link")
            .topology(Torus.of(new int[] {2, 3}, SPEED))
            .busLinks(new BusLinks(List.of(SITE, SITE), WIDE_AREA, List.of()))
            .collectives(new CollectiveTable("ompi4", List.of()))
            .fileSystem(new FileSystem(1, SPEED, SPEED, 0, 1, 1))
            .build();
    assertThat(machine.toBuilder().build()).isEqualTo(machine).hasSameHashCodeAs(machine);
    assertThat(machine.toBuilder().title("Another").build()).isNotEqualTo(machine);
    assertThat(machine.withoutModelParameters().modelParameters()).isEmpty();
  }

  @Test
  void eachFigureOfNodesMatters() {
    assertThat(
            List.of(
                NODES.toBuilder().cpus(1).build(),
                NODES.toBuilder().cpuRatio(1).build(),
                NODES.toBuilder().intraNode(LinkSpeed.INSTANT).build(),
                NODES.toBuilder().intraBuses(0).build(),
                NODES.toBuilder().intraLinks(2, 0).build(),
                NODES.toBuilder().intraLinks(0, 3).build(),
                NODES.toBuilder().latencyPs(0).build(),
                NODES.toBuilder().links(5, 0).build(),
                NODES.toBuilder().links(0, 6).build(),
                NODES.toBuilder().wideAreaLatencyPs(0).build()))
        .doesNotContain(NODES)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> BusNodes.builder(0).build());
    assertThatIllegalArgumentException().isThrownBy(() -> BusNodes.builder(1).cpus(0).build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BusSite.builder("empty").build())
        .withMessage("a site needs nodes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WideArea.builder().traffic(Traffic.LINEAR, 0, 1).build())
        .withMessageContaining("largest traffic");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WideArea.builder().flightPs(new long[2][1]).build());
  }

  @Test
  void dragonfliesNeedSpeeds() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Dragonfly.builder().groups(2).build())
        .withMessageContaining("speeds of its cables");
    assertThatIllegalStateException()
        .isThrownBy(() -> DragonflyPlus.builder().groups(2).build())
        .withMessageContaining("speeds of its cables");
  }
}
