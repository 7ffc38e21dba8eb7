package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a replay that stops says of causes other than the program. */
class DeadlockCausesTest {
  @TempDir private Path folder;

  private Path exchange(String head) {
    return Scratch.file(
        folder,
        "exchange.txt",
        "foretell-trace 1",
        "ranks 2",
        head,
        "program 0-1 {",
        "  send peer=+1 bytes=100",
        "  recv peer=-1",
        "  send peer=+1 bytes=2728",
        "  recv peer=-1",
        "  ssend peer=+1 bytes=5000",
        "}");
  }

  private Path exchange() {
    return Scratch.file(
        folder,
        "exchange.txt",
        "foretell-trace 1",
        "ranks 2",
        "program 0-1 {",
        "  send peer=+1 bytes=100",
        "  recv peer=-1",
        "  send peer=+1 bytes=2728",
        "  recv peer=-1",
        "}",
        "");
  }

  /** The least threshold that lets the program go on, and how to say it. */
  @ParameterizedTest
  @ValueSource(strings = {"loggops S", "max-rate S", "flow eagerThreshold"})
  void sendsThatWaitForTheirReceives(String modelAndParameter) {
    String model = modelAndParameter.split(" ", 2)[0];
    String parameter = modelAndParameter.split(" ", 2)[1];
    Path trace = exchange();
    SimCall stopped = SimCall.of("run", "arc", trace, "--model", model, "-P", parameter + "=2KiB");
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    String hint = "-P " + parameter + "=2728B, or --set eagerThreshold=2728B";
    assertThat((stopped.out() + stopped.err()).replaceAll("\\s+", " "))
        .contains("sends of up to 2,728 bytes return before their receives", hint);
    assertThat(
            SimCall.of("run", "arc", trace, "--model", model, "-P", parameter + "=2728B")
                .exitCode())
        .isZero();
    assertThat(
            SimCall.of("run", "arc", trace, "--model", model, "-P", parameter + "=2727B")
                .exitCode())
        .isEqualTo(ExitCode.PROGRAM_STUCK);
  }

  @Test
  void noWarningIfNoThresholdHelps() {
    SimCall stopped = SimCall.of("run", "arc", Scratch.deadlock(folder), "--model", "loggops");
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(stopped.out() + stopped.err()).doesNotContain("eagerThreshold");
  }

  /** The tracer's note that is in the trace. */
  @Test
  void callsOfSeveralThreadsInOneSequence() {
    Path trace = exchange("note \"2 ranks, rank 0 first: several threads made calls; so\"");
    SimCall stopped = SimCall.of("run", "arc", trace);
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat((stopped.out() + stopped.err()).replaceAll("\\s+", " "))
        .contains("the replay, in which each rank is one thread, stops after")
        .contains("the deadlock may come from the replay, not from the program")
        .doesNotContain("the program stops");
    SimCall check = SimCall.of("check", trace);
    assertThat(check.out())
        .contains("which the trace merges into one sequence")
        .doesNotContain("program never");
  }
}
