package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.model.ExpandedCollectives;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Times by hand; nanoseconds. */
class MaxRateReplayTest {
  private static final long L = 4000;
  private static final long O = 2000;
  private static final long G_MESSAGE = 200;
  private static final long EAGER = 4096;

  /** Derived of the small machine, in which a byte takes 1 ns between nodes. */
  private static final long SMALL = 2 * O + L;

  /** Within a node: 1 us, and a byte takes 0.25 ns. */
  private static final long NEAR = 1000;

  private static Map<String, String> settings(String... pairs) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }

  private static Prediction run(Script script, String... pairs) {
    return Replayed.on(
        Machines.small(Map.of()), new MaxRateModelProvider(), settings(pairs), script.trace());
  }

  private static long makespanNs(Script script, String... pairs) {
    return run(script, pairs).makespanPs() / 1000;
  }

  private static Script pingPong(int ranks, int peer, int rounds, long bytes) {
    return new Script(ranks)
        .rank(
            0,
            ops -> {
              for (int round = 0; round < rounds; round++) {
                ops.send(peer, bytes).recv(peer);
              }
            })
        .rank(
            peer,
            ops -> {
              for (int round = 0; round < rounds; round++) {
                ops.recv(0).send(0, bytes);
              }
            });
  }

  @Test
  void pingPongBetweenNodesTakesTheMachinesLatencyAndBandwidth() {
    assertThat(makespanNs(pingPong(4, 2, 10, 1))).isEqualTo(20 * SMALL);
    assertThat(makespanNs(pingPong(4, 2, 10, 1001))).isEqualTo(20 * (SMALL + 1000));
  }

  @Test
  void pingPongWithinANodeTakesTheNodesLatencyAndBandwidth() {
    assertThat(makespanNs(pingPong(2, 1, 10, 1))).isEqualTo(20 * NEAR);
    assertThat(makespanNs(pingPong(2, 1, 10, 4001))).isEqualTo(20 * (NEAR + 1000));
  }

  @Test
  void rendezvousTakesTwoSmallMessagesMore() {
    assertThat(makespanNs(pingPong(4, 2, 10, EAGER + 1))).isEqualTo(20 * (3 * SMALL + EAGER));
    assertThat(makespanNs(pingPong(2, 1, 10, 8001))).isEqualTo(20 * (3 * NEAR + 2000));
  }

  @Test
  void receiveThatIsPostedLatePaysForTheRestOfTheHandshake() {
    long workNs = 100_000;
    Script late =
        new Script(4)
            .rank(0, ops -> ops.send(2, 1_000_001))
            .rank(2, ops -> ops.compute(workNs).recv(0));
    // The request is taken in after the burst, then come the answer and the data.
    assertThat(makespanNs(late)).isEqualTo(workNs + O + 2 * SMALL + 1_000_000);
    Script later =
        new Script(4)
            .rank(0, ops -> ops.send(2, 1_000_001))
            .rank(2, ops -> ops.compute(1000).recv(3).recv(0))
            .rank(3, ops -> ops.compute(workNs).send(2, 1));
    // The request was taken in long ago when the receive is posted.
    assertThat(makespanNs(later)).isEqualTo(workNs + NEAR + 2 * SMALL + 1_000_000);
  }

  @Test
  void rendezvousSenderGoesOnWhenItsDataHaveLeft() {
    Script script =
        new Script(4).rank(0, ops -> ops.send(2, 1_000_001)).rank(2, ops -> ops.recv(0));
    Prediction prediction = run(script);
    assertThat(prediction.finishPs()[0] / 1000).isEqualTo(2 * SMALL + O + 1_000_000);
    assertThat(prediction.finishPs()[2] / 1000).isEqualTo(3 * SMALL + 1_000_000);
  }

  @Test
  void nonBlockingSendsCostTheirCallerOverheadOnly() {
    int messages = 20;
    long bytes = 4000;
    Script script =
        new Script(4)
            .rank(
                0,
                ops -> {
                  for (int i = 0; i < messages; i++) {
                    ops.isend(2, bytes);
                  }
                })
            .rank(
                2,
                ops -> {
                  for (int i = 0; i < messages; i++) {
                    ops.irecv(0);
                  }
                  ops.awaitAll();
                });
    Prediction prediction = run(script);
    assertThat(prediction.finishPs()[0] / 1000).isEqualTo(messages * O);
    // They leave one after the other, each for g + 3999 G.
    assertThat(prediction.finishPs()[2] / 1000)
        .isEqualTo(O + (messages - 1) * (G_MESSAGE + bytes - 1) + L + bytes - 1 + O);
  }

  @Test
  void ranksOfANodeShareItsInterface() {
    int messages = 10;
    long bytes = 4000;
    Script script =
        new Script(6)
            .eachRank(
                ops -> {
                  for (int i = 0; i < messages; i++) {
                    if (ops.rank < 2) {
                      ops.isend(2 + 2 * ops.rank, bytes);
                    } else if (ops.rank % 2 == 0) {
                      ops.irecv(ops.rank / 2 - 1);
                    }
                  }
                  if (ops.rank >= 2) {
                    ops.awaitAll();
                  }
                });
    assertThat(makespanNs(script))
        .isEqualTo(O + (2 * messages - 1) * (G_MESSAGE + bytes - 1) + L + bytes - 1 + O);
  }

  @Test
  void incastIsServedByTheReceiversInterfaceOneByOne() {
    long bytes = 4000;
    Script script =
        new Script(8)
            .eachRank(
                ops -> {
                  if (ops.rank > 1 && ops.rank % 2 == 0) {
                    ops.isend(0, bytes);
                  } else if (ops.rank == 0) {
                    for (int from = 2; from < 8; from += 2) {
                      ops.irecv(from);
                    }
                    ops.awaitAll();
                  }
                });
    assertThat(makespanNs(script)).isEqualTo(O + L + 2 * (G_MESSAGE + bytes - 1) + bytes - 1 + O);
  }

  /** The receive of the large message is posted while its rank copies for another 30 us. */
  @Test
  void nothingWaitsForAnAnswerThatIsSentLater() {
    Script script =
        new Script(4)
            .rank(
                0,
                ops -> {
                  ops.irecv(1);
                  ops.recv(1).compute(400).irecv(2);
                  ops.awaitAll();
                })
            .rank(
                1,
                ops -> {
                  ops.compute(10_000).isend(0, 120_000);
                  ops.compute(1150).send(0, 1).recv(3).send(3, 8);
                })
            .rank(2, ops -> ops.send(0, 1_000_000))
            .rank(3, ops -> ops.compute(9000).send(1, 1).recv(1));
    Prediction prediction = run(script);
    assertThat(prediction.finishPs()[3] / 1000).isEqualTo(9000 + 2 * SMALL + 7);
    assertThat(prediction.finishPs()[0] / 1000).isGreaterThan(40_000 + 2 * SMALL + 1_000_000);
  }

  @Test
  void nothingWaitsForDataThatAreSentLater() {
    long answeredNs = 2 * (O + L) + O;
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(2, 1_000_001))
            .rank(1, ops -> ops.compute(answeredNs + 1000).send(3, 8))
            .rank(2, ops -> ops.recv(0))
            .rank(3, ops -> ops.recv(1));
    Prediction prediction = run(script);
    assertThat(prediction.finishPs()[3] / 1000).isEqualTo(answeredNs + 1000 + SMALL + 7);
    assertThat(prediction.finishPs()[2] / 1000).isEqualTo(3 * SMALL + 1_000_000);
  }

  @Test
  void nothingWaitsForWhatARankCannotInjectYet() {
    Script script =
        new Script(4)
            .rank(
                0,
                ops -> {
                  ops.isend(2, 4001);
                  ops.isend(2, 4001);
                })
            .rank(1, ops -> ops.compute(10_000).send(3, 8))
            .rank(2, ops -> ops.recv(0).recv(0))
            .rank(3, ops -> ops.recv(1));
    Prediction prediction = run(script, "rankBandwidth", "0.1GB/s");
    assertThat(prediction.finishPs()[3] / 1000).isEqualTo(10_000 + SMALL + 70);
    assertThat(prediction.finishPs()[2] / 1000).isEqualTo(SMALL + 2 * 40_000);
  }

  @Test
  void interfacesServeInTheOrderInWhichTheyAreReached() {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(2, 4001))
            .rank(1, ops -> ops.compute(1000).send(3, 1))
            .rank(2, ops -> ops.recv(0))
            .rank(3, ops -> ops.recv(1));
    Prediction prediction = run(script, "overheadFactors", "1000:3;0:1");
    assertThat(prediction.finishPs()[3] / 1000).isEqualTo(1000 + SMALL);
    assertThat(prediction.finishPs()[2] / 1000).isEqualTo(SMALL + 4 * O + 4000);
  }

  @Test
  void messageForEachByteKeepsTheCpuAtBothEndsWhileItStreams() {
    // O of 2 ns/B is slower than the interface: copies at both ends overlap.
    assertThat(makespanNs(pingPong(4, 2, 1, 1001), "O", "2ns/B")).isEqualTo(2 * (SMALL + 2000));
    assertThat(makespanNs(pingPong(4, 2, 1, 1001), "O", "0.5ns/B")).isEqualTo(2 * (SMALL + 1000));
  }

  @Test
  void rankInjectsNoFasterThanItCan() {
    assertThat(makespanNs(pingPong(4, 2, 1, 1001), "rankBandwidth", "0.25GB/s"))
        .isEqualTo(2 * (SMALL + 4000));
  }

  @Test
  void costsChangeWithTheSizeAsTheTablesSay() {
    String[] tables = {"overheadFactors", "1000:1.5;0:1", "bandwidthFactors", "1000:0.5;0:1"};
    assertThat(makespanNs(pingPong(4, 2, 1, 1), tables)).isEqualTo(2 * SMALL);
    assertThat(makespanNs(pingPong(4, 2, 1, 1001), tables)).isEqualTo(2 * (SMALL + O + 2 * 1000));
  }

  @Test
  void memoryOfANodeIsReadAndWrittenOneMessageAfterTheOther() {
    // Two copies of 1000 bytes read and write 4000 bytes, 1 ns each; the second pair waits.
    Script script =
        new Script(2)
            .rank(0, ops -> ops.send(1, 1000).recv(1))
            .rank(1, ops -> ops.send(0, 1000).recv(0));
    long copyNs = 249; // 999 bytes at 4 GB/s, rounded down
    assertThat(makespanNs(script, "memoryBandwidth", "1GB/s"))
        .isEqualTo(250 + 4000 + 500 + 250 + copyNs);
  }

  @Test
  void trafficBetweenNodesDoesNotKeepPingPongWithinOneWaiting() {
    Machine machine = Nodes.frontier(2, 4);
    Script script =
        new Script(8)
            .eachRank(
                ops -> {
                  if (ops.rank < 2) {
                    for (int i = 0; i < 10; i++) {
                      ops.isend(4 + ops.rank, 1_000_000);
                    }
                    ops.awaitAll();
                  } else if (ops.rank < 4) {
                    for (int i = 0; i < 100; i++) {
                      if (ops.rank == 2) {
                        ops.send(3, 8).recv(3);
                      } else {
                        ops.recv(2).send(2, 8);
                      }
                    }
                  } else if (ops.rank < 6) {
                    for (int i = 0; i < 10; i++) {
                      ops.irecv(ops.rank - 4);
                    }
                    ops.awaitAll();
                  }
                });
    Prediction prediction = Nodes.run(machine, 4, Map.of(), script.trace());
    // 200 messages of half a microsecond and 7 bytes.
    assertThat(prediction.finishPs()[2]).isEqualTo(200 * 500_700);
    assertThat(prediction.finishPs()[4]).isGreaterThan(400_000_000);
  }

  @Test
  void manyPairsReachTheMessageRateOfAllInterfaces() {
    int messages = 200;
    Script script = streams(64, messages, 8);
    Prediction prediction = Nodes.run(Nodes.frontier(2, 64), 64, Map.of(), script.trace());
    double perSecond = 64.0 * messages / (prediction.makespanPs() * 1e-12);
    // Four interfaces, each a message in 50 ns and 7 bytes.
    double bound = 4 / 50.28e-9;
    assertThat(perSecond).isBetween(0.95 * bound, bound);
  }

  @Test
  void bandwidthBetweenTwoNodesIsThatOfAllInterfaces() {
    for (int pairs : new int[] {1, 4, 8}) {
      Script script = streams(pairs, 20, 1_000_000);
      Prediction prediction = Nodes.run(Nodes.frontier(2, pairs), pairs, Map.of(), script.trace());
      double perSecond = pairs * 20e6 / (prediction.makespanPs() * 1e-12);
      double bound = Math.min(pairs, 4) * 25e9;
      assertThat(perSecond).isBetween(0.9 * bound, bound);
    }
  }

  @Test
  void stripedMessageGoesOverAllInterfaces() {
    Script script = streams(1, 20, 1_000_000);
    Prediction prediction =
        Nodes.run(Nodes.frontier(2, 1), 1, Map.of("stripeThreshold", "64KiB"), script.trace());
    double perSecond = 20e6 / (prediction.makespanPs() * 1e-12);
    assertThat(perSecond).isBetween(90e9, 100e9);
  }

  @Test
  void allToAllIsNeverFasterThanInterfaces() {
    int nodes = 4;
    int ofNode = 16;
    long bytes = 65_536;
    int ranks = nodes * ofNode;
    // What a node sends, over four interfaces.
    double boundPs = (double) ofNode * (ranks - ofNode) * (bytes - 1) * 40 / 4;
    Script script = new Script(ranks).eachRank(ops -> ops.collective(OpCode.ALLTOALL, bytes));
    Machine machine = Nodes.frontier(nodes, ofNode);
    long formulaPs = Nodes.run(machine, ofNode, Map.of(), script.trace()).makespanPs();
    var placement = Nodes.blocks(nodes, ofNode);
    var steps =
        Nodes.model(machine, placement, Map.of())
            .with(new ExpandedCollectives(CollectiveProfiles.parse("mpich4"), 0, Long.MAX_VALUE));
    long stepsPs = Nodes.run(steps, placement, script.trace()).makespanPs();
    var sampled =
        Nodes.model(machine, placement, Map.of())
            .with(new ExpandedCollectives(CollectiveProfiles.parse("mpich4"), 0, 0));
    long estimatePs = Nodes.run(sampled, placement, script.trace()).makespanPs();
    assertThat((double) formulaPs).isBetween(boundPs, 1.5 * boundPs);
    assertThat((double) stepsPs).isBetween(boundPs, 3 * boundPs);
    assertThat((double) estimatePs).isBetween(boundPs, 3 * boundPs);
    assertThat((double) estimatePs / stepsPs).isBetween(0.7, 1.5);
  }

  @Test
  void putsCostTheirCallerOverheadAndTakeEffectWhenTheirLastByteIsThere() {
    OpView put = new OpView().reset(OpCode.SHMEM_PUT).set(OpField.PEER, 2).set(OpField.BYTES, 8001);
    OpView quiet = new OpView().reset(OpCode.SHMEM_QUIET);
    Prediction puts = run(new Script(4).rank(0, ops -> ops.add(put).add(put)));
    assertThat(puts.finishPs()[0] / 1000).isEqualTo(2 * O);
    assertThat(makespanNs(new Script(4).rank(0, ops -> ops.add(put).add(quiet))))
        .isEqualTo(2 * (O + L) + 8000);
  }

  /** Ranks of one node send to those of the other. */
  private static Script streams(int pairs, int messages, long bytes) {
    return new Script(2 * pairs)
        .eachRank(
            ops -> {
              for (int i = 0; i < messages; i++) {
                if (ops.rank < pairs) {
                  ops.isend(ops.rank + pairs, bytes);
                } else {
                  ops.irecv(ops.rank - pairs);
                }
              }
              ops.awaitAll();
            });
  }
}
