package org.foretell.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import java.util.function.Function;
import org.foretell.analysis.waits.DelaySummary;
import org.foretell.analysis.waits.Lateness;
import org.foretell.analysis.waits.WaitState;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.observe.Total;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** Waits of runs whose times are made up so that they can be worked out by hand. */
class RecordedRunTest {
  private static final long US = 1_000_000;

  /**
   * Two barriers: rank 1 comes last to the first one and leaves it at once, rank 0 to the second.
   * So both leave the second one at 7 us, and there is one way only to set their clocks.
   */
  private static final String SET_0 = "init barrier compute(3) barrier ";

  private static final String SET_1 = "init compute(4) barrier barrier ";
  private static final String TIMES_0 = "1s 4us 0 ";
  private static final String TIMES_1 = "5s 0 3us ";

  private static final class Untimed extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return 0;
    }
  }

  private static String ops(String words) {
    StringBuilder lines = new StringBuilder();
    for (String word : words.trim().split(" +", -1)) {
      lines
          .append(
              word.replaceAll("^compute\\((.*)\\)$", "compute duration=$1us")
                  .replace("(", " ")
                  .replace(")", "")
                  .replace(";", " "))
          .append('\n');
    }
    return lines.toString();
  }

  private static String times(int rank, String words) {
    return "call_times " + rank + " " + words.replaceAll("(?<= |^)0(?= |$)", "0us");
  }

  private static RecordedSummary run(String... lines) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(
          new StringReader("foretell-trace 1\n" + String.join("\n", lines) + "\n"),
          "test",
          builder);
      try (MemoryTrace trace = builder.build()) {
        int ranks = trace.info().ranks();
        CallLog log = new CallLog(ranks);
        Prediction prediction =
            Simulation.builder()
                .trace(new SpacedTrace(trace))
                .placement(Placements.oneRankPerNode(ranks))
                .communication(new CommunicationModel("untimed", new Untimed(), call -> 0))
                .compute((rank, burst, marker) -> 1)
                .observer(log)
                .build()
                .run();
        assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
        return RecordedRun.of(trace, log);
      }
    }
  }

  /** Of two ranks, after their clocks have been set, with the times of their calls from then on. */
  private static RecordedSummary afterBarriers(
      String ops0, String times0, String ops1, String times1) {
    RecordedSummary found =
        run(
            "ranks 2",
            "call_site 0 \"a.c:1\"",
            "call_site 1 \"a.c:2\"",
            "program 0 {\n" + ops(SET_0 + ops0) + "}",
            "program 1 {\n" + ops(SET_1 + ops1) + "}",
            times(0, TIMES_0 + times0),
            times(1, TIMES_1 + times1));
    assertThat(found.impossibleCalls()).isZero();
    assertThat(found.mostImpossiblePs()).isZero();
    Total all = Total.ZERO;
    for (WaitSummary.OfState state : found.waits().states()) {
      all = all.plus(state.waitPs());
    }
    DelaySummary delays = found.waits().delays().orElseThrow();
    Total caused = delays.unknownPs();
    for (DelaySummary.OfPlace place : delays.places()) {
      caused = caused.plus(place.waitPs());
    }
    assertThat(caused).isEqualTo(all);
    return found;
  }

  /** Without the barriers, which take 4 us and 3 us. */
  private static List<String> states(RecordedSummary found) {
    return found.waits().states().stream()
        .filter(of -> !of.state().name().equals("WAIT_AT_BARRIER"))
        .map(of -> of.state() + " " + of.count() + " " + of.waitPs().toDouble() / US)
        .toList();
  }

  private static List<String> causes(RecordedSummary found, Function<DelaySummary, Total> unknown) {
    DelaySummary delays = found.waits().delays().orElseThrow();
    assertThat(unknown.apply(delays)).isEqualTo(Total.ZERO);
    return delays.places().stream()
        .map(of -> of.code() + " " + of.callSite() + " " + of.waitPs().toDouble() / US)
        .toList();
  }

  @Test
  void clocksAreSetByWhatCannotEndBeforeItBegan() {
    RecordedSummary found = afterBarriers("compute(1) finalize", "9s", "finalize", "8s");
    assertThat(states(found)).isEmpty();
    assertThat(found.waits().states())
        .containsExactly(new WaitSummary.OfState(WaitState.WAIT_AT_BARRIER, 2, Total.of(7 * US)));
    assertThat(found.makespanPs()).isEqualTo(8 * US);
    assertThat(found.ranks())
        .containsExactly(
            new RecordedSummary.OfRank(0, 4 * US, 8 * US),
            new RecordedSummary.OfRank(1, 4 * US, 7 * US));
    assertThat(found.loadBalance()).isEqualTo(1);
    assertThat(found.parallelEfficiency()).isEqualTo(0.5);
    assertThat(found.communicationEfficiency()).isEqualTo(0.5);
  }

  /** Rank 0 sends at 17 us and 20 us; rank 1 posts its receives at 9 us and 25 us. */
  @Test
  void aLateSenderAndALateReceiver() {
    RecordedSummary found =
        afterBarriers(
            "compute(10) send(peer=1;bytes=8;call_site=0) send(peer=1;bytes=8;call_site=0)",
            "3us 7us",
            "compute(2) recv(peer=0;call_site=1) compute(4) recv(peer=0;call_site=1)",
            "12us 2us");
    assertThat(states(found)).containsExactly("LATE_SENDER 1 8.0", "LATE_RECEIVER 1 5.0");
    assertThat(found.waits().ranks())
        .containsExactly(
            new WaitSummary.OfRank(0, 9 * US, Total.of(8 * US)),
            new WaitSummary.OfRank(1, 11 * US, Total.of(5 * US)));
    // The sender is late for it computes 8 us longer, as at the barriers, 4 us and 3 us. The
    // receiver is so for the 4 us after what it waited for, and for as long a burst, of which the
    // sender has spent 3 us in its send.
    assertThat(causes(found, DelaySummary::unknownPs))
        .containsExactly("COMPUTE -3 17.5", "RECV 1 2.5");
  }

  /** A send that has returned before the receive is posted has not waited for it. */
  @Test
  void aBufferedSendWaitsForNobody() {
    assertThat(
            states(afterBarriers("send(peer=1;bytes=8)", "2us", "compute(5) recv(peer=0)", "1us")))
        .isEmpty();
  }

  @Test
  void collectivesWithARoot() {
    assertThat(
            states(
                afterBarriers(
                    "compute(3) bcast(bytes=8) bcast(bytes=8) reduce(bytes=8) compute(1)"
                        + " reduce(bytes=8)",
                    "1us 5us 4us 1us",
                    "bcast(bytes=8) compute(2) bcast(bytes=8) compute(3) reduce(bytes=8)"
                        + " reduce(bytes=8)",
                    "5us 2us 500ns 2.5us")))
        .containsExactly(
            "LATE_BROADCAST 1 3.0",
            "EARLY_BROADCAST 1 3.0",
            "EARLY_REDUCE 1 3.0",
            "LATE_REDUCE 1 1.5");
  }

  /** Rank 1 comes 2 us late to the reduction and what does not block, 1 us to the split. */
  @Test
  void collectivesOfAll() {
    assertThat(
            states(
                afterBarriers(
                    "allreduce(bytes=8) ibarrier(request=3) compute(1) wait(request=3)"
                        + " comm_split(color=1;new_communicator=5) barrier(communicator=5)",
                    "3us 0 4us 1us 1us",
                    "compute(2) allreduce(bytes=8) compute(3) ibarrier(request=1) wait(request=1)"
                        + " compute(3) comm_split(color=1;new_communicator=7)"
                        + " barrier(communicator=7)",
                    "1us 0 0 0 1us")))
        .containsExactly(
            "WAIT_AT_N_TO_N 1 2.0", "WAIT_AT_NON_BLOCKING 1 2.0", "WAIT_AT_MANAGEMENT 1 1.0");
  }

  /** Of two messages the wait is of the one that was sent last; and of one request in a wait. */
  @Test
  void waitsForRequests() {
    assertThat(
            states(
                afterBarriers(
                    "compute(3) isend(peer=1;bytes=8;request=0) compute(4)"
                        + " send(peer=1;tag=1;bytes=8) wait(request=0) compute(1)"
                        + " isend(peer=1;tag=2;bytes=8;request=0) wait(request=0)",
                    "0 1us 0 1us 5us",
                    "irecv(peer=any;tag=1;request=4) irecv(peer=0;tag=0;request=5)"
                        + " compute(1) waitall(requests=[4,5]) compute(5) recv(peer=0;tag=2)",
                    "0 0 7us 1us")))
        .containsExactly("LATE_SENDER 1 6.0", "LATE_RECEIVER 1 3.0");
  }

  /** Two messages are there in another order than they are waited for. */
  @Test
  void aWrongOrder() {
    RecordedSummary found =
        afterBarriers(
            "send(peer=1;tag=1;bytes=8) compute(5) send(peer=1;tag=2;bytes=8)",
            "1us 1us",
            "compute(1) recv(peer=0;tag=2) recv(peer=0;tag=1)",
            "7us 1us");
    assertThat(states(found)).containsExactly("LATE_SENDER 1 5.0");
    assertThat(found.waits().wrongOrderSameSourcePs()).isEqualTo(Total.of(5 * US));
    assertThat(found.waits().lateCalls())
        .containsExactly(
            new WaitSummary.OfLateCall(
                Lateness.LATE_SEND, OpCode.SEND, OpView.NONE, 1, Total.of(5 * US)));
  }

  @Test
  void startedRequests() {
    assertThat(
            states(
                afterBarriers(
                    "send_init(peer=1;bytes=8;request=1) send_init(peer=1;tag=1;bytes=8;request=2)"
                        + " compute(6) startall(requests=[1,2]) waitall(requests=[1,2])",
                    "0 0 1us 0",
                    "recv_init(peer=0;request=1) recv_init(peer=0;tag=1;request=2)"
                        + " startall(requests=[2,1]) wait(request=2) wait(request=1)",
                    "0 0 0 8us 1us")))
        .containsExactly("LATE_SENDER 1 6.0");
  }

  /** OpenSHMEM: an update that comes late, and a lock that another rank has. */
  @Test
  void updatesAndLocks() {
    assertThat(
            states(
                afterBarriers(
                    "compute(4) shmem_p(peer=1;bytes=8;tag=2) shmem_set_lock(object=9) compute(5)"
                        + " shmem_clear_lock(object=9)",
                    "1us 0 1us",
                    "shmem_wait_until(tag=2) compute(2) shmem_set_lock(object=9)"
                        + " shmem_clear_lock(object=9)",
                    "6us 3us 0")))
        .containsExactly("LATE_PUT 1 4.0", "LOCK_CONTENTION 1 2.0");
  }

  /**
   * Rank 1 posts 4 us after rank 0 starts. Rank 0 puts until 6 us and completes at 13 us, of which
   * rank 1 waits from 4 us on: 2 us until the put is over, 7 us for the complete.
   */
  @Test
  void postsAndCompletesOfWindows() {
    RecordedSummary found =
        afterBarriers(
            "win_create(object=0;bytes=8) win_start(object=0;ranks=[1])"
                + " put(object=0;peer=1;bytes=8) compute(7) win_complete(object=0)",
            "0 5us 1us 0",
            "win_create(object=0;bytes=8) compute(4) win_post(object=0;ranks=[0])"
                + " win_wait(object=0)",
            "0 0 10us");
    assertThat(states(found))
        .containsExactly("LATE_POST 1 4.0", "EARLY_WAIT 1 2.0", "LATE_COMPLETE 1 7.0");
    assertThat(found.unknownCalls()).isZero();
    assertThat(found.waits().delays().orElseThrow().unknownPs()).isEqualTo(Total.ZERO);
  }

  /** A library may let the complete wait for the post instead of the start. */
  @Test
  void aCompleteMayWaitForThePost() {
    assertThat(
            states(
                afterBarriers(
                    "win_create(object=0;bytes=8) win_start(object=0;ranks=[1]) compute(1)"
                        + " win_complete(object=0)",
                    "0 0 5us",
                    "win_create(object=0;bytes=8) compute(4) win_post(object=0;ranks=[0])"
                        + " win_wait(object=0)",
                    "0 0 2us")))
        .containsExactly("LATE_POST 1 3.0");
  }

  /** Rank 0 has the lock for 5 us; rank 1 asks after 2 us, and gets it after 6 us. */
  @Test
  void locksOfWindows() {
    String first =
        "win_create(object=0;bytes=8) win_lock(object=0;peer=1%s) compute(5)"
            + " win_unlock(object=0;peer=1)";
    String second =
        "win_create(object=0;bytes=8) compute(2) win_lock(object=0;peer=1%s)"
            + " win_unlock(object=0;peer=1)";
    String shared = ";flags=1";
    assertThat(states(afterBarriers(first.formatted(""), "0 0 0", second.formatted(""), "0 4us 0")))
        .containsExactly("LOCK_CONTENTION 1 3.0");
    assertThat(
            states(
                afterBarriers(first.formatted(""), "0 0 0", second.formatted(shared), "0 4us 0")))
        .containsExactly("LOCK_CONTENTION 1 3.0");
    assertThat(
            states(
                afterBarriers(
                    first.formatted(shared), "0 0 0", second.formatted(shared), "0 4us 0")))
        .isEmpty();
  }

  /**
   * Ranks 1 and 0 are a communicator in this order, of which the window is. Rank 0 accesses rank 1,
   * which is member 0 and posts late, and locks itself, which is member 1, while rank 1 waits.
   */
  @Test
  void windowsOfOtherCommunicators() {
    RecordedSummary found =
        afterBarriers(
            "comm_split(color=0;key=1;new_communicator=9)"
                + " win_create(object=0;bytes=8;communicator=9) win_start(object=0;ranks=[0])"
                + " put(object=0;peer=0;bytes=8) win_complete(object=0) win_lock(object=0;peer=1)"
                + " compute(6) win_unlock(object=0;peer=1)",
            "0 0 5us 1us 0 0 0",
            "comm_split(color=0;key=0;new_communicator=4)"
                + " win_create(object=0;bytes=8;communicator=4) compute(4)"
                + " win_post(object=0;ranks=[1]) win_wait(object=0) compute(1)"
                + " win_lock(object=0;peer=1) win_unlock(object=0;peer=1)",
            "0 0 0 2us 6us 0");
    assertThat(states(found))
        .containsExactly("LATE_POST 1 4.0", "EARLY_WAIT 1 2.0", "LOCK_CONTENTION 1 5.0");
    assertThat(found.unknownCalls()).isZero();
    assertThat(found.waits().ranks().get(0).causedPs()).isEqualTo(Total.of(7 * US));
  }

  /**
   * Rank 0 has the lock of rank 1 for 5 us. Rank 1 accesses itself after 1 us, and waits for the
   * lock in its next call that may wait for the access; in the one after that no more.
   */
  @Test
  void accessesThatALockHoldsBack() {
    String first =
        "win_create(object=0;bytes=8) win_lock(object=0;peer=1) compute(5)"
            + " win_unlock(object=0;peer=1)";
    String all =
        "win_create(object=0;bytes=8) compute(1) win_lock_all(object=0)"
            + " rput(object=0;peer=1;bytes=8;request=2)";
    for (String ops :
        List.of(
            "win_flush(object=0;peer=1) win_flush(object=0;peer=1)",
            "win_flush_all(object=0) win_flush(object=0;peer=1)",
            "win_flush_local(object=0;peer=1) win_flush(object=0;peer=1)",
            "wait(request=2) win_flush_local_all(object=0)",
            "win_unlock_all(object=0) barrier(communicator=1)")) {
      RecordedSummary found = afterBarriers(first, "0 0 1us", all + " " + ops, "0 0 0 6us 0");
      assertThat(states(found)).as(ops).containsExactly("LOCK_CONTENTION 1 4.0");
      assertThat(found.unknownCalls()).isZero();
    }
    assertThat(states(afterBarriers(first, "0 0 1us", all, "0 6us 0")))
        .containsExactly("LOCK_CONTENTION 1 4.0");
    assertThat(
            states(
                afterBarriers(
                    first.replace("peer=1) compute", "peer=1;flags=1) compute"),
                    "0 0 1us",
                    all + " win_unlock_all(object=0)",
                    "0 0 0 6us")))
        .isEmpty();
  }

  /** Rank 0 sends at 4 us what rank 1 probes for from 1 us on, and receives later. */
  @Test
  void aProbeWaitsForTheSender() {
    RecordedSummary found =
        afterBarriers(
            "compute(4) send(peer=1;bytes=8;tag=3) send(peer=1;bytes=8;tag=4)",
            "1us 1us",
            "compute(1) probe(peer=any;tag=3;matched_peer=0;matched_tag=3) compute(2)"
                + " recv(peer=0;tag=3) recv(peer=0;tag=4)",
            "5us 0 0");
    assertThat(states(found)).containsExactly("LATE_SENDER 1 3.0");
    assertThat(found.waits().sites().stream().map(WaitSummary.OfSite::code)).contains(OpCode.PROBE);
    assertThat(found.waits().ranks().get(0).causedPs()).isEqualTo(Total.of(3 * US));
    assertThat(found.unknownCalls()).isZero();
  }

  /**
   * Rank 1 has rank 0 as a neighbour, and itself; rank 0 waits for rank 1, but rank 1 for itself.
   */
  @Test
  void neighboursWaitForThoseThatSendToThem() {
    RecordedSummary found =
        afterBarriers(
            "neighbor_allgather(bytes=8;receive_bytes=8;ranks=[0]) compute(1)"
                + " ineighbor_alltoall(bytes=8;receive_bytes=8;ranks=[1];request=1)"
                + " wait(request=1)",
            "4us 0 0",
            "compute(3) neighbor_allgather(bytes=8;receive_bytes=8;ranks=[0])"
                + " ineighbor_alltoall(bytes=8;receive_bytes=8;ranks=[0];request=1)"
                + " wait(request=1)",
            "0 0 3us");
    assertThat(states(found)).containsExactly("WAIT_AT_N_TO_N 1 3.0", "WAIT_AT_NON_BLOCKING 1 2.0");
    assertThat(found.unknownCalls()).isZero();
  }

  /** Rank 1's clock loses 2 us between two barriers: no setting fits, so the error is halved. */
  @Test
  void clocksThatDriftAreSetAsWellAsTheyCan() {
    RecordedSummary found =
        run(
            "ranks 2",
            "program 0 {\n" + ops("init barrier compute(10) barrier barrier") + "}",
            "program 1 {\n" + ops("init barrier compute(8) barrier barrier") + "}",
            times(0, "0 0 0 0"),
            times(1, "0 0 0 0"));
    assertThat(found.impossibleCalls()).isEqualTo(3);
    assertThat(found.mostImpossiblePs()).isBetween(US, US * 11 / 10);
  }

  @Test
  void aRankWithoutTimesIsRefused() {
    assertThatThrownBy(() -> run("ranks 2", "program 0,1 {\ninit\n}", "call_times 0 1us"))
        .isInstanceOf(TraceException.class)
        .hasMessage("rank 1 has no recorded times of calls");
  }
}
