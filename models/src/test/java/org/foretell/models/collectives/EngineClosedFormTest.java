package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.foretell.engine.Prediction;
import org.foretell.engine.Schedule;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placements;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MemberCall;
import org.foretell.model.Message;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
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
    Prediction prediction = run(op, schedule, p, root, scatters ? size / p : size);
    int radix = algorithm.radix();
    double segment = (double) (segments == 0 ? size : segmentBytes);
    Cost cost = algorithm.cost().of(p, (double) size, segment, radix);
    assertThat((double) prediction.makespanPs())
        .as("%s %s, p=%d", op, algorithm.name(), p)
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA);
  }

  private static Prediction run(
      OpCode op, CollectiveSchedule schedule, int p, int root, long bytes) {
    OpListTrace trace = new OpListTrace(p);
    for (int rank = 0; rank < p; rank++) {
      trace.add(rank, call(op, p, root, bytes));
    }
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(Placements.oneRankPerNode(p))
            .communication(
                new CommunicationModel("crossbar", new Crossbar(p), call -> 0)
                    .with(new ExpandedCollectives(new Always(schedule))))
            .compute((rank, burst, marker) -> 0)
            .schedule(Schedule.STRICT)
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
