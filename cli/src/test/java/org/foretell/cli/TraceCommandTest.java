package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs are run with the tracer, and what it leaves is merged. */
@DisabledOnOs(OS.WINDOWS)
class TraceCommandTest {
  @TempDir private Path folder;
  private Path prepared;
  private Path library;
  private Path output;

  @BeforeEach
  void prepare() throws IOException {
    prepared = folder.resolve("prepared");
    RawRun.write(prepared, 77);
    library = folder.resolve("libforetell-trace.so");
    Files.createFile(library);
    output = Files.createDirectory(folder.resolve("here")).resolve("app.bin");
  }

  /**
   * The command stands for a program and its tracer; what it writes to is the folder it is told.
   */
  private SimCall trace(String script, Object... options) {
    Object[] args = {"trace", "--out", output, "--tracer", library};
    Object[] all =
        Stream.of(args, options, new Object[] {"--", "/bin/sh", "-c", script})
            .flatMap(Stream::of)
            .toArray();
    return SimCall.of(all);
  }

  private String copies() {
    return "cp -r '" + prepared + "'/* \"$FORETELL_OUT\"; ";
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> left = Files.list(output.getParent())) {
      return left.toList();
    }
  }

  @Test
  void whatAllRanksDidBecomesOneTrace() throws IOException {
    SimCall call = trace(copies());
    assertThat(call.exitCode()).isZero();
    assertThat(call.out()).isEmpty();
    assertThat(call.err())
        .contains("app.bin: ")
        .contains("messages: 1 sent with 64 bytes, 1 received with 64 bytes");
    assertThat(left()).containsExactly(output);
    assertThat(SimCall.of("info", output).out()).contains("pair").contains("call times");
  }

  @Test
  void theCommandHasTheLibraryAndAFolder() throws IOException {
    Path seen = folder.resolve("seen");
    trace(copies() + "printf '%s|%s' \"$LD_PRELOAD\" \"$FORETELL_OUT\" >'" + seen + "'");
    assertThat(Files.readString(seen))
        .startsWith(library + "|" + output.getParent().toRealPath() + "/.app.bin.raw-");
  }

  @Test
  void callPathsCanBeDeeper() throws IOException {
    Path seen = folder.resolve("seen");
    String script = copies() + "printf '%s' \"$FORETELL_CALL_PATH\" >'" + seen + "'";
    assertThat(trace(script, "--call-path", 8).exitCode()).isZero();
    assertThat(Files.readString(seen)).isEqualTo("8");
    assertThat(trace(script, "--call-path", 0).exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aCommandThatFailsIsMergedAndItsExitCodeKept() {
    SimCall call = trace(copies() + "exit 7");
    assertThat(call.exitCode()).isEqualTo(7);
    assertThat(call.err()).contains("sim: the command failed: /bin/sh ended with exit code 7");
    assertThat(output).exists();
  }

  @Test
  void aCommandThatDoesNotExistIsNamedInWords() {
    SimCall call =
        SimCall.of("trace", "--out", output, "--tracer", library, "--", "no-such-program");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains("the command cannot be run: no-such-program: ")
        .doesNotContain("error=", "Cannot run program")
        .hasLineCount(1);
  }

  /** The launcher sets another locale for Java than that of the user. */
  @Test
  void theCommandHasTheLocaleOfTheUser() throws IOException {
    Path seen = folder.resolve("seen");
    String script = copies() + "printf '%s' \"${LC_ALL-unset}\" >'" + seen + "'";
    for (String before : List.of("", "POSIX")) {
      System.setProperty("sim.lc_all", before);
      try {
        trace(script);
      } finally {
        System.clearProperty("sim.lc_all");
      }
      assertThat(seen).hasContent(before.isEmpty() ? "unset" : before);
    }
  }

  @Test
  void aCommandThatLeavesNothing() throws IOException {
    SimCall call = trace("true");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("recorded no trace").contains("-x LD_PRELOAD");
    assertThat(left()).isEmpty();
    assertThat(trace("exit 9").exitCode()).isEqualTo(9);
  }

  @Test
  void rawFilesThatCannotBeMergedAreKept() throws IOException {
    SimCall call = trace(copies() + "rm \"$FORETELL_OUT\"/run-000000000000004d/rank-0000001.raw");
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("missing: rank 1").contains("The raw files are kept in ");
    assertThat(output).doesNotExist();
    assertThat(left()).hasSize(1);
  }

  @Test
  void severalProgramsAreKeptApart() throws IOException {
    RawRun.write(prepared, 78);
    SimCall call = trace(copies());
    assertThat(call.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(call.err()).contains("ran several programs; their raw files are kept");
  }

  @Test
  void rawFilesCanBeKept() {
    Path raw = folder.resolve("raw");
    assertThat(trace(copies(), "--raw", raw).exitCode()).isZero();
    assertThat(raw.resolve("run-000000000000004d/rank-0000001.raw")).exists();
    SimCall again = trace(copies(), "--raw", raw);
    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("holds raw files of another run");
    Path bin = folder.resolve("x.bin");
    SimCall converted = SimCall.of("convert", raw, bin);
    assertThat(converted.exitCode()).isZero();
    assertThat(converted.out()).contains("1 received with 64 bytes");
    assertThat(SimCall.of("run", "arc", raw).exitCode()).isZero();
    assertThat(SimCall.of("check", raw).out()).contains("The trace is sound.");
    SimCall bare = SimCall.of("convert", raw, bin, "--no-call-times");
    assertThat(bare.exitCode()).isZero();
    assertThat(SimCall.of("info", bin).out()).doesNotContain("call times");
  }

  @Test
  void aCommandThatIsNotThere() throws IOException {
    SimCall call =
        SimCall.of("trace", "--out", output, "--tracer", library, "--", "/no/such/launcher");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("the command cannot be run: /no/such/launcher");
    assertThat(left()).isEmpty();
  }

  @Test
  void aLibraryThatIsNotThere() {
    SimCall call =
        SimCall.of("trace", "--out", output, "--tracer", folder.resolve("no.so"), "--", "true");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("the tracer's library").contains("does not exist");
  }
}
