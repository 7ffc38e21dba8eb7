package org.foretell.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.analysis.recorded.MadeRun.US;
import static org.foretell.analysis.recorded.MadeRun.afterBarriers;
import static org.foretell.analysis.recorded.MadeRun.causes;
import static org.foretell.analysis.recorded.MadeRun.ops;
import static org.foretell.analysis.recorded.MadeRun.run;
import static org.foretell.analysis.recorded.MadeRun.states;
import static org.foretell.analysis.recorded.MadeRun.times;

import org.foretell.analysis.waits.DelaySummary;
import org.foretell.analysis.waits.Lateness;
import org.foretell.analysis.waits.WaitState;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;

/** Waits of runs whose times are made up so that they can be worked out by hand. */
class RecordedRunTest {
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
