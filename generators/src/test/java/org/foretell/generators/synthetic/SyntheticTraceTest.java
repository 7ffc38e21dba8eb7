package org.foretell.generators.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.generators.synthetic.SyntheticOption.SEED;
import static org.foretell.generators.synthetic.SyntheticOption.STEPS;
import static org.foretell.generators.synthetic.Written.inMemory;
import static org.foretell.generators.synthetic.Written.ops;
import static org.foretell.generators.synthetic.Written.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times, sizes of files, names, and the same bytes each time. */
class SyntheticTraceTest {
  @TempDir private Path folder;

  @Test
  void blocksAreFloorAndCeilingOfThePoints() {
    SyntheticTrace halo =
        trace(SyntheticProgram.HALO, 3, "--steps 1 --dimensions 1 --points 7 --time-per-point 1us");
    TraceSource trace = inMemory(halo);
    List<Long> durationsPs = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      durationsPs.add(ops(trace, rank, OpCode.COMPUTE).get(0).durationPs());
    }
    assertThat(durationsPs).containsExactly(3_000_000L, 2_000_000L, 2_000_000L);
  }

  @Test
  void gridsAreAsSquareAsTheRanksAllow() {
    for (int ranks = 1; ranks <= 200; ranks++) {
      assertThat(Grid.balanced(ranks, 1)).containsExactly(ranks);
      int[] two = null;
      int[] three = null;
      for (int a = ranks; a >= 1; a--) {
        for (int b = a; b >= 1 && ranks % a == 0; b--) {
          if (a * b == ranks) {
            two = new int[] {a, b};
          }
          if (ranks % (a * b) == 0 && ranks / (a * b) <= b) {
            three = new int[] {a, b, ranks / (a * b)};
          }
        }
      }
      assertThat(Grid.balanced(ranks, 2)).containsExactly(two);
      assertThat(Grid.balanced(ranks, 3)).containsExactly(three);
    }
    assertThat(Grid.balanced(3600, 4)).containsExactly(10, 9, 8, 5);
    assertThat(Grid.balanced(2_097_143, 4)).containsExactly(2_097_143, 1, 1, 1);
  }

  @Test
  void timesOfAPointMayBeFractionsOfAPicosecond() {
    SyntheticTrace halo =
        trace(
            SyntheticProgram.HALO,
            1,
            "--steps 1 --points-per-rank 10x10x10 --time-per-point 0.0024ns");
    assertThat(halo.totals().longestComputationPs()).isEqualTo(2400);
  }

  @Test
  void flopsAndMemoryOfPointsAreThoseOfTheBurst() {
    SyntheticTrace halo =
        trace(
            SyntheticProgram.HALO,
            1,
            "--steps 1 --points-per-rank 10x10x10 --flops-per-point 8 --memory-per-point 16B"
                + " --core-speed 4Gflop/s");
    TraceSource trace = inMemory(halo);
    OpView burst = ops(trace, 0, OpCode.COMPUTE).get(0);
    assertThat(burst.durationPs()).isEqualTo(2_000_000);
    assertThat(burst.get(OpField.FLOPS)).isEqualTo(8000);
    assertThat(burst.get(OpField.MEMORY_BYTES)).isEqualTo(16_000);
    assertThat(trace.info().baseFlopsPerSecond()).isEqualTo(4e9);
  }

  @Test
  void imbalanceStretchesTheBurstsOfARankAlike() {
    SyntheticTrace ring =
        trace(SyntheticProgram.RING, 50, "--steps 3 --burst 100us --imbalance 10%");
    TraceSource trace = inMemory(ring);
    long longestPs = 0;
    for (int rank = 0; rank < 50; rank++) {
      List<OpView> bursts = ops(trace, rank, OpCode.COMPUTE);
      long durationPs = bursts.get(0).durationPs();
      assertThat(durationPs).isBetween(90_000_000L, 110_000_000L);
      assertThat(bursts).extracting(OpView::durationPs).containsOnly(durationPs);
      longestPs = Math.max(longestPs, durationPs);
    }
    assertThat(longestPs).isGreaterThan(105_000_000L);
    assertThat(ring.totals().longestComputationPs()).isEqualTo(3 * longestPs);
  }

  @Test
  void stepsOfNothingAreAnEmptyTrace() {
    SyntheticTrace nothing =
        trace(SyntheticProgram.HALO, 1, "--points-per-rank 4x4x4 --time-per-point 0ns");
    assertThat(nothing.totals().operations()).isZero();
    assertThat(inMemory(nothing).info().ranks()).isEqualTo(1);
  }

  @Test
  void traceNamesTheCommandThatWritesIt() {
    TraceSource trace = inMemory(trace(SyntheticProgram.RING, 4, "--bytes 1KiB").with(STEPS, "7"));
    assertThat(trace.info().name()).isEqualTo("ring, 4 ranks");
    assertThat(trace.info().origin())
        .isEqualTo(
            "sim generate trace ring --ranks 4 --steps 7 --bytes 1KiB --burst 0us --imbalance 0%"
                + " --seed 1");
  }

  private byte[] file(SyntheticTrace trace) throws IOException {
    Path path = folder.resolve("trace.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(path)) {
      trace.writeTo(writer);
    }
    return Files.readAllBytes(path);
  }

  @Test
  void equalOptionsGiveEqualBytes() throws IOException {
    String options = "--partners 3 --burst 1us --imbalance 20% --seed 7";
    SyntheticTrace random = trace(SyntheticProgram.RANDOM, 40, options);
    assertThat(file(random)).isEqualTo(file(trace(SyntheticProgram.RANDOM, 40, options)));
    assertThat(file(random)).isNotEqualTo(file(random.with(SEED, "8")));
  }

  @Test
  void filesHardlyGrowWithStepsAndRanks() throws IOException {
    SyntheticTrace small =
        trace(
            SyntheticProgram.HALO,
            64,
            "--points-per-rank 8x8x8 --boundary open --time-per-point 1ns");
    SyntheticTrace large =
        trace(
            SyntheticProgram.HALO,
            1_000_000,
            "--points-per-rank 8x8x8 --boundary open --time-per-point 1ns --steps 1000000");
    assertThat(file(small)).hasSizeLessThan(5000);
    assertThat(file(large)).hasSizeLessThan(6000);
    // Lines of 100 ranks in three axes have 99 pairs of neighbours, 100 x 100 times.
    assertThat(large.totals().messages()).isEqualTo(3 * 2 * 99 * 10_000L * 1_000_000);
  }
}
