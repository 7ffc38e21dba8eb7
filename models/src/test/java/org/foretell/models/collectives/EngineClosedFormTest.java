package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.Message;
import org.foretell.models.collectives.algorithm.Algorithm;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.algorithm.Cost;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine, too, gives every algorithm the time of its formula, to the picosecond, on a crossbar
 * without overhead where each member has one port to send and one to receive.
 */
class EngineClosedFormTest {
  private static final long ALPHA = 1_000_003;
  private static final long BETA = 7;

  /** All messages wait for both ends, then for both ports. */
  private static final class Crossbar extends DirectModel {
    private final long[] sendingUntilPs;
    private final long[] receivingUntilPs;

    Crossbar(int ranks) {
      sendingUntilPs = new long[ranks];
      receivingUntilPs = new long[ranks];
    }

    @Override
    public boolean eager(Message message) {
      return false;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      int from = message.source();
      int to = message.destination();
      long starts = Math.max(startPs, Math.max(sendingUntilPs[from], receivingUntilPs[to]));
      long end = starts + ALPHA + message.bytes() * BETA;
      sendingUntilPs[from] = end;
      receivingUntilPs[to] = end;
      return end - startPs;
    }
  }

  private record Always(CollectiveSchedule schedule) implements CollectiveSchedules {
    @Override
    public String name() {
      return "always";
    }

    @Override
    public CollectiveSchedule choose(MemberCall call) {
      return schedule;
    }
  }

  /**
   * All but the flat scan: there a message has to pass another one that waits for its receiver's
   * port, which a crossbar that gives out ports when messages are ready does not allow.
   */
  static Stream<Arguments> algorithms() {
    return ClosedFormTest.algorithms()
        .filter(one -> !one.get()[1].equals("flat") || !isScan((OpCode) one.get()[0]));
  }

