package org.foretell.models.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.foretell.engine.Simulation;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.Routing;
import org.foretell.machine.topology.Torus;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.models.collectives.CollectiveProfiles;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Calls of which only some phases are executed, against the execution of all. */
class LargeCollectivesUnderFlowTest {
  private static final int RANKS = 256;
  private static final LinkSpeed LINK = new LinkSpeed(500_000, 1e10);
  private static final Topology CROSSBAR = Crossbar.of(RANKS, LINK);
  private static final Topology TAPERED =
      new FatTree(
          new int[] {16, 16},
          new int[] {1, 4},
          new int[] {1, 1},
          List.of(LINK),
          Routing.DETERMINISTIC);
  private static final Topology TORUS = Torus.of(new int[] {8, 8, 4}, LINK);

  private static OpListTrace trace(OpCode... calls) {
    OpListTrace trace = new OpListTrace(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      for (OpCode code : calls) {
        OpView op = new OpView().reset(code);
        if (code == OpCode.ALLTOALLV) {
          long[] total = {10_000 * RANKS};
          op.setList(OpField.SEND_BYTES_BY_RANK, total, 0, 1);
          op.setList(OpField.RECEIVE_BYTES_BY_RANK, total, 0, 1);
        } else {
          op.set(OpField.BYTES, 10_000).set(OpField.RECEIVE_BYTES, 10_000);
        }
        trace.add(rank, op);
      }
    }
    return trace;
  }

  private static Prediction run(
      OpListTrace trace, Topology topology, String collectives, long upTo) {
    CommunicationModel model =
        new CommunicationModel("flow", Settings.PLAIN.model(topology), call -> 0)
            .with(
                new ExpandedCollectives(
                    CollectiveProfiles.parse("mpich4," + collectives), 0, upTo));
    return Simulation.builder()
        .trace(trace)
        .communication(model)
        .placement(Placements.oneRankPerNode(RANKS))
        .compute((rank, burst, marker) -> burst.get(OpField.DURATION_PS))
        .build()
        .run();
  }

  /** What the call takes by an estimate, of what it takes if all steps are executed. */
  private static double ratio(Topology topology, String algorithm, long upTo, OpCode... calls) {
    OpListTrace trace = trace(calls);
    Prediction all = run(trace, topology, algorithm, Long.MAX_VALUE);
    Prediction some = run(trace, topology, algorithm, upTo);
    assertThat(all.problems()).isEmpty();
    assertThat(some.problems())
        .hasSize(1)
        .allSatisfy(problem -> assertThat(problem.kind()).isEqualTo(Problem.Kind.LARGE_COLLECTIVE));
    assertThat(some.problems().get(0).message()).contains("some of its steps, by itself");
    return (double) some.makespanPs() / all.makespanPs();
  }

  /** But for overheads, which steps in the background have at both halves. */
  @Test
  void symmetricAlgorithmsAreExactOnACrossbar() {
    long upTo = 32_768;
    assertThat(ratio(CROSSBAR, "alltoall=pairwise", upTo, OpCode.ALLTOALL))
        .isCloseTo(1, within(1e-5));
    assertThat(ratio(CROSSBAR, "allgather=ring", upTo, OpCode.ALLGATHER))
        .isCloseTo(1, within(1e-5));
    assertThat(ratio(CROSSBAR, "alltoallv=scattered/k4", upTo, OpCode.ALLTOALLV))
        .isCloseTo(1, within(0.01));
  }

  /** The phases that are executed stand for all; the formula is off by factors here. */
  @Test
  void contentionIsThatOfTheMessagesOfTheSample() {
    OpCode call = OpCode.ALLTOALL;
    for (Topology topology : List.of(TAPERED, TORUS)) {
      assertThat(ratio(topology, "alltoall=pairwise", 32_768, call)).isCloseTo(1, within(0.05));
      assertThat(ratio(topology, "alltoall=scattered/k4", 65_536, call)).isCloseTo(1, within(0.05));
    }
  }

  /** Few long phases, of which some go as far on the torus as all do on average. */
  @Test
  void longPhasesStandForThoseThatAreLeftOut() {
    boolean all = Boolean.getBoolean("foretell.long");
    for (Topology topology : all ? List.of(TAPERED, TORUS) : List.of(TORUS)) {
      assertThat(ratio(topology, "alltoall=scattered/k32", 4_096, OpCode.ALLTOALL))
          .isCloseTo(1, within(0.1));
    }
  }

  @Test
  void laterCallsTakeAsLongAsTheFirst() {
    long upTo = 32_768;
    OpCode call = OpCode.ALLTOALL;
    double once = ratio(TORUS, "alltoall=pairwise", upTo, call);
    Prediction first = run(trace(call), TORUS, "alltoall=pairwise", upTo);
    Prediction thrice = run(trace(call, call, call), TORUS, "alltoall=pairwise", upTo);
    assertThat(once).isPositive();
    assertThat(thrice.makespanPs()).isEqualTo(3 * first.makespanPs());
    assertThat(thrice.problems()).hasSize(1);
  }

