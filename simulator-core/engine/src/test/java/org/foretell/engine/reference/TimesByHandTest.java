package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.reference.Ops.collective;
import static org.foretell.engine.reference.Ops.compute;
import static org.foretell.engine.reference.Ops.op;

import java.util.List;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.buslink.PlainBusLinkModel;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.DedicatedConnection;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.SizeCondition;
import org.foretell.machine.WideArea;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
import org.foretell.model.TestSchedules;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times that follow from a few numbers, where random programs seldom look. */
class TimesByHandTest {
  private static final long US = 1_000_000;

  private static List<String> told(OpListTrace trace, MpiModel mpi, long collectivePs, int rank) {
    return told(trace, new CommunicationModel("test", mpi, call -> collectivePs), rank);
  }

  private static List<String> told(OpListTrace trace, CommunicationModel communication, int rank) {
    int ranks = trace.info().ranks();
    int[] nodes = new int[ranks];
    for (int node = 0; node < ranks; node++) {
      nodes[node] = node;
    }
    Recording recording = new Recording();
    Simulation.builder()
        .trace(trace)
        .placement(new Placement("one each", nodes, new int[ranks]))
        .communication(communication)
        .compute((who, burst, marker) -> burst.durationPs())
        .observer(recording)
        .build()
        .run();
    return recording.of(rank);
  }

  /** Two sites of two nodes, 1 GB/s everywhere, 2 us between nodes and 5 us between sites. */
  private static BusLinks twoSites(DedicatedConnection... dedicated) {
    BusNodes nodes =
        BusNodes.builder(2)
            .intraNode(new LinkSpeed(US, 1e9))
            .latencyPs(2 * US)
            .wideAreaLatencyPs(5 * US)
            .build();
    BusSite site =
        BusSite.builder("site")
            .nodes(List.of(nodes))
            .bytesPerSecond(1e9)
            .collectives(FanModel.CONSTANT)
            .build();
    WideArea wideArea =
        WideArea.builder().bytesPerSecond(1e9).dedicated(List.of(dedicated)).build();
    return new BusLinks(List.of(site, site), wideArea, List.of());
  }

  /** Nodes between which nothing queues, 1 ps a byte. */
  private static BusLinks freeNodes() {
    BusNodes nodes = BusNodes.builder(2).build();
    BusSite site =
        BusSite.builder("")
            .nodes(List.of(nodes))
            .bytesPerSecond(1e12)
            .collectives(FanModel.CONSTANT)
            .build();
    return new BusLinks(List.of(site), WideArea.NONE, List.of());
  }

  /** Between free nodes, with collectives in steps. */
  private static CommunicationModel inSteps(OpCode code, CollectiveSchedule schedule) {
    TestSchedules schedules = new TestSchedules().with(code, schedule);
    return new CommunicationModel(
            "test", new PlainBusLinkModel(freeNodes(), 1L << 40, 0), call -> 0)
        .with(new ExpandedCollectives(schedules, 1, ExpandedCollectives.DEFAULT_EXACT_UP_TO));
  }

  @Test
  void aQuietWaitsForTheLastPutWhicheverItIs() {
    for (int largest = 1; largest <= 2; largest++) {
      OpListTrace trace = new OpListTrace(3);
      for (int target = 1; target <= 2; target++) {
        trace.add(
            0,
            op(OpCode.SHMEM_PUT_NBI)
                .set(OpField.PEER, target)
                .set(OpField.BYTES, target == largest ? 1000 : 1));
      }
      trace.add(0, op(OpCode.SHMEM_QUIET));
      // 10 there and 1 a byte; neither the caller nor the acknowledgement takes time.
      LinearModel model = new LinearModel(10, 1, 1L << 40, 0, 0, 0, 0, false);
      assertThat(told(trace, model, 0, 0).get(2)).startsWith("SHMEM_QUIET 0..1010 ");
    }
  }

