package org.foretell.engine.reference.buslink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Recording;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.result.InputException;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/** What random programs have shown, small enough to work out by hand. */
class BusLinkCasesTest {
  private static final long COLLECTIVE_PS = 70;

  private final Recording heard = new Recording();

  /** On one node with two CPUs, without latency, at a byte per nanosecond. */
  private Prediction replay(TraceSource trace) {
    return replay(trace, List.of(site(1, 0)), WideArea.NONE, new int[trace.info().ranks()]);
  }

  /** Two ranks, each on a node of its own; the nodes share one bus. */
  private Prediction replayOnSharedBus(TraceSource trace) {
    return replay(trace, List.of(site(2, 1)), WideArea.NONE, new int[] {0, 1});
  }

  private static BusSite site(int count, int buses) {
    return site(count, buses, 0, 0, 0);
  }

  private static BusSite site(
      int count, int buses, long withinNodePs, long betweenNodesPs, long betweenSitesPs) {
    LinkSpeed within = new LinkSpeed(withinNodePs, 1e9);
    BusNodes nodes =
        BusNodes.builder(count)
            .cpus(2)
            .intraNode(within)
            .latencyPs(betweenNodesPs)
            .wideAreaLatencyPs(betweenSitesPs)
            .build();
    BusSharing sharing = buses == 0 ? BusSharing.FIFO : BusSharing.SLOWER;
    return BusSite.builder("here")
        .nodes(List.of(nodes))
        .bytesPerSecond(1e9)
        .buses(buses)
        .sharing(sharing)
        .collectives(FanModel.CONSTANT)
        .build();
  }

  /** Two ranks at two sites: 3 ns of latency between them, for messages of tag 1 it is 5 ns. */
  private Prediction replayAtTwoSites(TraceSource trace) {
    DedicatedConnection connection =
        new DedicatedConnection(0, 1, 1e9, List.of(1L), SizeCondition.ANY, 5_000, 0);
    WideArea wideArea =
        WideArea.builder().bytesPerSecond(1e9).dedicated(List.of(connection)).build();
    BusSite site = site(1, 0, 0, 0, 3_000);
    return replay(trace, List.of(site, site), wideArea, new int[] {0, 1});
  }

  private Prediction replay(
      TraceSource trace, List<BusSite> sites, WideArea wideArea, int[] nodes) {
    PlainBusLinkModel model =
        new PlainBusLinkModel(new BusLinks(sites, wideArea, List.of()), 100, 0);
    return Simulation.builder()
        .trace(trace)
        .placement(new Placement("by hand", nodes, new int[nodes.length]))
        .communication(new CommunicationModel("test", model, call -> COLLECTIVE_PS))
        .compute((rank, burst, marker) -> burst.durationPs())
        .observer(heard)
        .build()
        .run();
  }

  private static OpView reduce(boolean byMessages) {
    return new OpView()
        .reset(OpCode.REDUCE)
        .set(OpField.BYTES, 8)
        .set(OpField.FLAGS, byMessages ? OpCode.REDUCTION_TO_ROOT_BY_MESSAGES : 0);
  }

  private static OpView ibarrier(int request) {
    return new OpView().reset(OpCode.IBARRIER).set(OpField.REQUEST, request);
  }

