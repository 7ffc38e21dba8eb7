package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceCommandsTest {
  @TempDir private Path folder;

  /** Of any format: what it is shows in its content. */
  @ParameterizedTest
  @ValueSource(strings = {"../examples/mg.S.64.bin", "../examples/mg.S.16.tar.gz"})
  void aTraceMayComeFromStandardInput(String example) throws IOException {
    InputStream before = System.in;
    SimCall piped;
    try (InputStream trace = Files.newInputStream(Path.of(example))) {
      System.setIn(trace);
      piped = SimCall.of("run", "jaguar-xt5", "-");
    } finally {
      System.setIn(before);
    }
    assertThat(piped.exitCode()).as(piped.err()).isZero();
    assertThat(piped.out()).contains("standard-input");
    assertThat(piped.out().lines().findFirst())
        .isEqualTo(SimCall.of("run", "jaguar-xt5", example).out().lines().findFirst());
  }

  @Test
  void aMistakeInStandardInputNamesNoTemporaryFile() {
    InputStream before = System.in;
    SimCall piped;
    try {
      System.setIn(new ByteArrayInputStream("foretell-trace 1\nranks 0\n".getBytes(UTF_8)));
      piped = SimCall.of("info", "-");
    } finally {
      System.setIn(before);
    }
    assertThat(piped.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(piped.err()).startsWith("sim: standard input:3:1: expected");
  }

  @Test
  void anyFormatConvertsToNativeAndTextAndBack() throws IOException {
    Path first = folder.resolve("first.bin");
    Path text = folder.resolve("text.trace");
    Path second = folder.resolve("second.bin");
    Path again = folder.resolve("again.trace");
    assertThat(SimCall.of("convert", Scratch.exchange(folder, "8"), first).exitCode()).isZero();
    assertThat(SimCall.of("convert", first, text).exitCode()).isZero();
    assertThat(SimCall.of("convert", text, second).exitCode()).isZero();
    assertThat(SimCall.of("convert", second, again).exitCode()).isZero();
    assertThat(again).hasSameTextualContentAs(text);
    assertThat(first).hasSameBinaryContentAs(second);
    assertThat(headline(first)).isEqualTo(headline(text));
  }

  private static String headline(Path trace) {
    return SimCall.of("run", "arc", trace).out().lines().findFirst().orElse("");
  }

  @Test
  void convertingOntoItselfIsRefused() throws IOException {
    Path copy = folder.resolve("copy.bin");
    Files.copy(Path.of(SimCall.EXAMPLE), copy);
    SimCall call = SimCall.of("convert", copy, copy);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("the same file");
    assertThat(copy).hasSameBinaryContentAs(Path.of(SimCall.EXAMPLE));
  }

  @Test
  void infoCountsOpsByKind() {
    SimCall call = SimCall.of("info", SimCall.EXAMPLE);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("mg.S.64", "ranks      64", "ops        105,683", "allreduce", "26,016");
  }

  @Test
  void aSoundTraceIsSound() {
    SimCall call = SimCall.of("check", SimCall.EXAMPLE);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out())
        .contains("every op can be replayed", "26,016 sent", "26,016 received", "is sound");
  }

  @Test
  void aDeadlockIsFoundWithoutAMachine() {
    SimCall call = SimCall.of("check", Scratch.deadlock(folder));
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("deadlock", "rank 0 -> 1 -> 0", "not sound");
  }

  @Test
  void aMessageThatNobodyReceivesIsFound() {
    Path trace =
        Scratch.file(folder, "left.txt", "0 init", "1 init", "0 send 1 3 100 6", "1 compute 5");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("rank 0, op 1 (send peer=1 tag=3", "1 sent", "0 received");
  }

  @Test
  void collectivesThatDoNotAgreeAreFound() {
    Path trace =
        Scratch.file(folder, "mixed.txt", "0 init", "1 init", "0 barrier", "1 bcast 5 0 6");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("barrier", "bcast", "not sound");
  }

  @Test
  void aTruncatedMessageIsFound() {
    Path trace =
        Scratch.file(
            folder, "short.txt", "0 init", "1 init", "0 send 1 3 100 6", "1 recv 0 3 99 6");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.PROGRAM_STUCK);
    assertThat(call.out()).contains("100", "99");
  }

  @Test
  void relianceOnBufferedSendsIsAWarning() {
    Path trace =
        Scratch.file(
            folder,
            "buffered.txt",
            "0 init",
            "1 init",
            "0 send 1 3 8 6",
            "1 send 0 3 8 6",
            "0 recv 1 3 8 6",
            "1 recv 0 3 8 6");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).contains("relies on buffered sends");
  }

  @Test
  void waitingForANonBlockingSendBeforeReceivingReliesOnBuffersToo() {
    Path trace =
        Scratch.file(
            folder,
            "waits.trace",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  isend peer=1 tag=3 bytes=8 request=0",
            "  wait request=0",
            "  recv peer=1 tag=3 receive_bytes=8",
            "}",
            "program 1 {",
            "  isend peer=0 tag=3 bytes=8 request=0",
            "  wait request=0",
            "  recv peer=0 tag=3 receive_bytes=8",
            "}");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).contains("relies on buffered sends");
  }

  @Test
  void startedPersistentSendsCountAsSent() {
    Path trace =
        Scratch.file(
            folder,
            "persistent.trace",
            "foretell-trace 1",
            "ranks 2",
            "program 0 {",
            "  send_init peer=1 tag=4 bytes=10 request=0",
            "  repeat 3 {",
            "    start request=0",
            "    wait request=0",
            "  }",
            "}",
            "program 1 {",
            "  recv_init peer=0 tag=4 receive_bytes=10 request=0",
            "  repeat 3 {",
            "    start request=0",
            "    wait request=0",
            "  }",
            "}");
    SimCall call = SimCall.of("check", trace);
    assertThat(call.out()).contains("3 sent with 30 bytes, 3 received with 30 bytes", "is sound");
    assertThat(call.exitCode()).isZero();
  }

  @Test
  void opsThatCannotBeReplayedAreNamed() {
    Path trace =
        Scratch.file(
            folder,
            "files.trace",
            "foretell-trace 1",
            "ranks 1",
            "program 0 {",
            "  file_read bytes=8 object=0",
            "}");
    SimCall check = SimCall.of("check", trace);
    assertThat(check.exitCode()).isZero();
    assertThat(check.out()).contains("1 x file_read: needs a machine with a file system");
    SimCall refused = SimCall.of("run", "arc", trace);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("file_read", "\"fileSystem\"", "pass");
    SimCall served = SimCall.of("run", "summit", trace);
    assertThat(served.exitCode()).as(served.err()).isZero();
    SimCall compared =
        SimCall.of("compare", "arc", trace, "--models", "simple", "--unsupported", "pass");
    assertThat(compared.exitCode()).isZero();
    assertThat(compared.out()).contains("simple");
    SimCall passed = SimCall.of("run", "arc", trace, "--unsupported", "pass");
    assertThat(passed.exitCode()).isZero();
    assertThat(passed.out()).contains("file_read");
  }

  @Test
  void optionsForOtherFormatsAreReportedAsWithoutEffect() {
    String[] options = {"--base-flops", "2Gflop/s", "--unknown-actions", "pass"};
    SimCall run = SimCall.of("run", "arc", SimCall.EXAMPLE, options[0], options[1]);
    assertThat(run.out()).contains("warning: base flops has no effect");
    SimCall info = SimCall.of("info", SimCall.EXAMPLE, options[2], options[3]);
    assertThat(info.out()).contains("warning: unknown actions has no effect");
    SimCall check = SimCall.of("check", SimCall.EXAMPLE, options[0], options[1]);
    assertThat(check.out()).contains("warning: base flops has no effect");
    SimCall convert =
        SimCall.of("convert", SimCall.EXAMPLE, folder.resolve("x.bin"), options[0], options[1]);
    assertThat(convert.out()).contains("warning: base flops has no effect");
    SimCall foreign =
        SimCall.of(
            "info", Scratch.exchange(folder, "8"), options[0], options[1], options[2], options[3]);
    assertThat(foreign.out()).doesNotContain("no effect");
  }

  @Test
  void baseFlopsTurnsFlopIntoTime() {
    Path trace = Scratch.exchange(folder, "8");
    assertThat(SimCall.of("info", trace).out()).contains("500 us");
    assertThat(SimCall.of("info", trace, "--base-flops", "2Gflop/s").out()).contains("250 us");
  }
}
