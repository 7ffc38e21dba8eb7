package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @TempDir private Path folder;

  @Test
  void aBenchmarkIsAFolderWithAProgram() {
    Path config = Scratch.file(folder, "config.txt", "TESTNUM TESTCLASS NELEMS STRIDE", "1 1 8 1");
    Path out = folder.resolve("bench");
    SimCall call = SimCall.of("generate", "shmem-bench", config, "--out", out, "--language", "c++");
    assertThat(call.err()).isEmpty();
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).isEqualTo(out + ": README.md says how to build and run it\n");
    assertThat(out.toFile().list())
        .containsExactlyInAnyOrder(
            "shmem-bench.cpp", "Makefile", "README.md", "expected-calls.csv");
    SimCall again = SimCall.of("generate", "shmem-bench", config, "--out", out);
    assertThat(again.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(again.err()).contains("is not empty; name a new folder");
  }

  @Test
  void aProgramComesWithTheNotesOfItsTrace() {
    Path out = folder.resolve("farm");
    SimCall call = SimCall.of("generate", "program", "../examples/farm.3.scalatrace", "--out", out);
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out())
        .contains(
            "note: tags were not recorded", "with --match-sizes, the first that has its size");
    Path sized = folder.resolve("sized");
    assertThat(
            SimCall.of(
                    "generate",
                    "program",
                    "../examples/farm.3.scalatrace",
                    "--match-sizes",
                    "--out",
                    sized)
                .out())
        .contains("takes the first message from any rank that has its size")
        .doesNotContain("with --match-sizes");
  }

  @Test
  void errorsAreReported() {
    Path config = Scratch.file(folder, "config.txt", "1 1 8");
    SimCall call = SimCall.of("generate", "shmem-bench", config, "--out", folder.resolve("x"));
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("config.txt, line 1: expected TESTNUM TESTCLASS NELEMS STRIDE");
    assertThat(SimCall.of("generate").err()).contains("choose a subcommand: sim generate program");
    SimCall language =
        SimCall.of(
            "generate", "shmem-bench", config, "--out", folder.resolve("x"), "--language", "ada");
    assertThat(language.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(language.err()).contains("expected one of c, c++, fortran, found ada");
    SimCall never =
        SimCall.of(
            "generate", "shmem-bench", config, "--out", folder.resolve("x"), "--repetitions", 0);
    assertThat(never.err()).contains("--repetitions: expected 1 to 1,000,000, found 0");
  }
}
