package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.observe.RankSummary;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Deadlock;
import org.foretell.result.InputException;
import org.foretell.result.Position;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Task graphs under LogGOPS with L = 2500, o = 1500, g = 1000, G = 6 and S = 65535. */
class GraphReplayTest {
  private static final MpiModel LOGGOPS = new LogGopsModel(2500, 1500, 1000, 6, 0, 65_535, 1);

  private static TaskGraph.Builder graph() {
    return new TaskGraph.Builder();
  }

  private static Simulation.Builder simulation(MpiModel model, TaskGraph.Builder... graphs) {
    TaskGraph[] built = new TaskGraph[graphs.length];
    for (int rank = 0; rank < graphs.length; rank++) {
      built[rank] = graphs[rank].build();
    }
    return Simulation.builder()
        .trace(new TaskGraphTrace(built))
        .placement(Placements.oneRankPerNode(graphs.length))
        .communication(new CommunicationModel("test", model, call -> 0))
        .compute((rank, burst, marker) -> burst.durationPs());
  }

  private static Prediction run(MpiModel model, TaskGraph.Builder... graphs) {
    return simulation(model, graphs).build().run();
  }

  private static long[] finishPs(MpiModel model, TaskGraph.Builder... graphs) {
    Prediction prediction = run(model, graphs);
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.schedule()).isEqualTo(ReplayOrder.STRICT);
    return prediction.finishPs();
  }

  @Test
  void taskOnAnotherStreamStartsNoEarlierThanWhatItDependsOnEnds() {
    TaskGraph.Builder rank = graph();
    int first = rank.compute(50_000, 0);
    rank.requires(rank.compute(10_000, 1), first);
    assertThat(finishPs(LOGGOPS, rank)).containsExactly(60_000);
  }

  @Test
  void taskOnAnotherStreamStartsNoEarlierThanTheReceiveItDependsOn() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 8, 0, 0);
    TaskGraph.Builder receiver = graph();
    int received = receiver.receive(0, 0, 8, 0, 0);
    receiver.requires(receiver.compute(100_000, 1), received);
    assertThat(finishPs(LOGGOPS, sender, receiver)).containsExactly(1500, 105_542);
  }

  @Test
  void messageOfNoBytesTakesAsLongAsOneByte() {
    for (long bytes = 0; bytes < 2; bytes++) {
      TaskGraph.Builder sender = graph();
      sender.send(1, 0, bytes, 0, 0);
      TaskGraph.Builder receiver = graph();
      receiver.receive(0, 0, bytes, 0, 0);
      assertThat(finishPs(LOGGOPS, sender, receiver)).containsExactly(1500, 5500);
    }
  }

  @Test
  void manyTasksThatBecomeReadyTogetherKeepTheirOrder() {
    TaskGraph.Builder sender = graph();
    TaskGraph.Builder receiver = graph();
    int start = receiver.compute(1_000_000, 0);
    int last = 0;
    for (int i = 0; i < 40; i++) {
      sender.send(1, 0, 8, 0, 0);
      last = receiver.receive(0, 0, 8, 0, 0);
      receiver.requires(last, start);
    }
    // The last message belongs to the receive posted last; it has been waiting like all others.
    receiver.requires(receiver.compute(7, 0), last);
    assertThat(finishPs(LOGGOPS, sender, receiver)[1]).isEqualTo(1_000_000 + 40 * 1542 + 7);
  }

  @Test
  void sendsGoBeforeBurstsThatBecomeReadyTogether() {
    TaskGraph.Builder sender = graph();
    sender.compute(10_000, 0);
    sender.send(1, 0, 1, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1, 0, 0);
    assertThat(finishPs(LOGGOPS, sender, receiver)).containsExactly(11_500, 5500);
  }

  @Test
  void messageIsTakenInByTheStreamAndInterfaceWithTheSendersNumbers() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 1000, 1, 1);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 1000, 0, 0);
    receiver.compute(100_000, 0);
    assertThat(finishPs(LOGGOPS, sender, receiver)).containsExactly(1500, 100_000);
    TaskGraph.Builder busy = graph();
    busy.receive(0, 0, 1000, 0, 0);
    busy.compute(100_000, 1);
    assertThat(finishPs(LOGGOPS, sender, busy)).containsExactly(1500, 100_000 + 1500 + 999 * 6);
  }

  @Test
  void streamsOfARankShareItsInterface() {
    TaskGraph.Builder sender = graph();
    TaskGraph.Builder receiver = graph();
    for (int stream = 0; stream < 3; stream++) {
      sender.send(1, stream, 1001, stream, 0);
      receiver.receive(0, stream, 1001, 0, 0);
    }
    // The second message is sent 7000 after the first, and so is the third.
    assertThat(finishPs(LOGGOPS, sender, receiver))
        .containsExactly(2 * 7000 + 1500, 2 * 7000 + 4000 + 1500 + 6000);
  }

  @Test
  void underADirectModelAStreamIsKeptAsLongAsTheCallsTake() {
    TaskGraph.Builder sender = graph();
    int sent = sender.send(1, 0, 50, 0, 0);
    sender.requires(sender.compute(1000, 0), sent);
    TaskGraph.Builder receiver = graph();
    int received = receiver.receive(0, 0, 50, 0, 0);
    receiver.requires(receiver.compute(20, 0), received);
    receiver.compute(60, 0);
    // 7 for the call of the send; 3 for that of the receive, then the burst that waits for nothing.
    assertThat(finishPs(new LinearModel(true), sender, receiver)).containsExactly(1007, 170);
  }

  @Test
  void messagesThatWaitAreReceivedInTheOrderInWhichTheyWereSent() {
    TaskGraph.Builder sender = graph();
    TaskGraph.Builder receiver = graph();
    int before = receiver.compute(300, 0);
    for (int bytes : new int[] {10, 100, 500}) {
      sender.send(1, 0, bytes, 0, 0);
      sender.send(1, 1, 20, 0, 0);
      before = wait(receiver, before, 0, bytes);
    }
    for (int i = 0; i < 3; i++) {
      before = wait(receiver, before, 1, 20);
    }
    // Each send keeps its caller for 7. The fifth, of 500 bytes, leaves at 28 and is there at 628;
    // the receives of those that are there by then keep theirs for 3.
    assertThat(finishPs(new LinearModel(true), sender, receiver)).containsExactly(42, 628 + 9);
  }

  private static int wait(TaskGraph.Builder receiver, int before, int tag, int bytes) {
    int received = receiver.receive(0, tag, bytes, 0, 0);
    receiver.requires(received, before);
    return received;
  }

  @Test
  void underADirectModelARendezvousWaitsForBoth() {
    TaskGraph.Builder sender = graph();
    int sent = sender.send(1, 0, 2000, 0, 0);
    sender.requires(sender.compute(10, 0), sent);
    sender.compute(500, 1);
    TaskGraph.Builder receiver = graph();
    int first = receiver.compute(300, 0);
    receiver.requires(receiver.receive(0, 0, 2000, 0, 0), first);
    assertThat(finishPs(new LinearModel(true), sender, receiver))
        .containsExactly(300 + 2100 + 10, 300 + 2100);
  }

  @Test
  void underADirectModelAWildcardTakesTheMessageSentFirst() {
    TaskGraph.Builder early = graph();
    early.send(2, 0, 900, 0, 0);
    TaskGraph.Builder late = graph();
    late.requires(late.send(2, 0, 0, 0, 0), late.compute(50, 0));
    TaskGraph.Builder receiver = graph();
    int received = receiver.receive(OpView.ANY, OpView.ANY, 900, 0, 0);
    receiver.requires(receiver.compute(5000, 0), received);
    receiver.receive(OpView.ANY, 0, 900, 1, 0);
    assertThat(finishPs(new LinearModel(true), early, late, receiver)[2]).isEqualTo(1000 + 5000);
  }

  @Test
  void sendOfAnyTagMatchesTheReceivePostedFirst() {
    TaskGraph.Builder sender = graph();
    sender.send(1, OpView.ANY, 8, 0, 0);
    sender.send(1, 3, 8, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 9, 8, 0, 0);
    int second = receiver.receive(0, 3, 8, 0, 0);
    receiver.requires(receiver.compute(10, 0), second);
    assertThat(finishPs(LOGGOPS, sender, receiver)).containsExactly(3000, 4000 + 2 * 1542 + 10);
  }

  private static Deadlock deadlock(TaskGraph.Builder... graphs) {
    Prediction prediction = run(LOGGOPS, graphs);
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    return prediction.deadlock().orElseThrow();
  }

  @Test
  void deadlockNamesTheCauseOfEachWait() {
    TaskGraph.Builder one = graph();
    one.requires(one.compute(10, 0), one.receive(1, 4, 8, 0, 0));
    one.receive(2, 4, 8, 0, 0);
    TaskGraph.Builder other = graph();
    other.send(0, 5, 100_000, 0, 0);
    TaskGraph.Builder done = graph();
    done.compute(10, 0);
    Deadlock deadlock = deadlock(one, other, done);
    assertThat(deadlock.cycle()).containsExactly(0, 1);
    assertThat(deadlock.timePs()).isEqualTo(4000 + 1500 + 99_999 * 6);
    assertThat(deadlock.blocked())
        .containsExactly(
            new Deadlock.Blocked(
                new Position(0, 1, "recv peer=1 tag=4 bytes=8"),
                4000 + 1500 + 99_999 * 6,
                List.of(1, 2),
                "waits for a message with tag 4 from rank 1, which is itself blocked; and for 1"
                    + " more; tasks that depend on these: 1"),
            new Deadlock.Blocked(
                new Position(1, 0, "send peer=0 tag=5 bytes=100000"),
                1500,
                List.of(0),
                "waits for rank 0 to receive its message with tag 5 (rendezvous), which is itself"
                    + " blocked"));
  }

  @Test
  void receiveFromAnybodyWaitsForAllThatAreBlocked() {
    TaskGraph.Builder one = graph();
    one.receive(OpView.ANY, OpView.ANY, 8, 0, 0);
    TaskGraph.Builder other = graph();
    other.receive(2, 1, 8, 0, 0);
    TaskGraph.Builder done = graph();
    done.compute(10, 0);
    List<Deadlock.Blocked> blocked = deadlock(one, other, done).blocked();
    assertThat(blocked.get(0).waitsFor()).containsExactly(1);
    assertThat(blocked.get(0).reason())
        .isEqualTo(
            "waits for a message with any tag from any rank, but no rank that could send it goes"
                + " on");
    assertThat(blocked.get(1).reason())
        .isEqualTo("waits for a message with tag 1 from rank 2, which has finished");
  }

  @Test
  void tasksThatDependOnEachOtherInACircleNeverStart() {
    TaskGraph.Builder rank = graph();
    int first = rank.compute(10, 0);
    int second = rank.compute(10, 0);
    int third = rank.compute(10, 0);
    rank.requires(second, first);
    rank.requires(second, third);
    rank.requires(third, second);
    Deadlock.Blocked blocked = deadlock(rank).blocked().get(0);
    assertThat(blocked.position().operation()).isIn(1L, 2L);
    assertThat(blocked.reason()).contains("cycle");
    assertThat(blocked.timePs()).isEqualTo(10);
  }

  @Test
  void messageThatNobodyReceivesIsReported() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 3, 8, 0, 0);
    Prediction prediction = run(LOGGOPS, sender, graph());
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.finishPs()).containsExactly(1500, 5542);
    assertThat(prediction.problems())
        .extracting(Problem::message)
        .containsExactly(
            "rank 1 never received the message of rank 0, op 0 (send peer=1 tag=3 bytes=8)");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000})
  void receiveWithoutEnoughRoomIsReported(long beforePs) {
    TaskGraph.Builder sender = graph();
    sender.send(1, 3, 8, 0, 0);
    TaskGraph.Builder receiver = graph();
    receiver.requires(receiver.receive(0, 3, 4, 0, 0), receiver.compute(beforePs, 1));
    Prediction prediction = run(LOGGOPS, sender, receiver);
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems())
        .extracting(Problem::message)
        .containsExactly(
            "rank 1, op 0 (recv peer=0 tag=3 bytes=4) has room for 4 bytes, but the message has 8,"
                + " sent by rank 0, op 0 (send peer=1 tag=3 bytes=8); replayed whole");
  }

  @Test
  void progressIsReported() {
    TaskGraph.Builder rank = graph();
    int before = rank.compute(10, 0);
    for (int i = 1; i < 10; i++) {
      int next = rank.compute(10, 0);
      rank.requires(next, before);
      before = next;
    }
    List<String> told = new ArrayList<>();
    Prediction prediction =
        simulation(LOGGOPS, rank)
            .progress((timePs, ops, all) -> told.add(timePs + " " + ops + "/" + all), 4)
            .build()
            .run();
    assertThat(prediction.operations()).isEqualTo(10);
    assertThat(told).containsExactly("30 4/10", "70 8/10");
  }

  @Test
  void rankThatIsNotThereIsRefused() {
    TaskGraph.Builder sender = graph();
    sender.send(7, 3, 8, 0, 0);
    assertThatThrownBy(() -> run(LOGGOPS, sender))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "rank 0, op 0 (send peer=7 tag=3 bytes=8) names rank 7, but the trace has 1 ranks");
  }

  @Test
  void numbersOfStreamsAndInterfacesThatAreLeftOutCostNothing() {
    int last = TaskGraph.MAX_STREAMS - 1;
    assertThat(finishPs(LOGGOPS, exchange(last, last)))
        .isEqualTo(finishPs(LOGGOPS, exchange(1, 1)))
        .startsWith(3000, 7000);
  }

  /** Messages from rank 0 to rank 1 on stream and interface 0 and on others; idle ranks. */
  private static TaskGraph.Builder[] exchange(int stream, int nic) {
    TaskGraph.Builder[] ranks = new TaskGraph.Builder[64];
    Arrays.setAll(ranks, rank -> graph());
    int first = ranks[0].send(1, 0, 1, 0, 0);
    ranks[0].requires(ranks[0].send(1, 1, 1, stream, nic), first);
    ranks[1].receive(0, 0, 1, 0, 0);
    ranks[1].receive(0, 1, 1, stream, nic);
    return ranks;
  }

  @Test
  void moreStreamsAndInterfacesThanTheEngineHoldsAreRefused() {
    TaskGraph.Builder rank = graph();
    for (int number = 0; number < TaskGraph.MAX_STREAMS; number++) {
      rank.send(0, 0, 8, number, number);
    }
    assertThatThrownBy(() -> run(LOGGOPS, rank, graph(), graph()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("use 4096 streams and 4096 network interfaces; for 3 ranks");
  }

  @Test
  void timeBeyondTheRangeNamesTheTask() {
    TaskGraph.Builder rank = graph();
    int before = rank.compute(Long.MAX_VALUE - 5, 0);
    rank.requires(rank.compute(10, 0), before);
    assertThatThrownBy(() -> run(LOGGOPS, rank))
        .isInstanceOf(TimeOverflowException.class)
        .hasMessageStartingWith("rank 0, op 1: simulated time exceeds 106 days");
  }

  @Test
  void ranksCannotRunAhead() {
    assertThatThrownBy(
            () ->
                simulation(new LinearModel(true), graph()).schedule(ReplayOrder.RUN_AHEAD).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the ranks cannot run ahead: the trace holds task graphs");
  }

  @Test
  void timeOfARankAddsUpWhereStreamsOverlap() {
    TaskGraph.Builder sender = graph();
    sender.requires(sender.send(1, 0, 8, 0, 0), sender.compute(50_000, 0));
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 8, 0, 0);
    receiver.compute(10_000, 0);
    receiver.compute(20_000, 1);
    receiver.compute(20_000, 2);
    Statistics statistics = new Statistics(Placements.oneRankPerNode(2));
    simulation(LOGGOPS, sender, receiver).observer(statistics).build().run();
    RankSummary summary = statistics.ranks().get(1);
    assertThat(summary.finishPs()).isEqualTo(55_542);
    assertThat(summary.computePs()).isEqualTo(20_000);
    assertThat(summary.waitPs()).as("until the sender sends").isEqualTo(30_000);
    assertThat(summary.communicationPs()).isEqualTo(5542);
    assertThat(summary.receivedOffNode().messages()).isEqualTo(1);
    assertThat(statistics.ranks().get(0).idlePs()).isEqualTo(4042);
    assertThat(statistics.ranks().get(0).computePs()).isEqualTo(50_000);
  }

  @Test
  void resourcesAreNumberedByRankAndStream() {
    TaskGraph.Builder sender = graph();
    sender.send(1, 0, 8, 2, 1);
    TaskGraph.Builder receiver = graph();
    receiver.receive(0, 0, 8, 0, 0);
    List<String> busy = new ArrayList<>();
    SimObserver observer =
        new SimObserver() {
          @Override
          public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
            busy.add(resource + " " + index + " " + startPs + ".." + endPs);
          }
        };
    simulation(LOGGOPS, sender, receiver).observer(observer).build().run();
    assertThat(busy)
        .containsExactly(
            "CPU 2 0..1500", "NIC_OUT 1 0..1042", "CPU 5 4000..5542", "NIC_IN 3 4000..5042");
  }
}
