package org.foretell.generators.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.foretell.generators.synthetic.Written.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.foretell.generators.GeneratorException;
import org.foretell.trace.store.TraceStoreWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Options that a program does not accept. */
class SyntheticMistakesTest {
  @TempDir private Path folder;

  static Stream<Arguments> badInput() {
    return Stream.of(
        bad("--ranks: expected 1 to 2,097,152, found 0", SyntheticProgram.RING, 0, ""),
        bad("--ranks: expected 1 to 2,097,152, found -4", SyntheticProgram.RING, -4, ""),
        bad(
            "--ranks: expected 1 to 2,097,152, found 1,000,000,000",
            SyntheticProgram.RING,
            1e9,
            ""),
        bad("--ranks: ring needs at least 2 ranks", SyntheticProgram.RING, 1, ""),
        bad(
            "--collective: expected one of barrier, bcast, reduce, allreduce, gather, scatter,"
                + " allgather, alltoall, found \"scan\"",
            SyntheticProgram.COLLECTIVE,
            2,
            "--bytes 8B --collective scan"),
        bad(
            "--bytes: a barrier moves no data; leave it out",
            SyntheticProgram.COLLECTIVE,
            2,
            "--bytes 8B --collective barrier"),
        bad(
            "--bytes: is missing; give the size of the vector, or of the block of each rank",
            SyntheticProgram.COLLECTIVE,
            2,
            "--collective bcast"),
        bad(
            "--bytes: expected a multiple of 4 bytes, the size of an element of a reduction, found"
                + " 6",
            SyntheticProgram.COLLECTIVE,
            2,
            "--bytes 6B --collective reduce"),
        bad(
            "--ranks: alltoall needs two requests for each partner and is limited to 524,288 ranks,"
                + " found 524,289; fft --decomposition slab exchanges by a collective instead",
            SyntheticProgram.ALLTOALL,
            524_289,
            ""),
        bad(
            "--steps: expected a whole number from 1 to 1,000,000,000,000, found \"0\"",
            SyntheticProgram.RING,
            2,
            "--steps 0"),
        bad(
            "--steps: expected a whole number from 1 to 1,000,000,000,000, found \"-1\"",
            SyntheticProgram.RING,
            2,
            "--steps -1"),
        bad(
            "--bytes: \"8parsec\" is not a size; write a number and its unit, like \"64KiB\"",
            SyntheticProgram.RING,
            2,
            "--bytes 8parsec"),
        bad("--bytes: \"-8B\" must not be negative", SyntheticProgram.RING, 2, "--bytes -8B"),
        bad(
            "--bytes: expected at most 1024TiB, found \"1025TiB\"",
            SyntheticProgram.RING,
            2,
            "--bytes 1025TiB"),
        bad(
            "--burst: \"1fortnight\" is not a time",
            SyntheticProgram.RING,
            2,
            "--burst 1fortnight"),
        bad(
            "--imbalance: expected 0% to 100%, like 10%, found \"101%\"",
            SyntheticProgram.RING, 2, "--imbalance 101%"),
        bad(
            "--imbalance: expected 0% to 100%, like 10%, found \"0.1\"",
            SyntheticProgram.RING, 2, "--imbalance 0.1"),
        bad(
            "--tasks is not an option of ring, which accepts --steps, --bytes, --burst,"
                + " --core-speed, --imbalance, --seed",
            SyntheticProgram.RING,
            2,
            "--tasks 1"),
        bad(
            "--tasks is required for master-worker: Tasks of all workers together.",
            SyntheticProgram.MASTER_WORKER,
            2,
            "--burst 1us"),
        bad(
            "the size is missing; give --points for all ranks together, or --points-per-rank for"
                + " each",
            SyntheticProgram.HALO,
            8,
            ""),
        bad(
            "computation is not stated; give --time-per-point (0ns for none), or --flops-per-point"
                + " and --core-speed",
            SyntheticProgram.HALO,
            8,
            "--points 8x8x8 --flops-per-point 8"),
        bad(
            "--points and --points-per-rank contradict each other",
            SyntheticProgram.HALO,
            8,
            "--points 8x8x8 --points-per-rank 4x4x4"),
        bad(
            "--points: expected 3 whole numbers above 0 joined by x, like 4x4x4, found \"8x8\"",
            SyntheticProgram.HALO,
            8,
            "--points 8x8"),
        bad(
            "--points: expected 3 whole numbers above 0 joined by x, like 4x4x4, found \"8x0x8\"",
            SyntheticProgram.HALO,
            8,
            "--points 8x0x8"),
        bad(
            "--points: axis 1 has 1 points for 2 ranks, so some would have none",
            SyntheticProgram.HALO,
            8,
            "--points 1x8x8 --time-per-point 0ns"),
        bad(
            "the sizes are too large: points of a rank or bytes of a message exceed 2^50",
            SyntheticProgram.HALO,
            8,
            "--points-per-rank 1000000000x1000000000x1 --time-per-point 0ns"),
        bad(
            "--grid: 2x2x3 is a grid of 12 ranks, but --ranks is 8; leave it out to get 2x2x2",
            SyntheticProgram.HALO,
            8,
            "--grid 2x2x3 --points 8x8x8"),
        bad(
            "--grid: 99999999999x1x1 is a grid of 2,147,483,647 ranks or more, but --ranks is 8",
            SyntheticProgram.HALO,
            8,
            "--grid 99999999999x1x1 --points 8x8x8"),
        bad(
            "--dimensions: expected a whole number from 1 to 4, found \"5\"",
            SyntheticProgram.HALO,
            8,
            "--dimensions 5"),
        bad(
            "--boundary: expected one of periodic, open, found \"closed\"",
            SyntheticProgram.HALO,
            8,
            "--boundary closed"),
        bad(
            "--width: 5 layers are more than the 4 points of a rank in axis 1",
            SyntheticProgram.HALO,
            8,
            "--points 8x8x8 --width 5"),
        bad(
            "--points-per-rank: 4x4x6 cannot be halved for 3 levels; give multiples of 4, or fewer"
                + " --levels",
            SyntheticProgram.CG,
            8,
            "--points-per-rank 4x4x6 --levels 3"),
        bad(
            "--grid: slabs are a grid of 4x1",
            SyntheticProgram.FFT,
            4,
            "--decomposition slab --grid 2x2 --points 8x8x8"),
        bad(
            "--exchange: alltoallv lists the bytes of each member and is limited to 1,048,576 ranks"
                + " in a row or column, found 2,000,000; give --exchange alltoall",
            SyntheticProgram.FFT,
            2_000_000,
            "--decomposition slab --points 1x2000000x2000000"),
        bad(
            "--exchange: put lists the partners of each column and is limited to 4,096 columns,"
                + " found 8,192; give another --grid, or --exchange alltoall",
            SyntheticProgram.FFT,
            16_384,
            "--exchange put --grid 2x8192 --points 8192x8192x8192"),
        bad(
            "--exchange: put needs blocks of one size, but 6x6x4 points are not divided evenly by"
                + " 3x2 ranks; give other --points, or --exchange alltoallv",
            SyntheticProgram.FFT,
            6,
            "--exchange put --points 6x6x4"),
        bad(
            "--partners: 9 partners of 2,000,000 ranks are more than 16,777,216 in all",
            SyntheticProgram.RANDOM,
            2_000_000,
            "--partners 9"),
        bad(
            "computation of a step takes more than 106 days; give smaller values",
            SyntheticProgram.HALO,
            1,
            "--points 8x8x8 --time-per-point 1e9s"),
        bad(
            "the program is too long: its ops, bytes or computation exceed 2^63",
            SyntheticProgram.HALO,
            8,
            "--points 8x8x8 --time-per-point 1s --steps 1000000000000"));
  }

  private static Arguments bad(
      String message, SyntheticProgram program, double ranks, String options) {
    return Arguments.of(message, program, (long) ranks, options);
  }

  @ParameterizedTest
  @MethodSource("badInput")
  void badInputIsRefusedBeforeAnythingIsWritten(
      String message, SyntheticProgram program, long ranks, String options) throws IOException {
    Path path = folder.resolve("bad.bin");
    assertThatExceptionOfType(GeneratorException.class)
        .isThrownBy(
            () -> {
              SyntheticTrace trace = trace(program, ranks, options);
              try (TraceStoreWriter writer = TraceStoreWriter.create(path)) {
                trace.writeTo(writer);
              }
            })
        .withMessageContaining(message)
        .matches(e -> e.kind() == GeneratorException.Kind.SETTING);
    assertThat(folder).isEmptyDirectory();
  }
}
