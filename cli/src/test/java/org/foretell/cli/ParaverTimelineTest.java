package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.foretell.cli.shell.ExitCode;
import org.foretell.parsers.paraver.ParaverEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A timeline for Paraver is a trace: read again, it has the calls of the trace that was replayed.
 */
class ParaverTimelineTest {
  @TempDir private Path folder;

  private SimCall sim(Object... args) {
    SimCall call = SimCall.of(args);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    return call;
  }

  private static String predicted(SimCall call) {
    return call.out().lines().findFirst().orElse("");
  }

  @Test
  void aTimelineIsATraceWithTheSameCalls() {
    Path trace =
        Scratch.file(
            folder,
            "steps.txt",
            "foretell-trace 1",
            "ranks 4",
            "marker 0 \"step\"",
            "call_site 0 \"steps.c:7\"",
            "program 0-3 {",
            "  init",
            "  marker_begin marker=0",
            "  compute duration=2ms",
            "  irecv peer=-1 tag=3 receive_bytes=4096 request=0 call_site=0",
            "  isend peer=+1 tag=3 bytes=4096 request=1",
            "  compute duration=1ms",
            "  waitall requests=[0,1]",
            "  marker_end marker=0",
            "  sendrecv peer=+1 tag=1 bytes=64 receive_peer=-1 receive_tag=1 receive_bytes=64",
            "  bcast bytes=800 root=2",
            "  reduce bytes=16 root=1",
            "  alltoall bytes=32 receive_bytes=32",
            "  barrier",
            "  finalize",
            "}");
    Path timeline = folder.resolve("steps.prv");
    SimCall original = sim("run", "arc", trace, "--timeline", timeline);
    assertThat(predicted(original)).startsWith("Predicted time: 3.01");
    assertThat(predicted(sim("run", "arc", timeline))).startsWith("Predicted time: 3.01");
    assertThat(calls(timeline)).isEqualTo(calls(trace));
    assertThat(sim("text", timeline).out())
        .contains("marker 0 \"step\"", "call_site 0 \"steps.c:7\"");
  }

  /** Messages of a collective in the background belong to no call, whatever the rank does then. */
  @Test
  void collectivesInTheBackgroundHaveTheirMessages() {
    Path trace =
        Scratch.file(
            folder,
            "background.txt",
            "foretell-trace 1",
            "ranks 4",
            "program 0-3 {",
            "  init",
            "  iallreduce bytes=1000000 request=0",
            "  compute duration=1ms",
            "  sendrecv peer=+1 tag=1 bytes=64 receive_peer=-1 receive_tag=1 receive_bytes=64",
            "  compute duration=1ms",
            "  sendrecv peer=-1 tag=2 bytes=32 receive_peer=+1 receive_tag=2 receive_bytes=32",
            "  wait request=0",
            "  finalize",
            "}");
    Path timeline = folder.resolve("background.prv");
    sim("run", "arc", trace, "--timeline", timeline);
    assertThat(timeline).content().contains(":" + ParaverEvents.TAG_OF_COLLECTIVE + "\n");
    assertThat(calls(timeline)).isEqualTo(calls(trace));
  }

  @Test
  void aTraceHasNoTimesForParaver() {
    Path trace = Scratch.file(folder, "one.txt", "foretell-trace 1", "ranks 1", "program 0 {", "}");
    SimCall call = SimCall.of("convert", trace, folder.resolve("one.prv"));
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err())
        .contains("sim run MACHINE TRACE --timeline " + folder.resolve("one.prv") + " writes");
  }

  /** Bursts are left out: those of one time are one, and some are divided. */
  private List<String> calls(Path trace) {
    return sim("text", trace)
        .out()
        .lines()
        .map(line -> line.replaceFirst("  # .*", ""))
        .filter(line -> line.startsWith("program ") || line.startsWith("  "))
        .filter(line -> !line.startsWith("  compute ") && !line.startsWith("  durations "))
        .toList();
  }
}
