package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.MultiRail;
import org.foretell.machine.topology.Routing;
import org.foretell.model.FigureText;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.junit.jupiter.api.Test;

/** Two nodes of four ranks and two interfaces of 1 GB/s; 8 us between nodes, 1 us within. */
class FlowInterfacesTest {
  private static final Machine MACHINE =
      Machine.builder("rails")
          .network(new LinkSpeed(8_000_000, 1e9))
          .eagerThresholdBytes(4096)
          .nodes(
              NodeGroup.builder("cpu")
                  .nodes(2)
                  .coresPerNode(4)
                  .intraNode(new LinkSpeed(1_000_000, 4e9))
                  .nics(2)
                  .build())
          .build();

  /** What overheads leave of the latency. */
  private static final long LATENCY_PS = 4_000_000;

  private static final Placement BLOCKS =
      new Placement(
          "blocks", new int[] {0, 0, 0, 0, 1, 1, 1, 1}, new int[] {0, 1, 2, 3, 0, 1, 2, 3});

  private static FlowModel model(Machine machine, String... settings) {
    Map<String, String> parameters = new HashMap<>(Map.of("messageGap", "0us"));
    for (int i = 0; i < settings.length; i += 2) {
      parameters.put(settings[i], settings[i + 1]);
    }
    return (FlowModel)
        new FlowModelProvider().create(new ModelContext(machine, BLOCKS, parameters)).mpi();
  }

  private static Message message(int source, int destination, long bytes) {
    return new MutableMessage().set(source, destination, source / 4, destination / 4, bytes, true);
  }

  /** When each of messages that start together ends. */
  private static long[] endsPs(FlowModel model, Message... messages) {
    for (int flow = 0; flow < messages.length; flow++) {
      model.start(flow, messages[flow], 0);
    }
    long[] ends = new long[messages.length];
    for (long now = model.nextChangePs(); now != FlowModel.NEVER; now = model.nextChangePs()) {
      for (int flow = model.nextFinished(now);
          flow != FlowModel.NONE;
          flow = model.nextFinished(now)) {
        ends[flow] = now;
      }
    }
    return ends;
  }

  @Test
  void largeMessageGoesOverAllInterfacesAndASmallOneOverThatOfItsRank() {
    assertThat(endsPs(model(MACHINE), message(0, 4, 1_000_000)))
        .containsExactly(LATENCY_PS + 500_000_000);
    assertThat(endsPs(model(MACHINE), message(0, 4, 4000))).containsExactly(LATENCY_PS + 4_000_000);
    assertThat(endsPs(model(MACHINE, "stripeThreshold", "unlimited"), message(0, 4, 1_000_000)))
        .containsExactly(LATENCY_PS + 1_000_000_000);
  }

  @Test
  void ranksOfANodeTakeItsInterfacesInTurn() {
    assertThat(endsPs(model(MACHINE), message(0, 4, 4000), message(1, 5, 4000)))
        .containsExactly(LATENCY_PS + 4_000_000, LATENCY_PS + 4_000_000);
    assertThat(endsPs(model(MACHINE), message(0, 4, 4000), message(2, 6, 4000)))
        .containsExactly(LATENCY_PS + 8_000_000, LATENCY_PS + 8_000_000);
  }

  /** By the sum of the nodes all would go by the second one, as they did. */
  @Test
  void ranksOfANodeTakeItsInterfacesInTurnAlsoWhereMessagesWithinItPassThem() {
    Machine planes =
        MACHINE.withTopology(
            MultiRail.planes(Crossbar.of(2, new LinkSpeed(0, 1e9)), 2, Routing.DETERMINISTIC));
    FlowModel two = model(planes, "intraNode", "links");
    assertThat(endsPs(two, message(0, 4, 4000), message(1, 5, 4000)))
        .as("between nodes")
        .containsExactly(LATENCY_PS + 4_000_000, LATENCY_PS + 4_000_000);
    FlowModel shared = model(planes, "intraNode", "links");
    assertThat(endsPs(shared, message(0, 4, 4000), message(2, 6, 4000)))
        .as("by one interface")
        .containsExactly(LATENCY_PS + 8_000_000, LATENCY_PS + 8_000_000);
    FlowModel within = model(planes, "intraNode", "links");
    assertThat(endsPs(within, message(0, 2, 4000), message(1, 3, 4000)))
        .as("within a node, out and back in")
        .containsExactly(LATENCY_PS + 4_000_000, LATENCY_PS + 4_000_000);
    Machine ports =
        MACHINE.withTopology(
            MultiRail.ports(Crossbar.of(4, new LinkSpeed(0, 1e9)), 2, Routing.DETERMINISTIC));
    FlowModel crossed = model(ports, "intraNode", "links");
    assertThat(endsPs(crossed, message(0, 1, 4000), message(2, 4, 4000), message(5, 3, 4000)))
        .as("out by the first interface, back in by the second")
        .containsExactly(LATENCY_PS + 8_000_000, LATENCY_PS + 8_000_000, LATENCY_PS + 8_000_000);
  }

