package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.finishPs;

import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.junit.jupiter.api.Test;

/** Wildcards and probes whose outcome is left to the replay; envelopes take 10 ps. */
final class WildcardTest {
  @Test
  void anySourceTakesTheEnvelopeThatArrivesFirst() {
    assertThat(
            finishPs(
                List.of(recv(ANY, 0), recv(1, 0), recv(1, 0)),
                List.of(compute(5), send(0, 0, 300), send(0, 0, 0)),
                List.of(send(0, 0, 800))))
        .as("rank 2's message is seen at 10 ps, before rank 1's at 15 ps, and is complete at 900")
        .containsExactly(900, 505, 900);
  }

  @Test
  void atTheSameTimeTheOneSentFirstIsTaken() {
    assertThat(
            finishPs(
                List.of(recv(ANY, 0), compute(5000), recv(ANY, 0)),
                List.of(ssend(0, 0, 1)),
                List.of(ssend(0, 0, 2))))
        .containsExactly(5203, 101, 5203);
  }

  @Test
  void receivesOfAllKindsAreMatchedInTheOrderInWhichTheyWerePosted() {
    assertThat(
            finishPs(
                List.of(
                    irecv(1, 4, 0),
                    irecv(ANY, 4, 1),
                    irecv(1, ANY, 2),
                    irecv(ANY, ANY, 3),
                    waitFor(3)),
                List.of(ssend(0, 4, 0), ssend(0, 4, 0), ssend(0, 4, 0), ssend(0, 4, 0))))
        .as("each send waits for the one before, so the last receive completes with the last send")
        .containsExactly(400, 400);
  }

  @Test
  void keptMessagesAreTakenInTheOrderInWhichTheyArrived() {
    assertThat(
            finishPs(
                List.of(compute(10000), recv(ANY, 2), recv(ANY, ANY), recv(1, ANY), recv(ANY, 1)),
                List.of(ssend(0, 1, 10), ssend(0, 3, 30)),
                List.of(compute(50), ssend(0, 2, 20), ssend(0, 1, 40))))
        .as(
            "rank 2's tag 2 at 10120, rank 1's tag 1 at 10230, its tag 3 at 10360, last tag 1 at"
                + " 10500")
        .containsExactly(10500, 10360, 10500);
  }

  @Test
  void probeWaitsForTheEnvelopeOnly() {
    assertThat(finishPs(List.of(probe(ANY, ANY), compute(3), recv(1, 0)), List.of(send(0, 0, 500))))
        .containsExactly(600, 600);
    assertThat(
            finishPs(
                List.of(probe(1, 0), send(1, 1, 0), recv(1, 0)),
                List.of(send(0, 0, 500), recv(0, 1))))
        .containsExactly(600, 600);
  }

  @Test
  void probeDoesNotSeeWhatAPostedReceiveTakes() {
    assertThat(
            finishPs(
                List.of(irecv(1, 0, 0), probe(1, 0), recv(1, 0), waitFor(0)),
                List.of(send(0, 0, 0), compute(1000), send(0, 0, 0))))
        .containsExactly(1200, 1200);
  }

  @Test
  void recordedIprobeIsAProbeOrNothing() {
    assertThat(
            finishPs(
                List.of(
                    op(OpCode.IPROBE).set(OpField.PEER, 1).set(OpField.OUTCOME, 0),
                    op(OpCode.IPROBE).set(OpField.PEER, 1).set(OpField.OUTCOME, 1),
                    compute(1),
                    recv(1, 0)),
                List.of(compute(200), send(0, 0, 0))))
        .containsExactly(300, 300);
  }
}
