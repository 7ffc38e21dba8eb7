package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.topology.Crossbar;
import org.foretell.model.FigureText;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.foretell.model.ParameterException;
import org.foretell.models.Machines;
import org.junit.jupiter.api.Test;

class FlowModelProviderTest {
  private static final Message BETWEEN = new MutableMessage().set(0, 2, 0, 1, 1000, true);
  private static final Message WITHIN = new MutableMessage().set(0, 1, 0, 0, 1000, true);

  private final FlowModelProvider provider = new FlowModelProvider();

  /** From the start of its send to the end of its receive. */
  private long alonePs(ModelContext context, Message message) {
    FlowModel model = (FlowModel) provider.create(context).mpi();
    long start = model.sendOverheadPs(message);
    model.start(0, message, start);
    long end = start;
    while (model.nextChangePs() != FlowModel.NEVER) {
      end = model.nextChangePs();
      model.nextFinished(end);
    }
    return end + model.receiveOverheadPs(message);
  }

  private static ModelContext small(Map<String, String> parameters) {
    return Machines.on(Machines.small(Map.of()), 8, parameters);
  }

  @Test
  void aMachineWithoutTopologyIsACrossbarOfItsLatencyAndBandwidth() {
    assertThat(alonePs(small(Map.of()), BETWEEN)).isEqualTo(8_000_000 + 1_000_000);
    assertThat(alonePs(small(Map.of()), WITHIN)).isEqualTo(1_000_000 + 250_000);
    assertThat(FigureText.of(provider, small(Map.of())))
        .containsEntry("topology", "crossbar (derived: none stated)")
        .containsEntry("latency", "8us (machine)")
        .containsEntry("ends", "machine (machine)")
        .containsEntry("sendOverhead", "2us (derived: latency / 4)")
        .containsEntry("weights", "equal (default)")
        .containsEntry("eagerThreshold", "4KiB (machine)");
  }

  @Test
  void moreInterfacesThanACrossbarHasAreRefused() {
    NodeGroup huge =
        NodeGroup.builder("cpu").nodes(1 << 24).nics(4).intraNode(Machines.MEMORY).build();
    ModelContext context = Machines.on(Machines.of(Map.of(), huge), 8, Map.of());
    assertThatThrownBy(() -> provider.create(context))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("16,777,216 nodes with 4 interfaces each");
  }

  @Test
  void withoutAMachineTheCrossbarIsStated() {
    Map<String, String> parameters =
        Map.of("latency", "2us", "bandwidth", "1GB/s", "eagerThreshold", "unlimited");
    assertThat(alonePs(Machines.withoutMachine(4, parameters), BETWEEN)).isEqualTo(3_000_000);
    assertThatThrownBy(() -> provider.create(Machines.withoutMachine(4, Map.of())))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("latency, bandwidth, eagerThreshold");
  }

  @Test
  void theTopologyOfAMachineIsTakenUnlessACrossbarIsAskedFor() {
    Machine machine =
        Machines.small(Map.of()).withTopology(Crossbar.of(4, new LinkSpeed(3_000_000, 2e9)));
    assertThat(alonePs(Machines.on(machine, 8, Map.of()), BETWEEN))
        .as("latency of the machine, bandwidth of its interface")
        .isEqualTo(9_000_000);
    assertThat(alonePs(Machines.on(machine, 8, Map.of("ends", "none")), BETWEEN))
        .as("the links alone")
        .isEqualTo(6_500_000);
    assertThat(alonePs(Machines.on(machine, 8, Map.of("topology", "crossbar")), BETWEEN))
        .isEqualTo(9_000_000);
    assertThat(FigureText.of(provider, Machines.on(machine, 8, Map.of())))
        .containsEntry("topology", "machine (machine: crossbar of 4 nodes)");
  }

  @Test
  void messagesWithinANodeMayTakeItsLinks() {
    assertThat(alonePs(small(Map.of("intraNode", "links")), WITHIN)).isEqualTo(9_000_000);
  }

  @Test
  void parametersReachTheModel() {
    Map<String, String> parameters =
        Map.of(
            "ends",
            "none",
            "envelope",
            "500B",
            "latencyFactors",
            "0:0.5",
            "bandwidthFactors",
            "0:0.25",
            "eagerStart",
            "posted",
            "sendOverhead",
            "3us",
            "receiveOverhead",
            "4us");
    assertThat(alonePs(small(parameters), BETWEEN))
        .isEqualTo(3_000_000 + 4_000_000 + 6_000_000 + 4_000_000);
    FlowModel model = (FlowModel) provider.create(small(parameters)).mpi();
    assertThat(model.startsWhenSent(BETWEEN)).isFalse();
    assertThat(model.sendOverheadPs(BETWEEN)).isEqualTo(3_000_000);
    assertThat(model.receiveOverheadPs(BETWEEN)).isEqualTo(4_000_000);
    assertThat(alonePs(small(Map.of("ends", "none", "window", "1000B")), BETWEEN))
        .isEqualTo(8_000_000 + 16_000_000);
  }

  @Test
  void mistakesAreReportedTogether() {
    assertThatThrownBy(
            () -> provider.create(small(Map.of("latencyFactors", "fast", "weights", "none"))))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("parameter latencyFactors of model flow")
        .hasMessageContaining("\"none\" is none of equal, latency");
  }
}