  @Test
  void aQuietLastsUntilTheLatestAcknowledgementWhicheverPutArrivedLast() {
    DirectModel model =
        new DirectModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long transferPs(Message message, long startPs) {
            return message.bytes();
          }

          @Override
          public long nonBlockingSendPs(Message message) {
            return 0;
          }

          @Override
          public long acknowledgePs(Message back) {
            return back.source() == 1 ? 1000 : 1;
          }
        };
    OpListTrace trace = new OpListTrace(3);
    for (int target = 1; target <= 2; target++) {
      trace.add(
          0, op(OpCode.SHMEM_PUT_NBI).set(OpField.PEER, target).set(OpField.BYTES, 10L * target));
    }
    trace.add(0, op(OpCode.SHMEM_QUIET));
    assertThat(told(trace, model, 0, 0).get(2)).startsWith("SHMEM_QUIET 0..1010 ");
  }

  /** Who is done at the same time is first if that was known first. */
  @ParameterizedTest
  @CsvSource({"WIN_START, WIN_COMPLETE", "WIN_LOCK_ALL, WIN_UNLOCK_ALL"})
  void anEpochWithoutNotificationEndsWithItsQuiet(OpCode begin, OpCode end) {
    OpListTrace trace = new OpListTrace(3);
    trace.add(0, onWindow(OpCode.WIN_CREATE).set(OpField.COMMUNICATOR, Communicator.SELF));
    trace.add(0, onWindow(OpCode.WIN_FENCE));
    trace.add(0, onWindow(OpCode.PUT).set(OpField.PEER, 0));
    trace.add(0, onWindow(begin));
    trace.add(0, onWindow(end));
    trace.add(0, Ops.send(2, 0, 0));
    trace.add(1, compute(15));
    trace.add(1, compute(5));
    trace.add(1, Ops.send(2, 0, 0));
    trace.add(2, Ops.recv(OpView.ANY, 0));
    trace.add(2, Ops.recv(OpView.ANY, 0));
    // The put is there at 10, its acknowledgement at 20.
    MpiModel model = new LogGopsModel(10, 0, 0, 0, 0, -1, 1);
    assertThat(told(trace, model, 0, 0).get(4)).startsWith(end + " 0..20 ");
    List<String> engine = told(trace, model, 0, 2);
    assertThat(engine.get(0)).startsWith("RECV 0..30 ").contains(" peer 0 ");
    Recording twin = new Recording();
    ReferenceEngine.run(
        trace,
        new Placement("one each", new int[] {0, 1, 2}, new int[3]),
        new CommunicationModel("test", model, call -> 0),
        (rank, burst, marker) -> burst.durationPs(),
        twin);
    assertThat(twin.of(2)).isEqualTo(engine);
  }

  private static OpView onWindow(OpCode code) {
    return op(code).set(OpField.OBJECT, 0);
  }

  @Test
  void aMessageToAnotherSitePaysTheLatencyBetweenSitesAtBothEnds() {
    OpListTrace trace = new OpListTrace(4);
    trace.add(0, Ops.send(1, 0, 0));
    trace.add(0, Ops.send(2, 0, 0));
    trace.add(1, Ops.recv(0, 0));
    trace.add(2, Ops.recv(0, 0));
    PlainBusLinkModel model = new PlainBusLinkModel(twoSites(), 64, 0);
    assertThat(told(trace, model, 0, 0).get(0)).startsWith("SEND 0..2000000 ");
    assertThat(told(trace, model, 0, 0).get(1)).startsWith("SEND 2000000..7000000 ");
    assertThat(told(trace, model, 0, 1).get(0)).startsWith("RECV 0..2000000 ");
    assertThat(told(trace, model, 0, 2).get(0)).startsWith("RECV 0..7000000 ");
  }

  @Test
  void aReceiveOfAnyTagPaysForTheConnectionOfTheTagThatWasRecorded() {
    DedicatedConnection forTag =
        new DedicatedConnection(0, 1, 1e9, List.of(5L), SizeCondition.ANY, 9 * US, 0);
    OpListTrace trace = new OpListTrace(4);
    for (int tag = 5; tag <= 6; tag++) {
      trace.add(0, Ops.send(2, tag, 0));
      trace.add(2, compute(100 * US));
      trace.add(2, Ops.recv(0, OpView.ANY).set(OpField.MATCHED_TAG, tag));
    }
    List<String> told = told(trace, new PlainBusLinkModel(twoSites(forTag), 64, 0), 0, 2);
    assertThat(told.get(1)).startsWith("RECV 100000000..109000000 ");
    assertThat(told.get(3)).startsWith("RECV 209000000..214000000 ");
  }

  @Test
  void aMessageOfALaterCollectiveIsNotTakenForOneOfAnEarlierCollective() {
    OpListTrace trace = new OpListTrace(2);
    for (int rank = 0; rank < 2; rank++) {
      trace.add(rank, collective(OpCode.BCAST, 0, 1000).set(OpField.ROOT, 0));
      trace.add(rank, collective(OpCode.BCAST, 0, 1).set(OpField.ROOT, 0));
    }
    CommunicationModel model = inSteps(OpCode.BCAST, TestSchedules.LINEAR_BROADCAST);
    // The second message is there at 1.
    assertThat(told(trace, model, 0).get(1)).startsWith("BCAST 0..0 ");
    assertThat(told(trace, model, 1).get(0)).startsWith("BCAST 0..1000 ");
    assertThat(told(trace, model, 1).get(1)).startsWith("BCAST 1000..1000 ");
  }

  @Test
  void aRankThatTakesARecordedOutcomeCountsAsBlockedInItsReceive() {
    for (OpCode code : List.of(OpCode.WAITSOME, OpCode.TESTSOME)) {
      OpListTrace trace = new OpListTrace(2);
      trace.add(0, Ops.irecv(1, 0, 0));
      trace.add(0, compute(1000));
      trace.add(0, op(code).setList(OpField.REQUESTS, 0).setList(OpField.OUTCOMES, 0));
      trace.add(0, compute(45_000));
      trace.add(0, Ops.recv(1, 0));
      trace.add(1, Ops.isend(0, 0, 5000, 0));
      trace.add(1, Ops.isend(0, 0, 9000, 1));
      trace.add(1, Ops.awaitFirst(2));
      PlainBusLinkModel model = new PlainBusLinkModel(freeNodes(), -1, 0);
      assertThat(told(trace, model, 0, 0).get(2)).startsWith(code + " 1000..5000 ");
      // The second message leaves when rank 0 blocks.
      assertThat(told(trace, model, 0, 1).get(2)).startsWith("WAITALL 0..10000 ");
    }
  }

  @Test
  void theStepAfterAReductionStartsWhenThatEnds() {
    CollectiveSchedule schedule =
        TestSchedules.of(
            (call, index, step) -> {
              if (call.member() == 0) {
                step.send(1, 0);
                return index == 0;
              }
              if (index == 0) {
                step.reduce(1000);
              } else {
                step.receive(0, 0);
              }
              return index < 2;
            });
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, compute(3000));
    for (int rank = 0; rank < 2; rank++) {
      trace.add(rank, collective(OpCode.ALLREDUCE, 0, 1000));
    }
    // It receives from 1000 on; what is sent is sent at 3000.
    assertThat(told(trace, inSteps(OpCode.ALLREDUCE, schedule), 1).get(0))
        .startsWith("ALLREDUCE 0..3000 waited 2000 ");
  }

  @Test
  void theStartupOfACollectiveIsTheLongestOfTheWaysThatItNeeds() {
    OpListTrace trace = new OpListTrace(4);
    trace.define(new Communicator(2, new int[] {0, 1}));
    trace.define(new Communicator(3, new int[] {0, 2}));
    trace.add(0, collective(OpCode.IBARRIER, 2, 0).set(OpField.REQUEST, 0));
    trace.add(0, Ops.await(0));
    trace.add(0, collective(OpCode.IBARRIER, 3, 0).set(OpField.REQUEST, 0));
    trace.add(0, Ops.await(0));
    trace.add(1, collective(OpCode.IBARRIER, 2, 0).set(OpField.REQUEST, 0));
    trace.add(2, collective(OpCode.IBARRIER, 3, 0).set(OpField.REQUEST, 0));
    List<String> told = told(trace, new PlainBusLinkModel(twoSites(), 0, 0), 0, 0);
    assertThat(told.get(0)).startsWith("IBARRIER 0..2000000 ");
    assertThat(told.get(1)).startsWith("WAIT 2000000..4000000 ");
    assertThat(told.get(2)).startsWith("IBARRIER 4000000..9000000 ");
    assertThat(told.get(3)).startsWith("WAIT 9000000..14000000 ");
  }

  @Test
  void aCollectiveFreesItsLinksAFlightBeforeItEnds() {
    OpListTrace trace = new OpListTrace(4);
    trace.define(new Communicator(2, new int[] {0, 2}));
    trace.define(new Communicator(3, new int[] {1, 3}));
    for (int rank = 0; rank < 4; rank++) {
      trace.add(rank, compute(rank % 2));
      trace.add(rank, collective(OpCode.BARRIER, 2 + rank % 2, 0));
    }
    PlainBusLinkModel model = new PlainBusLinkModel(twoSites(), 0, 3000);
    assertThat(told(trace, model, 4000, 0).get(1)).startsWith("BARRIER 0..4000 ");
    // From 1000 on it has the links of both sites.
    assertThat(told(trace, model, 4000, 1).get(1)).startsWith("BARRIER 1..5000 ");
  }

  @Test
  void waitingForNobodyCostsNothingWhateverTheSlotWasUsedForBefore() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, Ops.irecv(1, 0, 0));
    trace.add(0, Ops.await(0));
    trace.add(0, Ops.isend(OpView.PROC_NULL, 0, 8, 0));
    trace.add(0, Ops.await(0));
    trace.add(1, Ops.send(0, 0, 0));
    List<String> told = told(trace, new PlainBusLinkModel(twoSites(), 64, 0), 0, 0);
    assertThat(told.get(1)).startsWith("WAIT 0..2000000 ");
    assertThat(told.get(3)).startsWith("WAIT 2000000..2000000 ");
  }
}
