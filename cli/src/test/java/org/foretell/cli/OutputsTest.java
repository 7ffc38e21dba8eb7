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
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing that is read is written over, no output by another one, and nothing is simulated in vain.
 */
class OutputsTest {
  @TempDir private Path folder;
  private Path trace = Path.of("");
  private Path machine = Path.of("");

  @BeforeEach
  void inputs() throws IOException {
    trace = Files.copy(Path.of(SimCall.EXAMPLE), folder.resolve("t.bin"));
    machine =
        Files.writeString(
            folder.resolve("m.json"), SimCall.of("machines", "show", "arc", "--file").out());
  }

  private void assertRefused(int exitCode, String words, Object... args) throws IOException {
    byte[] traceBytes = Files.readAllBytes(trace);
    byte[] machineBytes = Files.readAllBytes(machine);
    List<Path> before = files();
    SimCall call = SimCall.of(args);
    assertThat(call.exitCode()).isEqualTo(exitCode);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).startsWith("sim: ").hasLineCount(1).contains(words);
    assertThat(trace).hasBinaryContent(traceBytes);
    assertThat(machine).hasBinaryContent(machineBytes);
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void inputsAreNotWrittenOver() throws IOException {
    String read = "is also an input of this command";
    Path link = Files.createSymbolicLink(folder.resolve("link"), trace);
    Path roundabout = folder.resolve("none").resolve("..").resolve("t.bin");
    for (Path output : List.of(trace, machine, link, roundabout)) {
      assertRefused(ExitCode.USAGE, read, "run", machine, trace, "--json", output);
      assertRefused(ExitCode.USAGE, read, "run", machine, trace, "--messages", output);
      assertRefused(
          ExitCode.USAGE, read, "compare", machine, trace, "--models", "simple", "--json", output);
    }
    for (Path output : List.of(trace, link, roundabout)) {
      for (String command : List.of("structure", "info", "check", "cluster")) {
        assertRefused(ExitCode.USAGE, read, command, trace, "--json", output);
      }
    }
    assertRefused(
        ExitCode.USAGE, read, "structure", trace, "--machine", machine, "--json", machine);
    Path other = Files.copy(trace, folder.resolve("other.bin"));
    Path work = Scratch.file(folder, "work.csv", "call_site,flops,bytes", "0,1,8");
    assertRefused(
        ExitCode.USAGE,
        read,
        "run",
        "arc",
        trace,
        "--work",
        work,
        "--traced-machine",
        "arc",
        "--json",
        work);
    assertRefused(
        ExitCode.USAGE, read, "run", "arc", trace, "--traced-machine", machine, "--json", machine);
    String pair = other + "," + trace;
    assertRefused(
        ExitCode.USAGE, read, "explain", "arc", trace, "--measured-pair", pair, "--json", other);
    assertThat(other).hasSameBinaryContentAs(trace);
    assertThat(work).content().startsWith("call_site");
    Path placement = Scratch.file(folder, "p", "0\n".repeat(64));
    assertRefused(
        ExitCode.USAGE,
        read,
        "run",
        machine,
        trace,
        "--placement",
        "file:" + placement,
        "--json",
        placement);
  }

  @Test
  void outputsAreNotWrittenOverEachOther() throws IOException {
    Path both = folder.resolve("both");
    assertRefused(
        ExitCode.USAGE,
        "is also written as --json",
        "run",
        machine,
        trace,
        "--json",
        both,
        "--messages",
        both);
    assertRefused(
        ExitCode.USAGE,
        "is also written as --json",
        "cluster",
        trace,
        "--out",
        both,
        "--json",
        both);
    assertRefused(
        ExitCode.USAGE,
        "is also written as --json",
        "run",
        machine,
        trace,
        "--json",
        folder.resolve("ranks.csv"),
        "--csv",
        folder);
  }

  @Test
  void whatCannotBeWrittenIsFoundBeforeTheSimulation() throws IOException {
    Path nowhere = folder.resolve("nowhere").resolve("x");
    assertRefused(
        ExitCode.OUTPUT_FAILED, "does not exist", "run", machine, trace, "--json", nowhere);
    assertRefused(
        ExitCode.OUTPUT_FAILED, "it is a folder", "run", machine, trace, "--json", folder);
    assertRefused(ExitCode.OUTPUT_FAILED, "takes a folder", "run", machine, trace, "--csv", trace);
    assertRefused(
        ExitCode.OUTPUT_FAILED, "takes a folder", "explain", machine, trace, "--png", machine);
  }

  @Test
  void foldersForTablesAreMade() throws IOException {
    Path tables = folder.resolve("a").resolve("b");
    SimCall call = SimCall.of("run", machine, trace, "--csv", tables);
    assertThat(call.exitCode()).as(call.err()).isZero();
    try (Stream<Path> files = Files.list(tables)) {
      assertThat(files).hasSize(6);
    }
  }

  @Test
  void tablesAreReplacedTogetherOrNot() throws IOException {
    Path tables = Files.createDirectory(folder.resolve("tables"));
    Path ranks = Files.writeString(tables.resolve("ranks.csv"), "old");
    Files.createDirectory(tables.resolve("phases.csv"));
    assertRefused(ExitCode.OUTPUT_FAILED, "it is a folder", "run", machine, trace, "--csv", tables);
    assertThat(ranks).hasContent("old");
  }
}