  /** Each rank computes, the first one longest, before each of some calls. */
  private static OpListTrace bursts(int rounds, OpView... calls) {
    OpListTrace trace = new OpListTrace(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      for (int round = 0; round < rounds; round++) {
        long burstPs = 1_000_000_000_000L + (rank == 0 ? 500_000_000_000L : 1_000_000L * rank);
        trace.add(rank, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burstPs));
        for (OpView call : calls) {
          trace.add(rank, call);
        }
      }
    }
    return trace;
  }

  private static OpView call(OpCode code) {
    return new OpView().reset(code).set(OpField.BYTES, 10_000).set(OpField.RECEIVE_BYTES, 10_000);
  }

  /** What was before a call, and who comes late, is not taken for its pace. */
  @Test
  void onlyThePhasesAreMeasured() {
    List<OpListTrace> traces =
        List.of(
            bursts(1, call(OpCode.ALLTOALL)),
            bursts(
                3,
                new OpView().reset(OpCode.REDUCE_SCATTER_BLOCK).set(OpField.RECEIVE_BYTES, 10_000)),
            bursts(
                3,
                call(OpCode.IALLTOALL).set(OpField.REQUEST, 0),
                new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, 0)));
    for (OpListTrace trace : traces) {
      String profile = "alltoall=pairwise,reduce_scatter_block=pairwise";
      Prediction all = run(trace, TORUS, profile, Long.MAX_VALUE);
      Prediction some = run(trace, TORUS, profile, 32_768);
      assertThat(some.problems()).isNotEmpty();
      assertThat((double) some.makespanPs() / all.makespanPs()).isCloseTo(1, within(0.002));
    }
  }

  /** Where lists say who sends how much, each block is taken to be as long as the mean. */
  @Test
  void listedCallsAreOnesOfEqualBlocks() {
    OpListTrace listed = new OpListTrace(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      long[] sent = new long[RANKS];
      sent[(rank + 1) % RANKS] = 10_000 * RANKS;
      long[] received = new long[RANKS];
      received[(rank + RANKS - 1) % RANKS] = 10_000 * RANKS;
      listed.add(
          rank,
          new OpView()
              .reset(OpCode.ALLTOALLV)
              .setList(OpField.SEND_BYTES_BY_RANK, sent, 0, RANKS)
              .setList(OpField.RECEIVE_BYTES_BY_RANK, received, 0, RANKS));
    }
    Prediction some = run(listed, TORUS, "alltoallv=scattered", 32_768);
    Prediction equal = run(trace(OpCode.ALLTOALLV), TORUS, "alltoallv=scattered", 32_768);
    assertThat(some.problems()).hasSize(1);
    assertThat(some.makespanPs()).isEqualTo(equal.makespanPs());
  }

  /** The rows and the columns of a grid: each knows what the others do to it. */
  @Test
  void callsAtTheSameTimeSlowEachOther() {
    int rows = 4;
    for (boolean strided : new boolean[] {true, false}) {
      OpListTrace trace = new OpListTrace(RANKS);
      for (int row = 0; row < rows; row++) {
        int[] members = new int[RANKS / rows];
        for (int i = 0; i < members.length; i++) {
          members[i] = strided ? row + rows * i : row * members.length + i;
        }
        trace.define(new Communicator(Communicator.FIRST_FREE + row, members));
      }
      for (int rank = 0; rank < RANKS; rank++) {
        int row = strided ? rank % rows : rank / (RANKS / rows);
        trace.add(
            rank, call(OpCode.ALLTOALL).set(OpField.COMMUNICATOR, Communicator.FIRST_FREE + row));
      }
      Prediction all = run(trace, TORUS, "alltoall=pairwise", Long.MAX_VALUE);
      Prediction some = run(trace, TORUS, "alltoall=pairwise", 2_048);
      assertThat(some.problems().get(0).message()).contains("take longer than by themselves");
      assertThat((double) some.makespanPs() / all.makespanPs()).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void whatDoesNotBlockIsSampledEachTime() {
    long upTo = 32_768;
    OpListTrace trace = new OpListTrace(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      for (int request = 0; request < 2; request++) {
        trace.add(
            rank,
            new OpView()
                .reset(OpCode.IALLTOALL)
                .set(OpField.BYTES, 10_000)
                .set(OpField.RECEIVE_BYTES, 10_000)
                .set(OpField.REQUEST, request));
      }
      for (int request = 0; request < 2; request++) {
        trace.add(rank, new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, request));
      }
    }
    Prediction all = run(trace, CROSSBAR, "alltoall=pairwise", Long.MAX_VALUE);
    Prediction some = run(trace, CROSSBAR, "alltoall=pairwise", upTo);
    assertThat(some.problems()).hasSize(1);
    assertThat((double) some.makespanPs() / all.makespanPs()).isCloseTo(1, within(0.02));
  }
}
