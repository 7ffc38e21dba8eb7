package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sim run --timeline}: what is written where, and what is refused. */
class TimelineRunTest {
  @TempDir private Path folder;

  private Path ring() {
    return Scratch.file(
        folder,
        "ring.txt",
        "foretell-trace 1",
        "ranks 4",
        "marker 0 \"step\"",
        "program 0-3 {",
        "  marker_begin marker=0",
        "  sendrecv peer=+1 bytes=8 receive_peer=-1 receive_bytes=8",
        "  marker_end marker=0",
        "  barrier",
        "}");
  }

  private SimCall run(Object... more) {
    return SimCall.of(Stream.concat(Stream.of("run", "arc", ring()), Stream.of(more)).toArray());
  }

  @Test
  void allFormatsAreWrittenInOneRun() throws IOException {
    Path json = folder.resolve("a.json");
    Path perfetto = folder.resolve("a.pftrace");
    Path paraver = folder.resolve("a.prv");
    SimCall call = run("--timeline", json, "--timeline", perfetto, "--timeline", paraver);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).isEqualTo(run().out());
    assertThat(Files.readString(json)).contains("\"MPI_Sendrecv\"", "\"step\"");
    assertThat(Files.size(perfetto)).isPositive();
    assertThat(Files.readString(folder.resolve("a.pcf"))).contains("MPI_Sendrecv", "step");
    assertThat(Files.readString(folder.resolve("a.row"))).startsWith("LEVEL THREAD SIZE 4\n");
    assertThat(Files.readString(paraver)).startsWith("#Paraver (").contains("\n3:");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.json", "a.pftrace", "a.prv", "a.pcf", "a.row", "ring.txt");
    }
    byte[] first = Files.readAllBytes(perfetto);
    run("--timeline", perfetto);
    assertThat(Files.readAllBytes(perfetto)).isEqualTo(first);
  }

  @Test
  void ranksWindowAndPhaseLeaveOutTheRest() throws IOException {
    Path json = folder.resolve("a.json");
    assertThat(
            run(
                    "--timeline",
                    json,
                    "--timeline-ranks",
                    "1,3",
                    "--timeline-window",
                    "0us..1s",
                    "--timeline-phase",
                    "step")
                .exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(Files.readString(json))
        .contains("\"MPI_Sendrecv\"")
        .doesNotContain("\"MPI_Barrier\"", "\"flow_out\"");
  }

  @Test
  void aSelectionOfNothingIsRefused() throws IOException {
    Path paraver = folder.resolve("a.prv");
    Files.writeString(paraver, "mine");
    SimCall call = run("--timeline", paraver, "--timeline-ranks", "1", "--timeline-window", "1s..");
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains(
            "--timeline-ranks 1 --timeline-window 1s..: this selects no op and no message; the run"
                + " takes ")
        .hasLineCount(1);
    assertThat(call.out()).isEmpty();
    assertThat(Files.readString(paraver)).isEqualTo("mine");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.prv", "ring.txt");
    }
  }

  @Test
  void wrongSettingsAreRefusedBeforeTheRun() throws IOException {
    Path json = folder.resolve("a.json");
    Files.writeString(json, "mine");
    assertRefused(
        "end it in .json, .pftrace, .prv or .otf2", "--timeline", folder.resolve("a.txt"));
    assertRefused("end it in .json", "--timeline", "-");
    assertRefused("selects a part of a timeline; add --timeline FILE", "--timeline-ranks", "0");
    assertRefused("the trace has ranks 0 to 3 only", "--timeline", json, "--timeline-ranks", "2-4");
    assertRefused("write ranks like 0-15,32", "--timeline", json, "--timeline-ranks", "x");
    assertRefused(
        "the trace has no phase of that name; it has step",
        "--timeline",
        json,
        "--timeline-phase",
        "stop");
    assertRefused("has no ..", "--timeline", json, "--timeline-window", "3us");
    assertRefused("must end after", "--timeline", json, "--timeline-window", "3us..3us");
    assertRefused("write times like", "--timeline", json, "--timeline-window", "3..4 apples");
    assertRefused("--leads and --timeline cannot be combined", "--timeline", json, "--leads");
    assertRefused("is also written as --timeline", "--timeline", json, "--timeline", json);
    assertRefused("is also written as --json", "--timeline", json, "--json", json);
    assertRefused(
        "is also written as --messages",
        "--timeline",
        folder.resolve("b.prv"),
        "--messages",
        folder.resolve("b.row"));
    assertThat(Files.readString(json)).isEqualTo("mine");
  }

  /** An archive has a file and a folder beside the one that is named. */
  @Test
  void anArchiveTakesNothingElse() throws IOException {
    Path archive = folder.resolve("run.otf2");
    assertRefused(
        "is also written as --json", "--timeline", archive, "--json", folder.resolve("run.def"));
    assertRefused(
        "messages.csv in this folder is also written as --messages",
        "--timeline",
        archive,
        "--messages",
        folder.resolve("run/messages.csv"));
    assertThat(run("--timeline", archive).exitCode()).isZero();
    SimCall again = SimCall.of("run", "arc", archive, "--timeline", archive);
    assertThat(again.err()).contains("is also an input of this command");
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Path own = inside.resolve("own.otf2");
    assertThat(run("--timeline", own).exitCode()).isZero();
    SimCall within = SimCall.of("run", "arc", inside, "--timeline", own);
    assertThat(within.err()).contains("is also an input of this command");
  }

  private void assertRefused(String message, Object... options) {
    SimCall call = run(options);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void aFullDiskIsReportedWithTheFile() {
    for (String name : List.of("full.json", "full.pftrace", "full.prv")) {
      Path missing = folder.resolve("nowhere").resolve(name);
      SimCall call = run("--timeline", missing);
      assertThat(call.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
      assertThat(call.err()).contains(name, "the folder does not exist");
    }
  }

  /** Nobody can make a file in {@code /proc}, though the folder is there. */
  @Test
  void aReadOnlyFolderIsNotReportedAsMissing() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")));
    SimCall call = run("--timeline", Path.of("/proc/timeline.json"));
    assertThat(call.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
    assertThat(call.err())
        .containsAnyOf("the folder takes no new files", "permission denied")
        .doesNotContain("does not exist");
  }

  @Test
  void aTraceThatCannotBeReadLeavesTheFileAsItWas() throws IOException {
    Path json = folder.resolve("a.json");
    Files.writeString(json, "mine");
    Path broken = Scratch.file(folder, "broken.txt", "foretell-trace 1", "ranks x");
    assertThat(SimCall.of("run", "arc", broken, "--timeline", json).exitCode())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Files.readString(json)).isEqualTo("mine");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.json", "broken.txt");
    }
  }
}
