package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.models.formula.Collective;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closed forms with LogGOPSim's default parameters; nanoseconds. */
class LogGopsReplayTest {
  private static final long L = 2500;
  private static final long O = 1500;
  private static final long GAP_PER_BYTE = 6;

  private static Prediction replay(OpListTrace trace) {
    return Replayed.without(new LogGopsModelProvider(), LogGopsModelProviderTest.LOGGOPSIM, trace);
  }

  private static long makespanNs(Script script) {
    return replay(script.trace()).makespanPs() / 1000;
  }

  private static long messageNs(long bytes) {
    return 2 * O + L + (bytes - 1) * GAP_PER_BYTE;
  }

  @Test
  void pingPongIsTwoMessagesARound() {
    Script script =
        new Script(2)
            .rank(
                0,
                ops -> {
                  for (int round = 0; round < 10; round++) {
                    ops.send(1, 8).recv(1);
                  }
                })
            .rank(
                1,
                ops -> {
                  for (int round = 0; round < 10; round++) {
                    ops.recv(0).send(0, 8);
                  }
                });
    assertThat(makespanNs(script)).isEqualTo(20 * messageNs(8));
  }

  @Test
  void oneSidedDataTakeTheirBytesToo() {
    long lastByteNs = 7999 * GAP_PER_BYTE;
    OpView get = new OpView().reset(OpCode.SHMEM_GET).set(OpField.PEER, 1).set(OpField.BYTES, 8000);
    assertThat(makespanNs(new Script(2).rank(0, ops -> ops.add(get))))
        .isEqualTo(2 * (O + L) + lastByteNs);
    OpView put = new OpView().reset(OpCode.SHMEM_PUT).set(OpField.PEER, 1).set(OpField.BYTES, 8000);
    OpView quiet = new OpView().reset(OpCode.SHMEM_QUIET);
    assertThat(makespanNs(new Script(2).rank(0, ops -> ops.add(put).add(quiet))))
        .isEqualTo(2 * (O + L) + lastByteNs);
  }

  @Test
  void tokenThatGoesRoundARingTakesAMessageForEachHop() {
    int ranks = 7;
    Script script =
        new Script(ranks)
            .eachRank(
                ops -> {
                  if (ops.rank == 0) {
                    ops.send(1, 1000).recv(ranks - 1);
                  } else {
                    ops.recv(ops.rank - 1).send((ops.rank + 1) % ranks, 1000);
                  }
                });
    assertThat(makespanNs(script)).isEqualTo(ranks * messageNs(1000));
  }

