package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.foretell.engine.Simulation;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterException;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worked out by hand: 1 us of latency, 1 GB/s, times in nanoseconds. */
class BusLinkModelProviderTest {
  private static final double BYTES_PER_SECOND = 1e9;
  private static final long SECOND = 1_000_000_000;
  private static final long BIG = 1_000_000_000;
  private static final String[] NETWORK = {
    "interNodeLatency", "1us", "interNodeBandwidth", "1GB/s"
  };

  private final BusLinkModelProvider provider = new BusLinkModelProvider();

  private static Map<String, String> parameters(String... more) {
    Map<String, String> parameters = new HashMap<>();
    for (String[] part : List.of(NETWORK, more)) {
      for (int i = 0; i < part.length; i += 2) {
        parameters.put(part[i], part[i + 1]);
      }
    }
    return parameters;
  }

  private long[] finishNs(OpListTrace trace, String... parameters) {
    Prediction prediction = Replayed.without(provider, parameters(parameters), trace);
    return Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000).toArray();
  }

  private static OpListTrace script(int ranks, Consumer<Script> writes) {
    Script script = new Script(ranks);
    writes.accept(script);
    return script.trace();
  }

  @Test
  void senderAndReceiverPayTheLatencyAndOnlyTheReceiverTheTransfer() {
    OpListTrace trace = script(2, s -> s.rank(0, r -> r.send(1, 500)).rank(1, r -> r.recv(0)));
    assertThat(finishNs(trace)).containsExactly(1000, 1500);
  }

  @Test
  void aMessageThatIsThereCostsTheReceiverItsLatency() {
    OpListTrace trace =
        script(2, s -> s.rank(0, r -> r.send(1, 500)).rank(1, r -> r.compute(9000).recv(0)));
    assertThat(finishNs(trace)).containsExactly(1000, 10_000);
  }

  @Test
  void fromTheThresholdOnSendersWaitForTheirReceivers() {
    OpListTrace trace =
        script(2, s -> s.rank(0, r -> r.send(1, 500)).rank(1, r -> r.compute(9000).recv(0)));
    assertThat(finishNs(trace, "eagerThreshold", "500B")).containsExactly(10_000, 10_500);
    assertThat(finishNs(trace, "eagerThreshold", "501B")).containsExactly(1000, 10_000);
  }

  /** Each start pays a latency, so the second message leaves, and the op ends, 1 us later. */
  @Test
  void aStartallEndsWhenItHasStartedAll() {
    OpView start = new OpView().reset(OpCode.STARTALL).setList(OpField.REQUESTS, new long[] {0, 1});
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.add(sendInit(0)).add(sendInit(1)).add(start))
                    .rank(1, r -> r.recv(0).recv(0)));
    assertThat(finishNs(trace)).containsExactly(2000, 2500);
  }

  private static OpView sendInit(int request) {
    return new OpView()
        .reset(OpCode.SEND_INIT)
        .set(OpField.PEER, 1)
        .set(OpField.BYTES, 500)
        .set(OpField.REQUEST, request);
  }

  @Test
  void aMessageToOneselfMayBeEager() {
    OpListTrace trace = script(1, s -> s.rank(0, r -> r.send(0, 500).recv(0)));
    assertThat(finishNs(trace, "intraNodeLatency", "1us")).containsExactly(2000);
  }

  @Test
  void twoMessagesTakeTurnsOnOneLinkOut() {
    OpListTrace trace =
        script(
            3,
            s ->
                s.rank(0, r -> r.send(1, 500).send(2, 500))
                    .rank(1, r -> r.recv(0))
                    .rank(2, r -> r.recv(0)));
    assertThat(finishNs(trace)).containsExactly(2000, 1500, 2500);
    assertThat(finishNs(trace, "interNodeLatency", "100ns", "inputLinks", "1", "outputLinks", "1"))
        .containsExactly(200, 600, 1100);
  }

  @Test
  void onAHalfDuplexLinkMessagesOfBothDirectionsTakeTurns() {
    OpListTrace trace =
        script(2, s -> s.rank(0, r -> r.send(1, 500).recv(1)).rank(1, r -> r.send(0, 500).recv(0)));
    assertThat(finishNs(trace, "inputLinks", "1", "outputLinks", "1", "interNodeLatency", "10ns"))
        .containsExactly(510, 510);
    for (String[] links : new String[][] {{"1", "half-duplex"}, {"half-duplex", "1"}}) {
      assertThat(exchangedNs(trace, links[0], links[1])).containsExactly(1010, 510);
    }
  }

  @Test
  void aDirectionWithoutLimitDoesNotMakeTheOtherHalfDuplex() {
    OpListTrace trace =
        script(2, s -> s.rank(0, r -> r.send(1, 500).recv(1)).rank(1, r -> r.send(0, 500).recv(0)));
    for (String none : new String[] {"0", "unlimited"}) {
      assertThat(exchangedNs(trace, none, "1")).containsExactly(510, 510);
      assertThat(exchangedNs(trace, "1", none)).containsExactly(510, 510);
    }
    assertThat(finishNs(trace, "inputLinks", "1", "interNodeLatency", "10ns"))
        .containsExactly(510, 510);
    assertThat(finishNs(trace, "outputLinks", "1", "interNodeLatency", "10ns"))
        .containsExactly(510, 510);
    assertThatThrownBy(() -> exchangedNs(trace, "half-duplex", "half-duplex"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("give a number of links for one of them");
  }

  @Test
  void theOtherDirectionQueuesAsEver() {
    OpListTrace trace =
        script(
            3,
            s ->
                s.rank(0, r -> r.send(1, 500).send(2, 500))
                    .rank(1, r -> r.recv(0))
                    .rank(2, r -> r.recv(0)));
    assertThat(exchangedNs(trace, "unlimited", "1")).containsExactly(20, 510, 1010);
    assertThat(exchangedNs(trace, "1", "unlimited")).containsExactly(20, 510, 520);
  }

  private long[] exchangedNs(OpListTrace trace, String in, String out) {
    return finishNs(trace, "inputLinks", in, "outputLinks", out, "interNodeLatency", "10ns");
  }

  @Test
  void messagesWaitForABusOrShareIt() {
    OpListTrace trace =
        script(
            4,
            s ->
                s.rank(0, r -> r.send(1, 500))
                    .rank(1, r -> r.recv(0))
                    .rank(2, r -> r.send(3, 500))
                    .rank(3, r -> r.recv(2)));
    assertThat(finishNs(trace, "buses", "2")).containsExactly(1000, 1500, 1000, 1500);
    assertThat(finishNs(trace, "buses", "1")).containsExactly(1000, 1500, 1000, 2000);
    assertThat(finishNs(trace, "buses", "1", "sharing", "slower"))
        .containsExactly(1000, 1500, 1000, 2000);
  }

  @Test
  void collectivesArePricedByTheirFans() {
    OpListTrace trace = script(4, s -> s.eachRank(r -> r.collective(OpCode.ALLREDUCE, 500)));
    assertThat(finishNs(trace)).containsOnly(6000);
    assertThat(finishNs(trace, "collective.allreduce", "constant/none")).containsOnly(1500);
    assertThat(finishNs(trace, "collective.allreduce", "constant:mean/none")).containsOnly(1500);
    assertThat(finishNs(trace, "collective.allreduce", "none/constant:twice_max"))
        .containsOnly(2000);
    // The root sends 500 B and receives those of all four.
    OpListTrace gather = script(4, s -> s.eachRank(r -> r.collective(OpCode.GATHER, 500)));
    assertThat(finishNs(gather, "collective.gather", "constant:min/none")).containsOnly(1500);
    assertThat(finishNs(gather, "collective.gather", "constant:max/none")).containsOnly(3000);
    assertThat(finishNs(gather, "collective.gather", "constant:mean/none")).containsOnly(2250);
    assertThat(finishNs(gather, "collective.gather", "constant:sum/none")).containsOnly(3500);
    assertThat(finishNs(gather, "collective.gather", "none/constant")).containsOnly(3000);
    assertThat(finishNs(trace, "collective.allreduce", "linear:sum/none")).containsOnly(6000);
    assertThat(finishNs(trace, "buses", "1", "collective.allreduce", "logarithmic/none"))
        .containsOnly(4500);
  }

  /** In the rounds of a tree of 8 there are 4, 2 and 1 messages; of 5 there are 2, 1 and 1. */
  @ParameterizedTest
  @CsvSource({"1,1,0", "2,1,1", "5,0,3", "5,1,4", "5,2,3", "8,0,3", "8,1,7", "8,2,4", "8,4,3"})
  void aRoundOfATreeTakesAsManyStagesAsItsMessagesNeedBuses(
      int partners, int buses, long expectedStages) {
    assertThat(DimemasCollectives.stages(partners, buses)).isEqualTo(expectedStages);
  }

  /** Of 500 B: 20 us and 1 us for data at one site, 2 us and 20 us at the other. */
  @Test
  void theSiteWhoseLatenciesCountTwiceDecidesThoughTheOtherTakesLonger() {
    BusNodes far = BusNodes.builder(2).latencyPs(10_000_000).build();
    BusNodes near = BusNodes.builder(2).latencyPs(1_000_000).build();
    WideArea wide = WideArea.builder().bytesPerSecond(BYTES_PER_SECOND).build();
    OpListTrace trace = script(4, s -> s.eachRank(r -> r.collective(OpCode.ALLREDUCE, 500)));
    // And 1 us between the sites.
    assertThat(onSites(trace, new int[] {0, 1, 2, 3}, wide, site(far), site(near, 5e7)))
        .containsOnly(22_000);
  }

  /** As between sites, and 1 us between the nodes. */
  @Test
  void theNodeWhoseLatenciesCountTwiceDecidesThoughTheOtherTakesLonger() {
    BusNodes far = BusNodes.builder(1).cpus(2).intraNode(new LinkSpeed(10_000_000, 1e9)).build();
    BusNodes near = BusNodes.builder(1).cpus(2).intraNode(new LinkSpeed(1_000_000, 5e7)).build();
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(far, near))
            .bytesPerSecond(BYTES_PER_SECOND)
            .collectives(FanModel.CONSTANT)
            .build();
    OpListTrace trace = script(4, s -> s.eachRank(r -> r.collective(OpCode.ALLREDUCE, 500)));
    assertThat(onSites(trace, new int[] {0, 0, 1, 1}, WideArea.NONE, site)).containsOnly(22_000);
  }

  @Test
  void ranksTakeTurnsOnTheCpusOfTheirNode() {
    OpListTrace trace = script(3, s -> s.eachRank(r -> r.compute(1000)));
    BusNodes node = BusNodes.builder(1).cpus(2).build();
    assertThat(onSites(trace, new int[] {0, 0, 0}, WideArea.NONE, site(node)))
        .containsExactly(1000, 1000, 2000);
  }

  @Test
  void dedicatedConnectionsTakeTheMessagesTheyAreFor() {
    BusNodes node = BusNodes.builder(1).wideAreaLatencyPs(2_000_000).build();
    SizeCondition large =
        new SizeCondition(
            SizeCondition.Comparison.ABOVE, 100, true, SizeCondition.Comparison.ABOVE, 0);
    WideArea wide =
        WideArea.builder()
            .bytesPerSecond(1e8)
            .flightPs(new long[][] {{0, 7_000_000}, {7_000_000, 0}})
            .dedicated(
                List.of(
                    new DedicatedConnection(
                        1, 0, BYTES_PER_SECOND, List.of(0L), large, 1_000_000, 3_000_000)))
            .build();
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.send(1, 500).compute(90_000).send(1, 100))
                    .rank(1, r -> r.recv(0).recv(0)));
    // 1000 + 500 + 3000 over the connection; 91 000 + 2000 + 1000 + 7000 beside it
    assertThat(onSites(trace, new int[] {0, 1}, wide, site(node), site(node)))
        .containsExactly(93_000, 101_000);
  }

  /** 1 GB in the first ten seconds count as 0.09 B/ns, in the next as 0.009 B/ns. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 1000000, 1000000",
    "LINEAR, 1219512, 1018329",
    "EXPONENTIAL, 2459603, 1094174",
    "LOGARITHMIC, 1094314, 1007951",
  })
  void trafficSlowsLaterMessagesBetweenSites(Traffic traffic, long soonNs, long laterNs) {
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.send(1, BIG).compute(11 * SECOND).send(1, 100_000))
                    .rank(1, r -> r.recv(0).recv(0)));
    OpListTrace later =
        script(
            2,
            s ->
                s.rank(0, r -> r.send(1, BIG).compute(21 * SECOND).send(1, 100_000))
                    .rank(1, r -> r.recv(0).recv(0)));
    assertThat(betweenSites(trace, traffic, 2)).containsExactly(11 * SECOND, 11 * SECOND + soonNs);
    assertThat(betweenSites(later, traffic, 2)).containsExactly(21 * SECOND, 21 * SECOND + laterNs);
  }

  /** The third message starts when the second would have left without traffic. */
  @Test
  void trafficKeepsNoLinksBetweenSites() {
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.send(1, BIG).compute(11 * SECOND))
                    .rank(0, r -> r.send(1, 100_000).send(1, 200_000))
                    .rank(1, r -> r.recv(0).recv(0).recv(0)));
    assertThat(betweenSites(trace, Traffic.LINEAR, 2)[1])
        .isEqualTo(11 * SECOND + 1_000_000 + 2_439_024);
  }

  @Test
  void trafficThatLeavesNothingIsAnError() {
    OpListTrace trace =
        script(
            2,
            s ->
                s.rank(0, r -> r.send(1, BIG).compute(11 * SECOND).send(1, 100_000))
                    .rank(1, r -> r.recv(0).recv(0)));
    assertThat(betweenSites(trace, Traffic.EXPONENTIAL, 20)[1]).isGreaterThan(12 * SECOND);
    for (Traffic traffic : List.of(Traffic.LINEAR, Traffic.LOGARITHMIC)) {
      assertThatThrownBy(() -> betweenSites(trace, traffic, 20))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(
              "1.800 times the wide-area network's maxTraffic at 11000000000000 ps")
          .hasMessageContaining("raise maxTraffic or lower trafficPerByte");
    }
  }

  /** 10 ns a byte. */
  private long[] betweenSites(OpListTrace trace, Traffic traffic, double trafficPerByte) {
    BusNodes node = BusNodes.builder(1).build();
    WideArea wide =
        WideArea.builder().bytesPerSecond(1e8).traffic(traffic, 1, trafficPerByte).build();
    return onSites(trace, new int[] {0, 1}, wide, site(node), site(node));
  }

  private static BusSite site(BusNodes nodes) {
    return site(nodes, BYTES_PER_SECOND);
  }

  private static BusSite site(BusNodes nodes, double bytesPerSecond) {
    return BusSite.builder("")
        .nodes(List.of(nodes))
        .bytesPerSecond(bytesPerSecond)
        .collectives(FanModel.CONSTANT)
        .build();
  }

  private long[] onSites(OpListTrace trace, int[] nodes, WideArea wide, BusSite... sites) {
    BusLinks links = new BusLinks(List.of(sites), wide, List.of());
    Machine machine =
        Machine.builder("sites")
            .nodes(NodeGroup.builder("all").nodes(links.nodes()).coresPerNode(2).build())
            .network(LinkSpeed.INSTANT)
            .busLinks(links)
            .build();
    Placement placement = new Placement("by hand", nodes, new int[nodes.length]);
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(provider.create(new ModelContext(machine, placement, Map.of())))
            .compute((rank, burst, marker) -> burst.durationPs())
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000).toArray();
  }

  @Test
  void aMachineWithoutSitesHasItsLinksAndBuses() {
    Map<String, String> effective =
        FigureText.of(provider, Machines.on(Machines.small(Map.of()), 8, Map.of("buses", "3")));
    assertThat(effective)
        .containsEntry("interNodeLatency", "8us (machine)")
        .containsEntry("buses", "3")
        .containsEntry("inputLinks", "unlimited (machine)")
        .containsEntry("eagerThreshold", "4KiB (machine; where the trace recorded no protocol)")
        .containsEntry("collective.bcast", "logarithmic (machine)");
    assertThat(effective.keySet())
        .containsExactlyElementsOf(
            provider.parameters().stream().map(spec -> spec.name()).toList());
  }

  @Test
  void wrongValuesAreReportedTogether() {
    assertThatThrownBy(
            () ->
                provider.create(
                    Machines.withoutMachine(
                        2,
                        Map.of("buses", "-1", "inputLinks", "x", "collective.bcast", "sometimes"))))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("parameter buses of model bus-link: \"-1\" is not a whole number")
        .hasMessageContaining("from 0 (no limit) to 16777216, nor \"unlimited\"\n")
        .hasMessageContaining("inputLinks of model bus-link: \"x\" is not a whole number")
        .hasMessageContaining("nor \"unlimited\" or \"half-duplex\"")
        .hasMessageContaining("parameter collective.bcast")
        .hasMessageContaining("needs interNodeLatency, interNodeBandwidth");
  }
}
