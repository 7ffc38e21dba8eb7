package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.junit.jupiter.api.Test;

/** Messages under a direct model: 100 ps + 1 ps/B, eager up to 1000 B, isend 7 ps, irecv 3 ps. */
final class PointToPointTest {
  @Test
  void eagerMessageArrivesAfterItsTransfer() {
    assertThat(finishPs(List.of(send(1, 0, 50)), List.of(recv(0, 0)))).containsExactly(150, 150);
  }

  @Test
  void eagerSenderDoesNotWaitForTheReceiver() {
    assertThat(finishPs(List.of(send(1, 0, 50)), List.of(compute(1000), recv(0, 0))))
        .containsExactly(150, 1000);
  }

  @Test
  void rendezvousStartsWhenBothAreReady() {
    assertThat(finishPs(List.of(send(1, 0, 2000)), List.of(compute(500), recv(0, 0))))
        .containsExactly(2600, 2600);
    assertThat(finishPs(List.of(compute(500), send(1, 0, 2000)), List.of(recv(0, 0))))
        .containsExactly(2600, 2600);
  }

  @Test
  void synchronousSendIsNeverEager() {
    assertThat(finishPs(List.of(ssend(1, 0, 1)), List.of(compute(500), recv(0, 0))))
        .containsExactly(601, 601);
  }

  @Test
  void bufferedSendIsAlwaysEager() {
    assertThat(finishPs(List.of(send(OpCode.BSEND, 1, 0, 5000)), List.of(compute(500), recv(0, 0))))
        .containsExactly(5100, 5100);
  }

  @Test
  void nonBlockingSendKeepsItsCallerForItsOverheadOnly() {
    assertThat(
            finishPs(List.of(isend(1, 0, 5000, 0), compute(10), waitFor(0)), List.of(recv(0, 0))))
        .containsExactly(5100, 5100);
    assertThat(finishPs(List.of(isend(1, 0, 50, 0), waitFor(0)), List.of(recv(0, 0))))
        .containsExactly(7, 150);
  }

  @Test
  void nonBlockingReceiveIsPostedAtItsStart() {
    assertThat(
            finishPs(List.of(ssend(1, 0, 100)), List.of(irecv(0, 0, 0), compute(1000), waitFor(0))))
        .containsExactly(200, 1003);
  }

  @Test
  void messagesOfOneChannelDoNotOvertake() {
    assertThat(
            finishPs(
                List.of(isend(1, 0, 900, 0), isend(1, 0, 10, 1), waitall(0, 1)),
                List.of(recv(0, 0), recv(0, 0))))
        .containsExactly(14, 1000);
  }

  @Test
  void tagsSeparateMessages() {
    assertThat(
            finishPs(
                List.of(isend(1, 1, 900, 0), isend(1, 2, 10, 1), waitall(0, 1)),
                List.of(recv(0, 2), recv(0, 1))))
        .containsExactly(14, 1000);
  }

  @Test
  void sendrecvEndsWhenBothHalvesHave() {
    assertThat(
            finishPs(
                List.of(sendrecv(1, 0, 50, 1, 0)),
                List.of(compute(1000), sendrecv(0, 0, 60, 0, 0))))
        .containsExactly(1160, 1160);
  }

  @Test
  void rankMaySendToItself() {
    assertThat(finishPs(List.of(irecv(0, 0, 0), ssend(0, 0, 10), waitFor(0)))).containsExactly(113);
    assertThat(finishPs(List.of(sendrecv(0, 0, 2000, 0, 0)))).containsExactly(2100);
  }

  @Test
  void nobodyAsPeerCostsNothing() {
    assertThat(
            finishPs(
                List.of(
                    send(PROC_NULL, 0, 50),
                    recv(PROC_NULL, 0),
                    isend(PROC_NULL, 0, 50, 0),
                    irecv(PROC_NULL, 0, 1),
                    waitall(0, 1),
                    probe(PROC_NULL, 0),
                    sendrecv(PROC_NULL, 0, 9, PROC_NULL, 0))))
        .containsExactly(0);
  }

  @Test
  void recordedMatchOfWildcardIsFollowed() {
    assertThat(
            finishPs(
                List.of(
                    recv(ANY, ANY).set(OpField.MATCHED_PEER, 2).set(OpField.MATCHED_TAG, 5),
                    recv(ANY, ANY).set(OpField.MATCHED_PEER, 1).set(OpField.MATCHED_TAG, 4)),
                List.of(send(0, 4, 0)),
                List.of(compute(1000), send(0, 5, 0))))
        .containsExactly(1100, 100, 1100);
  }

  @Test
  void collectiveStartsWithItsLastMember() {
    assertThat(
            finishPs(
                List.of(compute(5), allreduce(8)),
                List.of(compute(50), allreduce(8)),
                List.of(allreduce(8))))
        .containsExactly(1058, 1058, 1058);
  }
}