  @Test
  void pipelineFillsAndThenEndsAnItemForEachStageTime() {
    int ranks = 5;
    int items = 12;
    long workNs = 20_000;
    Script script =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int item = 0; item < items; item++) {
                    if (ops.rank > 0) {
                      ops.recv(ops.rank - 1);
                    }
                    if (ops.rank == 0) {
                      ops.compute(workNs);
                    }
                    if (ops.rank < ranks - 1) {
                      ops.send(ops.rank + 1, 100);
                    }
                  }
                });
    long stageNs = workNs + O;
    assertThat(makespanNs(script))
        .isEqualTo(workNs + (items - 1) * stageNs + (ranks - 1) * messageNs(100));
  }

  @Test
  void oneEagerMessage() {
    Script script = new Script(2).rank(0, ops -> ops.send(1, 50_000)).rank(1, ops -> ops.recv(0));
    assertThat(makespanNs(script)).isEqualTo(305_494);
  }

  @Test
  void incastQueuesAtTheReceiversCpu() {
    Script script =
        new Script(9)
            .eachRank(
                ops -> {
                  if (ops.rank == 0) {
                    for (int source = 1; source < 9; source++) {
                      ops.recv(source);
                    }
                  } else {
                    ops.send(0, 50_000);
                  }
                });
    assertThat(makespanNs(script)).isEqualTo(2_415_952);
  }

  @ParameterizedTest
  @CsvSource({"3,16626", "10,55420", "14,77588"})
  void binomialBroadcastTakesAMessageForEachLevel(int lg, long expectedNs) {
    int ranks = 1 << lg;
    Script script =
        new Script(ranks)
            .eachRank(
                ops -> {
                  int reach = Integer.highestOneBit(ops.rank);
                  if (ops.rank > 0) {
                    ops.recv(ops.rank - reach);
                  }
                  for (int step = Math.max(1, 2 * reach); step < ranks; step *= 2) {
                    ops.send(ops.rank + step, 8);
                  }
                });
    assertThat(makespanNs(script)).isEqualTo(expectedNs);
    assertThat(collectiveNs(OpCode.BCAST, ranks, 8)).isEqualTo(expectedNs);
  }

  @Test
  void binomialReductionLeavesEachRankWhenItHasSent() {
    Script script =
        new Script(8)
            .eachRank(
                ops -> {
                  int step = 4;
                  for (; step > 0 && ops.rank < step; step /= 2) {
                    ops.recv(ops.rank + step);
                  }
                  if (ops.rank > 0) {
                    ops.send(ops.rank - step, 1024);
                  }
                });
    assertThat(replay(script.trace()).finishPs())
        .containsExactly(
            34_914_000L,
            24_776_000L,
            13_138_000L,
            13_138_000L,
            1_500_000L,
            1_500_000L,
            1_500_000L,
            1_500_000L);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 1024})
  void disseminationTakesAMessageForEachRound(int ranks) {
    Script script =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int step = 1; step < ranks; step *= 2) {
                    ops.isend((ops.rank + step) % ranks, 8);
                    ops.recv((ops.rank - step + ranks) % ranks);
                  }
                  ops.awaitAll();
                });
    assertThat(makespanNs(script)).isEqualTo(Collective.rounds(ranks) * messageNs(8));
    assertThat(collectiveNs(OpCode.ALLREDUCE, ranks, 8)).isEqualTo(makespanNs(script));
  }

  /**
   * LogGOPSim releases all sends at once, so that they go before all messages that wait. In a
   * program a send that has just become the next op goes after them; for some sizes the last
   * message then finds an idle CPU, L later.
   */
  @ParameterizedTest
  @CsvSource({"64,212814,0", "128,429006,2500", "256,861390,0", "512,1726158,2500"})
  void linearAlltoallKeepsEachCpuBusyWithAllMessages(int ranks, long expectedNs, long idleNs) {
    assertThat(collectiveNs(OpCode.ALLTOALL, ranks, 64)).isEqualTo(expectedNs);
    assertThat(makespanNs(alltoall(ranks, 64))).isEqualTo(expectedNs + idleNs);
  }

  @ParameterizedTest
  @CsvSource({"2,64", "3,64", "4,1"})
  void formulaOfLinearAlltoallIsWhatItsMessagesTake(int ranks, long bytes) {
    assertThat(collectiveNs(OpCode.ALLTOALL, ranks, bytes))
        .isEqualTo(makespanNs(alltoall(ranks, bytes)));
  }

  /**
   * Where a NIC is slower than the wire, each rank takes in a message between two sends, and its
   * NIC idles meanwhile. A formula that said so would jump where the NIC becomes the slower.
   */
  @ParameterizedTest
  @CsvSource({"8,4096", "16,1000", "9,300000"})
  void formulaOfLinearAlltoallIsABoundOnceTheNicIsAsSlowAsTheWire(int ranks, long bytes) {
    long formulaNs = collectiveNs(OpCode.ALLTOALL, ranks, bytes);
    assertThat(makespanNs(alltoall(ranks, bytes)))
        .isBetween(formulaNs, formulaNs + formulaNs * 3 / 10);
  }

  @ParameterizedTest
  @CsvSource({"2,1", "8,1", "8,1000", "13,100000"})
  void formulasOfGatherAndScatterAreWhatTheirMessagesTake(int ranks, long bytes) {
    Script gather =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int peer = 1; peer < ranks && ops.rank == 0; peer++) {
                    ops.irecv(peer);
                  }
                  if (ops.rank > 0) {
                    ops.isend(0, bytes);
                  }
                  ops.awaitAll();
                });
    Script scatter =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int peer = 1; peer < ranks && ops.rank == 0; peer++) {
                    ops.isend(peer, bytes);
                  }
                  if (ops.rank > 0) {
                    ops.irecv(0);
                  }
                  ops.awaitAll();
                });
    assertThat(collectiveNs(OpCode.GATHER, ranks, bytes)).isEqualTo(makespanNs(gather));
    assertThat(collectiveNs(OpCode.SCATTER, ranks, bytes)).isEqualTo(makespanNs(scatter));
  }

  @ParameterizedTest
  @CsvSource({"2,1", "8,1000", "11,77"})
  void formulaOfAllgatherIsWhatBrucksMessagesTake(int ranks, long bytes) {
    Script bruck =
        new Script(ranks)
            .eachRank(
                ops -> {
                  for (int step = 1; step < ranks; step *= 2) {
                    int to = (ops.rank - step + ranks) % ranks;
                    ops.isend(to, bytes * Math.min(step, ranks - step));
                    ops.recv((ops.rank + step) % ranks);
                  }
                  ops.awaitAll();
                });
    assertThat(collectiveNs(OpCode.ALLGATHER, ranks, bytes)).isEqualTo(makespanNs(bruck));
  }

  @Test
  void gapFasterThanANanosecondForEightBytesIsKept() {
    Map<String, String> parameters = new HashMap<>(LogGopsModelProviderTest.LOGGOPSIM);
    parameters.put("G", "0.04ns/B");
    Script script = new Script(2).rank(0, ops -> ops.send(1, 50_001)).rank(1, ops -> ops.recv(0));
    assertThat(
            Replayed.without(new LogGopsModelProvider(), parameters, script.trace()).makespanPs())
        .isEqualTo(5_500_000 + 2_000_000);
  }

  @Test
  void ranksOfANodeThatShareANicSendOneAfterTheOther() {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(2, 4001))
            .rank(1, ops -> ops.send(3, 4001))
            .rank(2, ops -> ops.recv(0))
            .rank(3, ops -> ops.recv(1));
    Map<String, String> own = Map.of("g", "0us", "S", "unlimited", "nic", "rank");
    Map<String, String> shared = Map.of("g", "0us", "S", "unlimited");
    long messagePs = 8_000_000 + 4_000_000;
    assertThat(
            Replayed.on(Machines.small(Map.of()), new LogGopsModelProvider(), own, script.trace())
                .makespanPs())
        .isEqualTo(messagePs);
    assertThat(
            Replayed.on(
                    Machines.small(Map.of()), new LogGopsModelProvider(), shared, script.trace())
                .makespanPs())
        .isEqualTo(messagePs + 4_000_000);
  }

  private static long collectiveNs(OpCode code, int ranks, long bytes) {
    return makespanNs(new Script(ranks).eachRank(ops -> ops.collective(code, bytes)));
  }

  private static Script alltoall(int ranks, long bytes) {
    return new Script(ranks)
        .eachRank(
            ops -> {
              for (int step = 1; step < ranks; step++) {
                ops.isend((ops.rank + step) % ranks, bytes);
                ops.irecv((ops.rank - step + ranks) % ranks);
              }
              ops.awaitAll();
            });
  }
}
