package org.foretell.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foretell.Foretell;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.foretell.generators.synthetic.SyntheticTotals;
import org.foretell.generators.synthetic.SyntheticTrace;
import org.foretell.report.CheckResult;
import org.foretell.trace.store.MemoryTrace;

/** Any program fits together, whatever the number of its ranks and its options. */
class SyntheticTraceProperties {
  private static final int MOST_RANKS = 70;

  @Provide
  Arbitrary<SyntheticTrace> traces() {
    return Combinators.combine(
            Arbitraries.of(SyntheticProgram.class),
            Arbitraries.integers().between(1, MOST_RANKS),
            Arbitraries.longs())
        .as(SyntheticTraceProperties::trace);
  }

  private static SyntheticTrace trace(SyntheticProgram program, int ranks, long seed) {
    Random random = new Random(seed);
    boolean needsTwo = !program.options().containsKey(SyntheticOption.TIME_PER_POINT);
    SyntheticTrace trace = SyntheticTrace.of(program, needsTwo ? Math.max(2, ranks) : ranks);
    int dimensions =
        switch (program) {
          case HALO -> 1 + random.nextInt(4);
          case LATTICE -> 4;
          default -> 3;
        };
    for (Map.Entry<SyntheticOption, String> option : program.options().entrySet()) {
      String value = value(option.getKey(), program, dimensions, random);
      if (!value.isEmpty()) {
        trace = trace.with(option.getKey(), value);
      }
    }
    if (program == SyntheticProgram.COLLECTIVE) {
      return random.nextInt(4) == 0
          ? trace.with(SyntheticOption.COLLECTIVE, "barrier")
          : trace.with(SyntheticOption.BYTES, 4 * random.nextInt(10_000) + "B");
    }
    if (program == SyntheticProgram.FFT && random.nextInt(3) == 0) {
      return trace
          .with(SyntheticOption.EXCHANGE, "put")
          .with(SyntheticOption.POINTS, extents(3, ranks, ranks, random));
    }
    return trace;
  }

  /** A value that fits any number of ranks, or nothing for the default. */
  private static String value(
      SyntheticOption option, SyntheticProgram program, int dimensions, Random random) {
    return switch (option) {
      case STEPS -> between(1, 3, random);
      case ALLREDUCES -> between(0, 2, random);
      case TASKS -> between(1, 200, random);
      case PARTNERS -> between(1, 5, random);
      case LEVELS -> between(1, 3, random);
      case ANGLES, ANGLE_BLOCK -> between(1, 7, random);
      case PLANE_BLOCK -> between(1, MOST_RANKS, random);
      case COLLECTIVE ->
          oneOf(
              random, "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall");
      case DECOMPOSITION -> oneOf(random, "pencil", "slab");
      case EXCHANGE -> oneOf(random, "alltoallv", "alltoall");
      case DIMENSIONS -> Integer.toString(dimensions);
      case BOUNDARY -> oneOf(random, "periodic", "open");
      case NEIGHBOURS -> oneOf(random, "faces", "edges", "corners");
      case POINTS -> isWeak(program) ? "" : extents(dimensions, MOST_RANKS, 1, random);
      case POINTS_PER_RANK -> isWeak(program) ? extents(dimensions, 4, 4, random) : "";
      case POINT_BYTES, RESULT_BYTES -> between(0, 100_000, random) + "B";
      case BYTES -> program == SyntheticProgram.COLLECTIVE ? "" : between(0, 100_000, random) + "B";
      case FIELDS -> between(1, 3, random);
      case TIME_PER_POINT, BURST -> between(0, 3, random) + "us";
      case IMBALANCE -> between(0, 100, random) + "%";
      case SEED -> between(0, 1000, random);
      case GRID, WIDTH, FLOPS_PER_POINT, MEMORY_PER_POINT, CORE_SPEED -> "";
    };
  }

  /** Programs whose size is tested by rank; that of the others by the whole. */
  private static boolean isWeak(SyntheticProgram program) {
    return program == SyntheticProgram.CG
        || program == SyntheticProgram.LULESH
        || program == SyntheticProgram.LATTICE;
  }

  private static String between(int least, int most, Random random) {
    return Integer.toString(least + random.nextInt(most - least + 1));
  }

  private static String oneOf(Random random, String... words) {
    return words[random.nextInt(words.length)];
  }

  /** Multiples of a number, from the first one on. */
  private static String extents(int dimensions, int least, int multiple, Random random) {
    List<String> extents = new ArrayList<>();
    for (int axis = 0; axis < dimensions; axis++) {
      extents.add(Integer.toString(least + multiple * random.nextInt(10)));
    }
    return String.join("x", extents);
  }

  @Property(tries = 400)
  void tracesAreSoundAndNeedNoBuffers(@ForAll("traces") SyntheticTrace trace) {
    SyntheticTotals totals = trace.totals();
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      assertThat(trace.writeTo(builder)).isEqualTo(totals);
      CheckResult check = Foretell.check().trace(builder.build(), "memory").run();
      String shape = trace.program() + ", " + trace.shape();
      assertThat(check.sound())
          .as("%s: %s, %s", shape, check.problems(), check.deadlock())
          .isTrue();
      assertThat(check.reliesOnBuffers()).as(shape).isFalse();
      assertThat(check.leavesChoices()).as(shape).isFalse();
      assertThat(check.contents().operations()).as(shape).isEqualTo(totals.operations());
      assertThat(check.sent().messages() + check.oneSided().messages())
          .as(shape)
          .isEqualTo(totals.messages());
      assertThat(check.sent().bytes().plus(check.oneSided().bytes()))
          .as(shape)
          .hasToString(Long.toString(totals.messageBytes()));
      assertThat(check.collectiveCalls()).as(shape).isEqualTo(totals.collectiveCalls());
    }
  }
}
