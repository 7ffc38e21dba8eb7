package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.models.collectives.algorithm.Algorithm;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.algorithm.Cost;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.trace.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The time of every algorithm on an ideal machine is its formula, to the picosecond. */
class ClosedFormTest {
  private static final int[] SIZES = {
    2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 27, 31, 32, 33, 63, 64, 81
  };
  private static final long ALPHA = 1_000_003;
  private static final long BETA = 7;
  private static final long GAMMA = 3;

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("algorithms")
  void theScheduleTakesAsLongAsTheFormula(OpCode op, String name) {
    Algorithm algorithm = Algorithms.named(op, name);
    for (int p : SIZES) {
      for (int radix : radixes(algorithm)) {
        for (long segments : segments(algorithm)) {
          if (algorithm.exactFor().holds(p, radix)) {
            compare(op, algorithm, p, segments, radix, 0);
            if (op != OpCode.REDUCE || allChildrenAreEquallyDeep(algorithm, p, radix)) {
              compare(op, algorithm, p, segments, radix, GAMMA);
            }
          }
        }
      }
    }
  }

  private static void compare(
      OpCode op, Algorithm algorithm, int p, long segments, int radix, long gamma) {
    long segmentBytes = 64L * p;
    long n = segmentBytes * Math.max(1, segments);
    // The whole vector of a reduce_scatter, or of a segment in each part of it.
    long size = op == OpCode.ALLREDUCE && segments > 0 ? n * p : n;
    long stated =
        op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK ? size / p : size;
    int root = op == OpCode.REDUCE ? p - 1 : rooted(op) ? p / 3 : 0;
    List<TestCall> calls = calls(op, p, root, stated);
    var schedule =
        new PatternSchedule(
            algorithm.name(), algorithm.pattern(segments == 0 ? 0 : segmentBytes, radix));
    long time = new ScheduleRun(schedule, calls, ScheduleRun.NO_DATA, ALPHA, BETA, gamma).run();
    double segment = (double) (segments == 0 ? size : segmentBytes);
    Cost cost = algorithm.cost().of(p, (double) size, segment, radix);
    assertThat((double) time)
        .as("%s %s, p=%d, %d segments, k=%d", op, algorithm.name(), p, segments, radix)
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA + cost.combined() * gamma);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nodeAware")
  void nodeAwareSchedulesTakeAsLongAsTheFormula(OpCode op) {
    for (int nodes : new int[] {2, 3, 4, 7}) {
      for (int each : new int[] {1, 2, 3, 4, 6}) {
        compareOnNodes(op, nodes, each, member -> member / each);
        int others = nodes;
        compareOnNodes(op, nodes, each, member -> member % others);
      }
    }
  }

  private static void compareOnNodes(OpCode op, int nodes, int each, IntUnaryOperator node) {
    int p = nodes * each;
    long size = 64L * p;
    boolean scatters = op == OpCode.REDUCE_SCATTER || op == OpCode.REDUCE_SCATTER_BLOCK;
    int root = op == OpCode.REDUCE || rooted(op) ? p / 3 : 0;
    List<TestCall> calls =
        calls(op, p, root, scatters ? size / p : size).stream().map(call -> call.on(node)).toList();
    long time =
        new ScheduleRun(
                Algorithms.schedule(op, "node-aware"),
                calls,
                ScheduleRun.NO_DATA,
                ALPHA,
                BETA,
                GAMMA)
            .run();
    Cost cost = NodeAwareCosts.of(op, nodes, each, (double) size);
    assertThat((double) time)
        .as("%s on %d nodes of %d", op, nodes, each)
        .isEqualTo(cost.messages() * ALPHA + cost.bytes() * BETA + cost.combined() * GAMMA);
  }

  static List<OpCode> nodeAware() {
    return Ops.all().stream()
        .filter(op -> Algorithms.of(op).stream().anyMatch(one -> one.name().equals("node-aware")))
        .toList();
  }

  /** Else one of them comes later than the formula says by what it combines. */
  private static boolean allChildrenAreEquallyDeep(Algorithm algorithm, int p, int radix) {
    return switch (algorithm.name()) {
      case "chain" -> (p - 1) % Math.min(radix, p - 1) == 0;
      case "binary" -> p != 4;
      default -> true;
    };
  }

  private static List<TestCall> calls(OpCode op, int p, int root, long bytes) {
    return IntStream.range(0, p)
        .mapToObj(m -> TestCall.of(op, p, m, root, bytes).lists((from, to) -> bytes))
        .toList();
  }

  private static boolean rooted(OpCode op) {
    return switch (op) {
      case BCAST, GATHER, GATHERV, SCATTER, SCATTERV -> true;
      default -> false;
    };
  }

  private static int[] radixes(Algorithm algorithm) {
    return switch (algorithm.parameters()) {
      case RADIX, SEGMENT_AND_RADIX -> new int[] {2, 3, 4, 8};
      case SEGMENT_AND_CHAINS -> new int[] {1, 2, 4};
      case BATCH -> new int[] {1, 4, 32};
      case NONE, SEGMENT -> new int[] {0};
    };
  }

  /** The formula of unsegmented trees that have several children in a row is another one. */
  private static long[] segments(Algorithm algorithm) {
    return switch (algorithm.name()) {
      case "binary", "in-order-binary" -> new long[] {0, 1, 2, 16};
      case "chain", "pipeline", "segmented-ring" -> new long[] {1, 2, 16};
      case "split-binary" -> new long[] {2, 16};
      default -> new long[] {0};
    };
  }

  static Stream<Arguments> algorithms() {
    List<Arguments> all = new ArrayList<>();
    for (OpCode op : Ops.all()) {
      for (Algorithm algorithm : Algorithms.of(op)) {
        if (algorithm.exactFor() != Algorithm.Exact.EQUAL_NODES) {
          all.add(Arguments.of(op, algorithm.name()));
        }
      }
    }
    return all.stream();
  }
}