  private static OpView await(int request) {
    return new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, request);
  }

  private static OpView send(int peer, long bytes) {
    return new OpView().reset(OpCode.SEND).set(OpField.PEER, peer).set(OpField.BYTES, bytes);
  }

  private static OpView recv(int peer) {
    return new OpView().reset(OpCode.RECV).set(OpField.PEER, peer);
  }

  /** While a collective has the only shared bus a message is one of two on it. */
  @Test
  void aCollectiveThatHasSharedBusesSlowsMessages() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, ibarrier(0));
    trace.add(1, ibarrier(0));
    trace.add(0, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 10));
    trace.add(0, send(1, 8));
    trace.add(1, recv(0));
    trace.add(0, await(0));
    trace.add(1, await(0));
    assertThat(replayOnSharedBus(trace).finishPs()).containsExactly(COLLECTIVE_PS, 16_010);
  }

  @Test
  void aCollectiveHasSharedBusesWhenTheMessagesUnderWayHaveEnded() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, send(1, 8));
    trace.add(0, ibarrier(0));
    trace.add(1, ibarrier(0));
    trace.add(0, await(0));
    trace.add(1, await(0));
    trace.add(1, recv(0));
    long endPs = 8_000 + COLLECTIVE_PS;
    assertThat(replayOnSharedBus(trace).finishPs()).containsExactly(endPs, endPs);
  }

  @Test
  void collectivesHaveSharedBusesOneAfterTheOther() {
    OpListTrace trace = new OpListTrace(2);
    for (int rank = 0; rank < 2; rank++) {
      trace.add(rank, ibarrier(0));
      trace.add(rank, ibarrier(1));
      trace.add(rank, await(1));
    }
    assertThat(replayOnSharedBus(trace).finishPs())
        .containsExactly(2 * COLLECTIVE_PS, 2 * COLLECTIVE_PS);
  }

  /** 100 bytes in ten seconds, of which nine tenths count: with this, exactly all there may be. */
  @Test
  void whereTrafficLeavesNothingTheReplayStops() {
    double most = 0.9 * (100 / 1e10);
    WideArea wideArea =
        WideArea.builder().bytesPerSecond(1e9).traffic(Traffic.LINEAR, most, 1).build();
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, send(1, 100));
    trace.add(0, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 15_000_000_000_000L));
    trace.add(0, send(1, 1));
    trace.add(1, recv(0));
    trace.add(1, recv(0));
    List<BusSite> sites = List.of(site(1, 0), site(1, 0));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> replay(trace, sites, wideArea, new int[] {0, 1}))
        .withMessageContaining("traffic");
  }

  @Test
  void aReduceByMessagesStartsWhenEachMemberCalls() {
    OpListTrace trace = new OpListTrace(3);
    trace.add(0, reduce(true));
    trace.add(1, reduce(true));
    trace.add(2, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 100_000));
    trace.add(2, reduce(true));
    assertThat(replay(trace).finishPs()).containsExactly(108_000, 8_000, 108_000);
  }

  @Test
  void aReduceByMessagesEndsAtOnceForARootThatComesLast() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 100_000));
    trace.add(0, reduce(true));
    trace.add(1, reduce(true));
    assertThat(replay(trace).finishPs()).containsExactly(100_000, 8_000);
  }

  @Test
  void aPersistentSendPaysTheStartupOfTheConnectionOfItsTag() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(
        0,
        new OpView()
            .reset(OpCode.SEND_INIT)
            .set(OpField.PEER, 1)
            .set(OpField.TAG, 1)
            .set(OpField.REQUEST, 0));
    trace.add(0, new OpView().reset(OpCode.START).set(OpField.REQUEST, 0));
    trace.add(1, recv(0).set(OpField.TAG, 1));
    assertThat(replayAtTwoSites(trace).finishPs()).containsExactly(5_000, 5_000);
  }

  @Test
  void aReceiveOfAnyTagPaysTheStartupOfTheConnectionOfTheTagThatWasRecorded() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, send(1, 0).set(OpField.TAG, 1));
    trace.add(1, recv(0).set(OpField.TAG, OpView.ANY).set(OpField.MATCHED_TAG, 1));
    trace.add(0, send(1, 0).set(OpField.TAG, 1));
    trace.add(1, recv(0).set(OpField.TAG, 1));
    assertThat(replayAtTwoSites(trace).finishPs()).containsExactly(10_000, 10_000);
  }

  @Test
  void aNonBlockingCollectivePaysOnlyForLatenciesThatItNeeds() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, ibarrier(0));
    trace.add(1, ibarrier(0));
    BusSite site = site(2, 0, 9_000, 2_000, 7_000);
    assertThat(replay(trace, List.of(site), WideArea.NONE, new int[] {0, 1}).finishPs())
        .containsExactly(2_000, 2_000);
    assertThat(replay(trace, List.of(site), WideArea.NONE, new int[] {0, 0}).finishPs())
        .containsExactly(9_000, 9_000);
    assertThat(replay(trace, List.of(site, site), WideArea.NONE, new int[] {0, 2}).finishPs())
        .containsExactly(7_000, 7_000);
  }

  @Test
  void aReduceByMessagesThatMeetsAnotherCollectiveIsAMismatch() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, new OpView().reset(OpCode.BARRIER));
    trace.add(1, reduce(true));
    assertThat(replay(trace).problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.MISMATCHED_COLLECTIVE);
  }

  @Test
  void aReduceGoesByMessagesForAllOrForNone() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, reduce(false));
    trace.add(1, reduce(true));
    assertThat(replay(trace).problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.INVALID_OPERATION);
  }

  /** A receive comes before a burst that has become ready at the same time. */
  @Test
  void whatWaitsForTheStartOfASendComesTogetherWithWhatWaitsForItsEnd() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    int send = graph.send(0, 5, 8, 0, 0);
    int burst = graph.compute(100_000, 1);
    int receive = graph.receive(0, 5, 8, 1, 0);
    graph.requiresStart(burst, send);
    graph.requires(receive, send);
    replay(new TaskGraphTrace(graph.build()));
    assertThat(heard.entries().get("to 0"))
        .containsExactly("from 0 tag 5 bytes 8 sent 0 posted 0 there 8000");
  }

  @Test
  void observersHearTheTagThatTheReceiverAskedFor() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    graph.send(0, OpView.ANY, 8, 0, 0);
    graph.receive(0, 5, 8, 1, 0);
    replay(new TaskGraphTrace(graph.build()));
    assertThat(heard.entries().get("to 0"))
        .containsExactly("from 0 tag 5 bytes 8 sent 0 posted 0 there 8000");
  }
}
