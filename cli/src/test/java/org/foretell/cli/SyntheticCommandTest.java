package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticCommandTest {
  @TempDir private Path folder;

  private static SimCall generate(String options, Path file) {
    return SimCall.of((Object[]) ("generate trace " + options + " --out " + file).split(" ", -1));
  }

  /** The options that a program needs, besides the number of ranks. */
  private static String required(SyntheticProgram program) {
    return program
        + switch (program) {
          case HALO, SWEEP -> " --points-per-rank 8x8x8 --time-per-point 2ns --steps 3";
          case FFT -> " --points 32x32x32 --time-per-point 2ns --steps 3";
          case CG, LULESH, LATTICE -> " --time-per-point 2ns --steps 3";
          case MASTER_WORKER -> " --tasks 100 --burst 1us";
          case COLLECTIVE -> " --collective allreduce --bytes 8B --steps 3";
          case RING, DISSEMINATION, RECURSIVE_DOUBLING, ALLTOALL, RANDOM -> "";
        };
  }

  @ParameterizedTest
  @EnumSource
  void eachProgramIsWrittenAndReplayed(SyntheticProgram program) {
    Path file = folder.resolve("trace.bin");
    SimCall written = generate(required(program) + " --ranks 24", file);
    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(written.out())
        .contains("trace.bin replays it", "  program      " + program + ", ", "  messages     ");
    SimCall check = SimCall.of("check", file);
    assertThat(check.exitCode()).as(check.out()).isZero();
    assertThat(check.out()).contains("The trace is sound.").doesNotContain("buffer");
    SimCall run = SimCall.of("run", "hopper", file);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Predicted time: ");
  }

  @Test
  void totalsArePrinted() {
    Path file = folder.resolve("ring.bin");
    SimCall call = generate("ring --ranks 4 --steps 500 --bytes 2kB --burst 3us", file);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .startsWith(file + ": ")
        .endsWith(
            """
              program      ring, 4 ranks
              ops          8,000
              messages     2,000, 4 MB
              collectives  0 calls
              computation  up to 1.500 ms in a rank
            """);
  }

  @Test
  void textIsAnotherFormOfTheSameTrace() {
    Path file = folder.resolve("ring.txt");
    assertThat(generate("ring --ranks 4", file).exitCode()).isZero();
    assertThat(file).content().startsWith("foretell-trace 1\n").contains("name \"ring, 4 ranks\"");
    assertThat(SimCall.of("check", file).exitCode()).isZero();
  }

  @Test
  void helpListsProgramsAndTheDefaultsOfTheirOptions() {
    String help = SimCall.of("generate", "trace", "--help").out();
    for (SyntheticProgram program : SyntheticProgram.values()) {
      assertThat(help).contains(program + ": ");
    }
    for (SyntheticOption option : SyntheticOption.values()) {
      assertThat(help).contains(option.label() + "=" + option.valueLabel());
      assertThat(option.description()).endsWith(".");
    }
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
    assertThat(help.replaceAll("\\s+", " "))
        .contains("iterations. Default: 100. Not for master-worker.", "same trace. Default: 1.")
        .contains("in each step. (halo: 0; sweep: 1; lattice: 2)", "open. (halo: periodic)")
        .contains("--flops-per-point at this speed. --imbalance");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ring --ranks 0 | --ranks: expected 1 to 2,097,152, found 0",
        "ring --ranks -3 | --ranks: expected 1 to 2,097,152, found -3",
        "ring --ranks 1000000000 | --ranks: expected 1 to 2,097,152, found 1,000,000,000",
        "ring --ranks 1e3 | '1e3' is not a whole number",
        "ring | Missing required option: '--ranks=N'",
        "rung --ranks 4 | expected one of ring, halo, sweep, fft",
        "--ranks 4 | Missing required parameter: 'PROGRAM'",
        "ring --ranks 4 --bytes 8 | --bytes: \"8\" is not a size",
        "ring --ranks 4 --points 8 | --points is not an option of ring, which accepts --steps",
        "halo --ranks 8 --points 1x8x8 --time-per-point 0ns | axis 1 has 1 points for 2 ranks",
        "halo --ranks 8 --points 8x8x8 | computation is not stated; give --time-per-point",
      })
  void mistakesAreReportedAndLeaveNoFile(String options, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("old.bin"), "an older trace");
    SimCall call = generate(options, file);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains(message).doesNotContain("bug in sim");
    assertThat(call.out()).isEmpty();
    assertThat(file).hasContent("an older trace");
    assertThat(folder.toFile().list()).containsExactly("old.bin");
  }

  @Test
  void outputsThatAreNoFilesAreRefused() {
    SimCall aFolder = generate("ring --ranks 4", folder);
    assertThat(aFolder.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(aFolder.err()).contains(folder + " cannot be written: it is not a file");
    SimCall nowhere = generate("ring --ranks 4", folder.resolve("none").resolve("ring.bin"));
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(nowhere.err()).contains("cannot write: there is no such file or folder");
    SimCall standardOutput = generate("ring --ranks 4", Path.of("-"));
    assertThat(standardOutput.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(standardOutput.err()).contains("cannot go to standard output; give a file name");
  }
}