  @Test
  void interfaceBeginsWithAMessageOnlyWhenItsGapIsOver() {
    FlowModel model = model(MACHINE, "messageGap", "3us");
    assertThat(
            endsPs(model, message(0, 4, 0), message(2, 6, 0), message(1, 5, 0), message(0, 1, 0)))
        .as("both of the first interface, one of the second, one within the node")
        .containsExactly(LATENCY_PS, LATENCY_PS + 3_000_000, LATENCY_PS, 500_000);
    assertThat(endsPs(model(MACHINE, "messageGap", "3us"), message(0, 4, 4000)))
        .as("alone it does not wait")
        .containsExactly(LATENCY_PS + 4_000_000);
    assertThat(endsPs(model(MACHINE, "messageGap", "3us"), message(0, 4, 0), message(1, 4, 1000)))
        .as("from two interfaces to one")
        .containsExactly(LATENCY_PS, LATENCY_PS + 3_000_000 + 1_000_000);
  }

  @Test
  void messageBetweenNeighboursTakesTheMachinesLatencyAndOneFartherAwayMore() {
    Machine machine =
        MACHINE.withTopology(
            MultiRail.ports(Crossbar.of(4, new LinkSpeed(500_000, 2e9)), 2, Routing.DETERMINISTIC));
    FlowModel model = model(machine);
    Message message = message(0, 4, 1000);
    assertThat(
            model.sendOverheadPs(message)
                + endsPs(model, message)[0]
                + model.receiveOverheadPs(message))
        .as("one interface moves its message at no more than its bandwidth, whatever its link")
        .isEqualTo(8_000_000 + 1_000_000);
    Message within = message(0, 1, 4000);
    assertThat(model.sendOverheadPs(within)).isEqualTo(250_000);
    assertThat(
            model.sendOverheadPs(within)
                + endsPs(model(machine), within)[0]
                + model.receiveOverheadPs(within))
        .isEqualTo(1_000_000 + 1_000_000);
  }

  @Test
  void messagesOfOneRankWithinANodeShareWhatItCopies() {
    assertThat(endsPs(model(MACHINE), message(0, 1, 4000), message(2, 3, 4000)))
        .as("different ranks")
        .containsExactly(1_500_000, 1_500_000);
    assertThat(endsPs(model(MACHINE), message(0, 1, 4000), message(0, 2, 4000)))
        .as("the same sender")
        .containsExactly(2_500_000, 2_500_000);
    assertThat(endsPs(model(MACHINE), message(1, 0, 4000), message(2, 0, 4000)))
        .as("the same receiver")
        .containsExactly(2_500_000, 2_500_000);
    assertThat(endsPs(model(MACHINE, "ends", "none"), message(0, 1, 4000), message(0, 2, 4000)))
        .as("each has all of it")
        .containsExactly(2_000_000, 2_000_000);
  }

  @Test
  void gapIsATenthOfTheOverheadUnlessStated() {
    assertThat(FigureText.of(new FlowModelProvider(), new ModelContext(MACHINE, BLOCKS, Map.of())))
        .containsEntry("messageGap", "200ns (derived: sendOverhead / 10)")
        .containsEntry("stripeThreshold", "4KiB (eagerThreshold)");
    Machine stated =
        MACHINE.toBuilder()
            .interfaces(
                new InterfaceFigures(
                    OptionalDouble.of(20e6),
                    OptionalDouble.empty(),
                    Optional.empty(),
                    OptionalLong.of(Long.MAX_VALUE)))
            .build();
    assertThat(FigureText.of(new FlowModelProvider(), new ModelContext(stated, BLOCKS, Map.of())))
        .containsEntry("messageGap", "50ns (derived: 1 / machine's messageRate)")
        .containsEntry("stripeThreshold", "unlimited (machine)");
  }

  @Test
  void rendezvousMessagesHaveOverheadsTooUnlessOnlyTheRouteCosts() {
    MutableMessage message = new MutableMessage().set(0, 4, 0, 1, 1_000_000, true);
    message.rendezvous(true);
    assertThat(model(MACHINE).sendOverheadPs(message)).isEqualTo(2_000_000);
    assertThat(model(MACHINE).receiveOverheadPs(message)).isEqualTo(2_000_000);
    FlowModel route = model(MACHINE, "ends", "none", "sendOverhead", "1us");
    assertThat(route.sendOverheadPs(message)).isZero();
    assertThat(route.sendOverheadPs(message(0, 4, 8))).isEqualTo(1_000_000);
    assertThat(endsPs(route, message)).containsExactly(8_000_000 + 1_000_000_000);
  }
}
