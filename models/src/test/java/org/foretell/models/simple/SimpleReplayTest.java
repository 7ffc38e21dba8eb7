package org.foretell.models.simple;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed forms: 2 us, 1 GB/s, so that a byte takes a nanosecond; eager up to 10 kB. */
class SimpleReplayTest {
  private static final Map<String, String> PARAMETERS =
      Map.of("latency", "2us", "bandwidth", "1GB/s", "eagerThreshold", "10kB");
  private static final long LATENCY = 2000;

  private static long[] finishNs(Script script) {
    Prediction prediction = Replayed.without(new SimpleModelProvider(), PARAMETERS, script.trace());
    long[] finish = prediction.finishPs().clone();
    for (int rank = 0; rank < finish.length; rank++) {
      finish[rank] /= 1000;
    }
    return finish;
  }

  @Test
  void pingPongIsTwoMessagesARound() {
    Script script =
        new Script(2)
            .rank(
                0,
                ops -> {
                  for (int round = 0; round < 10; round++) {
                    ops.send(1, 500).recv(1);
                  }
                })
            .rank(
                1,
                ops -> {
                  for (int round = 0; round < 10; round++) {
                    ops.recv(0).send(0, 500);
                  }
                });
    assertThat(finishNs(script)).containsExactly(20 * 2500, 20 * 2500);
  }

  @ParameterizedTest
  @CsvSource({"2,1", "2,9", "6,1", "6,20"})
  void pipelineFillsAndThenEndsAnItemForEachMessage(int ranks, int items) {
    Script script =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int item = 0; item < items; item++) {
                    if (ops.rank > 0) {
                      ops.recv(ops.rank - 1);
                    }
                    if (ops.rank < ranks - 1) {
                      ops.send(ops.rank + 1, 500);
                    }
                  }
                });
    assertThat(finishNs(script)[ranks - 1]).isEqualTo((ranks - 1 + items - 1) * 2500L);
  }

  @Test
  void lateSenderKeepsTheReceiverWaiting() {
    Script script =
        new Script(2).rank(0, ops -> ops.compute(70_000).send(1, 500)).rank(1, ops -> ops.recv(0));
    assertThat(finishNs(script)).containsExactly(72_500, 72_500);
  }

  @Test
  void lateReceiverOfAnEagerMessageDoesNotDelayTheSender() {
    Script script =
        new Script(2)
            .rank(0, ops -> ops.send(1, 10_000))
            .rank(1, ops -> ops.compute(70_000).recv(0));
    assertThat(finishNs(script)).containsExactly(12_000, 70_000);
  }

  @Test
  void rendezvousStartsWhenBothAreReady() {
    Script script =
        new Script(2)
            .rank(0, ops -> ops.send(1, 10_001))
            .rank(1, ops -> ops.compute(70_000).recv(0));
    assertThat(finishNs(script)).containsExactly(82_001, 82_001);
  }

  @Test
  void nonBlockingSendCostsItsCallerTheLatencyAndOverlapsTheRest() {
    Script script =
        new Script(2)
            .rank(
                0,
                ops -> {
                  int request = ops.isend(1, 8000);
                  ops.compute(1000).await(request);
                })
            .rank(1, ops -> ops.recv(0));
    assertThat(finishNs(script)).containsExactly(LATENCY + 1000, 10_000);
  }

  @Test
  void nonBlockingRendezvousIsWaitedForUntilTheDataHaveMoved() {
    Script script =
        new Script(2)
            .rank(
                0,
                ops -> {
                  int request = ops.isend(1, 20_000);
                  ops.compute(1000).await(request);
                })
            .rank(1, ops -> ops.compute(5000).recv(0));
    assertThat(finishNs(script)).containsExactly(27_000, 27_000);
  }

  @Test
  void nonBlockingReceiveOverlapsComputation() {
    Script script =
        new Script(2)
            .rank(0, ops -> ops.send(1, 8000))
            .rank(
                1,
                ops -> {
                  int request = ops.irecv(0);
                  ops.compute(9000).await(request);
                });
    assertThat(finishNs(script)).containsExactly(10_000, 10_000);
  }

  @Test
  void collectiveStartsWithItsLastMemberAndEndsForAllTogether() {
    Script script =
        new Script(8)
            .eachRank(
                ops -> {
                  ops.compute(1000L * ops.rank);
                  ops.collective(OpCode.ALLREDUCE, 500);
                  ops.collective(OpCode.ALLTOALL, 500);
                });
    assertThat(finishNs(script)).containsOnly(7000 + 3 * 2500 + 7 * 2500);
  }

  @Test
  void messagesWithinANodeTakeItsFigures() {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(1, 1000))
            .rank(1, ops -> ops.recv(0).send(2, 1000))
            .rank(2, ops -> ops.recv(1))
            .eachRank(ops -> ops.collective(OpCode.BARRIER, 0));
    Prediction prediction =
        Replayed.on(Machines.small(Map.of()), new SimpleModelProvider(), Map.of(), script.trace());
    assertThat(prediction.makespanPs()).isEqualTo(1_250_000 + 9_000_000 + 2 * 8_000_000);
  }
}