  private static boolean isScan(OpCode op) {
    return op == OpCode.SCAN || op == OpCode.EXSCAN;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("algorithms")
  void theSimulatedTimeIsTheFormula(OpCode op, String name) {
    Algorithm algorithm = Algorithms.named(op, name);
    for (int p : new int[] {2, 4, 7, 8, 16, 64}) {
      if (algorithm.exactFor().holds(p, Math.max(2, algorithm.radix()))) {
        compare(op, algorithm, p);
      }
    }
  }

  private static void compare(OpCode op, Algorithm algorithm, int p) {
    long segments = algorithm.segmentBytes() == Segments.NONE ? 0 : 4;
    long segmentBytes = 64L * p;
    long n = segmentBytes * Math.max(1, segments);
    long size = op == OpCode.ALLREDUCE && segments > 0 ? n * p : n;
    boolean scatters = op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK;
    int root = op == OpCode.REDUCE ? p - 1 : op.has(OpField.ROOT) ? p / 3 : 0;
    CollectiveSchedule schedule =
        new PatternSchedule(
            algorithm.name(),
            algorithm.pattern(segments == 0 ? 0 : segmentBytes, algorithm.radix()));
    Prediction prediction =
        run(
            each(p, call(op, p, root, scatters ? size / p : size)),
            schedule,
            Placements.oneRankPerNode(p));
    int radix = algorithm.radix();
    double segment = (double) (segments == 0 ? size : segmentBytes);
    Cost cost = algorithm.cost().of(p, (double) size, segment, radix);
    assertThat((double) prediction.makespanPs())
        .as("%s %s, p=%d", op, algorithm.name(), p)
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("org.foretell.models.collectives.ClosedFormTest#nodeAware")
  void theSimulatedTimeOnNodesIsTheFormula(OpCode op) {
    for (int nodes : new int[] {2, 4, 8}) {
      for (int each : new int[] {1, 2, 4, 8}) {
        int p = nodes * each;
        compareOnNodes(op, nodes, each, IntStream.range(0, p).map(rank -> rank / each).toArray());
        int others = nodes;
        compareOnNodes(op, nodes, each, IntStream.range(0, p).map(rank -> rank % others).toArray());
      }
    }
  }

  private static void compareOnNodes(OpCode op, int nodes, int each, int[] nodeOfRank) {
    int p = nodes * each;
    boolean scatters = op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK;
    int root = op.has(OpField.ROOT) ? p / 3 : 0;
    long size = 64L * p;
    Prediction prediction =
        run(
            each(p, call(op, p, root, scatters ? size / p : size)),
            Algorithms.schedule(op, "node-aware"),
            new Placement("of the test", nodeOfRank, new int[p]));
    Cost cost = NodeAwareCosts.of(op, nodes, each, (double) size);
    assertThat((double) prediction.makespanPs())
        .as("%s on %d nodes of %d", op, nodes, each)
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA);
  }

  /** 16 ranks dealt out to 4 nodes; the last 12 of them call, on 4 nodes of 3. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("org.foretell.models.collectives.ClosedFormTest#nodeAware")
  void aPartOfTheRanksFindsItsNodes(OpCode op) {
    boolean scatters = op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK;
    OpListTrace trace = new OpListTrace(16);
    for (int rank = 0; rank < 16; rank++) {
      boolean calls = rank >= 4;
      trace.add(
          rank,
          new OpView()
              .reset(OpCode.COMM_SPLIT)
              .set(OpField.COLOR, calls ? 0 : OpView.NONE)
              .set(OpField.KEY, rank)
              .set(OpField.NEW_COMMUNICATOR, calls ? 5 : OpView.NONE));
      if (calls) {
        trace.add(
            rank,
            call(op, 12, op.has(OpField.ROOT) ? 7 : 0, scatters ? 64 : 64 * 12)
                .set(OpField.COMMUNICATOR, 5));
      }
    }
    int[] nodeOfRank = IntStream.range(0, 16).map(rank -> rank % 4).toArray();
    Prediction prediction =
        run(
            trace,
            Algorithms.schedule(op, "node-aware"),
            new Placement("of the test", nodeOfRank, new int[16]));
    Cost cost = NodeAwareCosts.of(op, 4, 3, 64 * 12);
    assertThat((double) prediction.makespanPs())
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA);
  }

  /** A member that calls again forgets what it has found out about its last call. */
  @Test
  void eachCallHasTheBytesOfItsOwnList() {
    OpView small = call(OpCode.REDUCE_SCATTER, 6, 0, 64);
    OpView large = call(OpCode.REDUCE_SCATTER, 6, 0, 4096);
    OpListTrace both = each(6, small);
    for (int rank = 0; rank < 6; rank++) {
      both.add(rank, new OpView().reset(OpCode.BARRIER)).add(rank, large);
    }
    assertThat(reduceScatterPs(both))
        .isEqualTo(reduceScatterPs(each(6, small)) + reduceScatterPs(each(6, large)));
  }

  /** Barriers go by formula and take no time. */
  private static long reduceScatterPs(OpListTrace trace) {
    CollectiveSchedules schedules =
        CollectiveProfiles.parse("dimemas,reduce_scatter=reduce-scatterv");
    return run(trace, schedules, Placements.oneRankPerNode(6)).makespanPs();
  }

  private static OpListTrace each(int ranks, OpView op) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, op);
    }
    return trace;
  }

  private static Prediction run(
      OpListTrace trace, CollectiveSchedule schedule, Placement placement) {
    return run(trace, new Always(schedule), placement);
  }

  private static Prediction run(
      OpListTrace trace, CollectiveSchedules schedules, Placement placement) {
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(
                new CommunicationModel("crossbar", new Crossbar(placement.ranks()), call -> 0)
                    .with(new ExpandedCollectives(schedules, 0, 1 << 24)))
            .compute((rank, burst, marker) -> 0)
            .schedule(ReplayOrder.STRICT)
            .build()
            .run();
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return prediction;
  }

  private static OpView call(OpCode op, int p, int root, long bytes) {
    OpView call = new OpView().reset(op);
    long[] equal = new long[p];
    Arrays.fill(equal, bytes);
    for (OpField field : op.fields()) {
      switch (field) {
        case BYTES, RECEIVE_BYTES -> call.set(field, bytes);
        case ROOT -> call.set(field, root);
        default -> {}
      }
    }
    if (op == OpCode.ALLTOALLV || op == OpCode.ALLTOALLW || op == OpCode.SCATTERV) {
      call.setList(OpField.SEND_BYTES_BY_RANK, equal);
    }
    if (op == OpCode.ALLTOALLV
        || op == OpCode.ALLTOALLW
        || op == OpCode.ALLGATHERV
        || op == OpCode.GATHERV
        || op == OpCode.REDUCE_SCATTER) {
      call.setList(OpField.RECEIVE_BYTES_BY_RANK, equal);
    }
    return call;
  }
}
