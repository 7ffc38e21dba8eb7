package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;

import java.util.List;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** A replay that cannot go on says why. */
final class DeadlockTest {
  private static Deadlock deadlock(OpListTrace trace) {
    Prediction prediction = Replays.run(trace);
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    return prediction.deadlock().orElseThrow();
  }

  @Test
  void twoRanksThatBothReceiveFirst() {
    Deadlock deadlock =
        deadlock(
            trace(
                List.of(compute(40), recv(1, 7), send(1, 7, 0)),
                List.of(recv(0, 7), send(0, 7, 0))));
    assertThat(deadlock.timePs()).isEqualTo(40);
    assertThat(deadlock.cycle()).containsExactly(0, 1);
    assertThat(deadlock.blocked())
        .extracting(one -> one.position().toString())
        .containsExactly(
            "rank 0, op 1 (recv peer=1 tag=7 receive_bytes=-1)",
            "rank 1, op 0 (recv peer=0 tag=7 receive_bytes=-1)");
    assertThat(deadlock.blocked().get(0).timePs()).isEqualTo(40);
    assertThat(deadlock.blocked().get(0).waitsFor()).containsExactly(1);
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo("waits for a message with tag 7 from rank 1, which is itself blocked in recv");
  }

  @Test
  void ringOfRendezvousSends() {
    Deadlock deadlock =
        deadlock(
            trace(
                List.of(send(1, 0, 2000), recv(2, 0)),
                List.of(send(2, 0, 2000), recv(0, 0)),
                List.of(send(0, 0, 2000), recv(1, 0))));
    assertThat(deadlock.cycle()).containsExactly(0, 1, 2);
    assertThat(deadlock.blocked().get(2).reason())
        .isEqualTo(
            "waits for rank 0 to receive its message with tag 0 (rendezvous), which is itself"
                + " blocked in send");
  }

  @Test
  void waitingForAFinishedRankIsNoCycle() {
    Deadlock deadlock = deadlock(trace(List.of(recv(1, 7)), List.of(compute(5))));
    assertThat(deadlock.cycle()).isEmpty();
    assertThat(deadlock.blocked()).hasSize(1);
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo("waits for a message with tag 7 from rank 1, which has finished");
  }

  @Test
  void collectiveThatAMemberNeverCalls() {
    Deadlock deadlock =
        deadlock(
            trace(
                List.of(barrier(), barrier()),
                List.of(barrier(), barrier()),
                List.of(barrier(), recv(0, 1)),
                List.of(barrier(), barrier())));
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "3 of 4 ranks have called barrier number 1 on this communicator; missing: rank 2");
    assertThat(deadlock.blocked().get(0).waitsFor()).containsExactly(2);
    assertThat(deadlock.cycle()).containsExactly(0, 2);
  }

  @Test
  void waitForSeveralRequestsNamesAllPartners() {
    Deadlock deadlock =
        deadlock(
            trace(
                List.of(irecv(1, 0, 0), irecv(2, 0, 1), irecv(2, 9, 2), waitall(0, 1)),
                List.of(),
                List.of()));
    assertThat(deadlock.blocked()).hasSize(1);
    assertThat(deadlock.blocked().get(0).waitsFor()).containsExactly(1, 2);
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "waits for a message with tag 0 from rank 1, which has finished; and for 1 more");
  }

  @Test
  void waitForANonBlockingCollective() {
    OpView ibarrier = op(OpCode.IBARRIER).set(OpField.REQUEST, 0);
    Deadlock deadlock = deadlock(trace(List.of(ibarrier, waitFor(0)), List.of()));
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "1 of 2 ranks have called ibarrier number 0 on this communicator; missing: rank 1"
                + " (finished)");
  }

  @Test
  void wildcardsAndProbesWaitForAnyUnfinishedRank() {
    Deadlock deadlock =
        deadlock(trace(List.of(recv(ANY, 3)), List.of(probe(ANY, ANY)), List.of(compute(1))));
    assertThat(deadlock.blocked().get(0).waitsFor()).containsExactly(1);
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "waits for a message with tag 3 from any rank, but no rank that could send it goes on");
    assertThat(deadlock.blocked().get(1).reason())
        .isEqualTo(
            "waits until it can see a message with any tag from any rank, but no rank that could"
                + " send it goes on");
  }

  @Test
  void waitanyOnThingsThatNeverCome() {
    Deadlock deadlock =
        deadlock(
            trace(
                List.of(irecv(1, 0, 0), issend(1, 0, 0, 1), requests(OpCode.WAITANY, 0, 1)),
                List.of()));
    assertThat(deadlock.blocked().get(0).waitsFor()).containsExactly(1);
  }

  @Test
  void groupCreationThatAMemberNeverCalls() {
    OpView create = op(OpCode.COMM_CREATE_GROUP).setList(OpField.RANKS, 0, 1);
    Deadlock deadlock = deadlock(trace(List.of(create), List.of()));
    assertThat(deadlock.blocked().get(0).reason())
        .isEqualTo(
            "1 of 2 ranks have called comm_create_group on this communicator; missing: rank 1"
                + " (finished)");
  }
}
