package org.foretell.timelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.observe.CallSiteSummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.Total;
import org.foretell.report.RunResult;
import org.foretell.trace.CallNames;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Timelines are read back, and say what the simulation said. */
class TimelineTest {
  @TempDir private Path folder;

  private Path trace(String... lines) throws IOException {
    return Files.write(folder.resolve("trace.txt"), List.of(lines));
  }

  /**
   * With calls of all kinds of places: call sites, phases within phases, one-sided, collectives.
   */
  private Path program() throws IOException {
    return trace(
        "foretell-trace 1",
        "ranks 4",
        "call_site 0 \"main.c:7 in \\\"solve\\\"\"",
        "marker 0 \"iteration\"",
        "marker 1 \"exchange\"",
        "program 0-3 {",
        "  init",
        "  repeat 3 {",
        "    marker_begin marker=0",
        "    compute duration=each(10us,20us,30us,40us)",
        "    marker_begin marker=1",
        "    irecv peer=-1 receive_bytes=64KiB request=0",
        "    send peer=+1 bytes=64KiB call_site=0",
        "    wait request=0 call_site=0",
        "    marker_end marker=1",
        "    allreduce bytes=8",
        "    marker_end marker=0",
        "  }",
        "  finalize",
        "}");
  }

  /** Compares counts and times; a format of nanoseconds may be half of one off at each end. */
  private static void assertSame(Drawn drawn, boolean exact) {
    RunResult result = drawn.result();
    Map<String, Long> counts = new TreeMap<>();
    for (EventSummary event : result.statistics().events()) {
      String name = CallNames.of(event.code());
      counts.put(name, event.count());
      long timePs = drawn.read().opPicoseconds().get(name);
      long expectedPs = event.timePs().toBigInteger().longValueExact();
      assertThat(Math.abs(timePs - expectedPs))
          .as(name)
          .isLessThanOrEqualTo(exact ? 0 : 1000 * event.count());
    }
    assertThat(drawn.read().ops()).isEqualTo(counts);
  }

  /** Whether times are picoseconds. */
  private static boolean isExact(TimelineFormat format) {
    return format == TimelineFormat.CHROME_JSON || format == TimelineFormat.OTF2;
  }

  /** Whether messages of collectives are told from others. */
  private static boolean hasKinds(TimelineFormat format) {
    return format == TimelineFormat.CHROME_JSON || format == TimelineFormat.PERFETTO;
  }

  private static long messages(ReadTimeline read) {
    if (read.flows().containsKey("messages")) {
      return read.flows().get("messages");
    }
    return read.flows().values().stream().mapToLong(Long::longValue).sum();
  }

  @ParameterizedTest
  @EnumSource
  void countsAreThoseOfTheRun(TimelineFormat format) throws IOException {
    Drawn drawn = Drawn.of(program(), "jaguar-xt5", format, TimelineSelection.ALL);
    assertSame(drawn, isExact(format));
    ReadTimeline read = drawn.read();
    assertThat(read.rows()).contains("rank 0", "rank 3");
    for (CallSiteSummary site : drawn.result().statistics().callSites()) {
      assertThat(read.callSites().keySet()).containsExactly("main.c:7 in \"solve\"");
      assertThat(site.callSite()).isZero();
    }
    assertThat(read.callSites()).containsEntry("main.c:7 in \"solve\"", 24L);
    Map<String, Long> entered = new TreeMap<>();
    for (PhaseSummary phase : drawn.result().statistics().phases()) {
      entered.put(drawn.result().trace().tables().phase(phase.marker()), phase.count());
    }
    assertThat(entered).containsEntry("exchange", 12L);
    if (hasKinds(format)) {
      assertThat(read.flows()).containsEntry("message", 12L).containsKey("collective message");
    }
    assertThat(read.phases()).isEqualTo(entered);
    if (format == TimelineFormat.OTF2) {
      assertThat(messages(read)).isEqualTo(12);
      assertThat(read.bytes()).isEqualTo(12 * 65536);
    } else {
      assertThat(messages(read)).isGreaterThan(12);
      assertThat(read.bytes()).isGreaterThan(12 * 65536);
    }
  }

  @ParameterizedTest
  @EnumSource
  void countsOfLargerRunsAreThoseOfTheRun(TimelineFormat format) {
    Drawn drawn =
        Drawn.of(Path.of("../examples/mg.S.64.bin"), "jaguar-xt5", format, TimelineSelection.ALL);
    assertSame(drawn, isExact(format));
    long sent =
        drawn.result().statistics().matrix().stream().mapToLong(e -> e.volume().messages()).sum();
    MessageVolume ofCollectives = drawn.result().statistics().collectiveMessages();
    if (hasKinds(format)) {
      assertThat(drawn.read().flows())
          .isEqualTo(Map.of("message", sent, "collective message", ofCollectives.messages()));
    }
    boolean hasCollectives = format != TimelineFormat.OTF2;
    assertThat(messages(drawn.read()))
        .isEqualTo(sent + (hasCollectives ? ofCollectives.messages() : 0));
    assertThat(drawn.read().bytes())
        .isEqualTo(
            drawn.result().statistics().matrix().stream()
                .map(e -> e.volume().bytes())
                .reduce(hasCollectives ? ofCollectives.bytes() : Total.ZERO, Total::plus)
                .toBigInteger()
                .longValueExact());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../examples/shmem-halo.txt", "../examples/rma-halo.txt"})
  void oneSidedOpsAreShown(String trace) {
    Drawn drawn =
        Drawn.of(Path.of(trace), "jaguar-xt5", TimelineFormat.PARAVER, TimelineSelection.ALL);
    assertSame(drawn, false);
    assertSame(
        Drawn.of(Path.of(trace), "jaguar-xt5", TimelineFormat.CHROME_JSON, TimelineSelection.ALL),
        true);
    assertSame(
        Drawn.of(Path.of(trace), "jaguar-xt5", TimelineFormat.OTF2, TimelineSelection.ALL), true);
  }

  @ParameterizedTest
  @EnumSource
  void streamsOfTaskGraphsHaveRowsOfTheirOwn(TimelineFormat format) throws IOException {
    Path schedule =
        Files.write(
            folder.resolve("two.goal"),
            List.of(
                "num_ranks 2",
                "rank 0 {",
                "a: calc 1000 cpu 0",
                "b: calc 3000 cpu 1",
                "c: send 64b to 1 tag 1",
                "c requires a",
                "}",
                "rank 1 {",
                "r: recv 64b from 0 tag 1",
                "}"));
    Drawn drawn = Drawn.of(schedule, "arc", format, TimelineSelection.ALL);
    assertThat(drawn.read().ops()).isEqualTo(Map.of("compute", 2L, "MPI_Send", 1L, "MPI_Recv", 1L));
    assertThat(drawn.read().rows()).contains("rank 0, row 2");
  }

  @ParameterizedTest
  @EnumSource
  void ranksAreSelectedWithTheMessagesBetweenThem(TimelineFormat format) throws IOException {
    TimelineSelection two =
        new TimelineSelection(
            Optional.of(RankSet.range(0, 1)), 0, Long.MAX_VALUE, Optional.empty());
    ReadTimeline read = Drawn.of(program(), "jaguar-xt5", format, two).read();
    assertThat(read.ops()).containsEntry("compute", 6L).containsEntry("MPI_Send", 6L);
    if (hasKinds(format)) {
      assertThat(read.flows()).containsEntry("message", 3L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPhaseIsSelectedWithItsMessages(TimelineFormat format) throws IOException {
    TimelineSelection exchange =
        new TimelineSelection(Optional.empty(), 0, Long.MAX_VALUE, Optional.of("exchange"));
    ReadTimeline read = Drawn.of(program(), "jaguar-xt5", format, exchange).read();
    assertThat(read.ops()).isEqualTo(Map.of("MPI_Irecv", 12L, "MPI_Send", 12L, "MPI_Wait", 12L));
    assertThat(read.phases()).isEqualTo(Map.of("exchange", 12L));
    assertThat(messages(read)).isEqualTo(12);
    assertThat(read.bytes()).isEqualTo(12 * 65536);
  }

  @Test
  void aWindowHasWhatOverlapsIt() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 1",
            "program 0 {",
            "  compute duration=10us",
            "  barrier",
            "  compute duration=10us",
            "  barrier",
            "}");
    // On one rank a barrier takes no time: it is at the end of its burst.
    assertThat(inWindow(trace, 0, 5)).isEqualTo(Map.of("compute", 1L));
    assertThat(inWindow(trace, 5, 15)).isEqualTo(Map.of("compute", 2L, "MPI_Barrier", 1L));
    assertThat(inWindow(trace, 10, 15)).isEqualTo(Map.of("compute", 1L, "MPI_Barrier", 1L));
    assertThat(inWindow(trace, 20, 25)).isEqualTo(Map.of("MPI_Barrier", 1L));
    assertThat(inWindow(trace, 25, 30)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void phasesAreShownIfTheyOverlapTheWindow(TimelineFormat format) throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 1",
            "marker 0 \"all\"",
            "marker 1 \"first\"",
            "marker 2 \"second\"",
            "marker 3 \"third\"",
            "program 0 {",
            "  marker_begin marker=0",
            "  marker_begin marker=1",
            "  compute duration=10us",
            "  marker_end marker=1",
            "  marker_begin marker=2",
            "  compute duration=10us",
            "  marker_end marker=2",
            "  marker_begin marker=3",
            "  compute duration=10us",
            "  marker_end marker=3",
            "  marker_end marker=0",
            "}");
    assertThat(phasesInWindow(trace, format, 0, 10)).containsExactly("all", "first");
    assertThat(phasesInWindow(trace, format, 12, 15)).containsExactly("all", "second");
    assertThat(phasesInWindow(trace, format, 9, 21))
        .containsExactly("all", "first", "second", "third");
    assertThat(phasesInWindow(trace, format, 40, 50)).isEmpty();
  }

  private static Set<String> phasesInWindow(
      Path trace, TimelineFormat format, int fromUs, int toUs) {
    return Drawn.of(trace, "arc", format, window(fromUs, toUs)).read().phases().keySet();
  }

  private static Map<String, Long> inWindow(Path trace, int fromUs, int toUs) {
    return Drawn.of(trace, "arc", TimelineFormat.CHROME_JSON, window(fromUs, toUs)).read().ops();
  }

  private static TimelineSelection window(int fromUs, int toUs) {
    return new TimelineSelection(
        Optional.empty(), fromUs * 1_000_000L, toUs * 1_000_000L, Optional.empty());
  }

  /** What a rank sends to all counts for each of them, itself included. */
  @Test
  void collectivesOfAnArchiveHaveTotals() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 4",
            "program 0-3 {",
            "  allreduce bytes=800",
            "  bcast root=1 bytes=100",
            "  reduce root=2 bytes=30",
            "  allgather bytes=5 receive_bytes=5",
            "}");
    Map<String, Long> totals =
        Drawn.of(trace, "arc", TimelineFormat.OTF2, TimelineSelection.ALL).read().flows();
    assertThat(totals)
        .containsEntry("sent in collective 11", 4 * 4 * 800L)
        .containsEntry("received in collective 11", 4 * 4 * 800L)
        .containsEntry("sent in collective 1", 4 * 100L)
        .containsEntry("received in collective 1", 4 * 100L)
        .containsEntry("sent in collective 12", 4 * 30L)
        .containsEntry("received in collective 12", 4 * 30L)
        .containsEntry("sent in collective 6", 4 * 4 * 5L)
        .containsEntry("received in collective 6", 4 * 4 * 5L);
  }

  /** A send is in the call that sends, whatever else begins at the same time. */
  @Test
  void sendsOfAnArchiveAreInTheirCalls() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 2",
            "program 0-1 {",
            "  compute duration=10us",
            "  irecv peer=+1 receive_bytes=64 request=0",
            "  isend peer=+1 bytes=64 request=1",
            "  waitall requests=[0,1]",
            "}");
    assertThat(Drawn.of(trace, "arc", TimelineFormat.OTF2, TimelineSelection.ALL).read().flows())
        .containsEntry("sent in MPI_Isend", 2L)
        .containsEntry("received in MPI_Waitall", 2L);
  }

  @Test
  void anArchiveThatCannotBeWrittenIsNoDefect() {
    Path nowhere = folder.resolve("absent/run.otf2");
    try (Timeline timeline =
        new Timeline(nowhere, TimelineSelection.ALL, TraceTables.EMPTY, rank -> 0)) {
      assertThatThrownBy(() -> timeline.begin(2)).isInstanceOf(UncheckedIOException.class);
      assertThat(timeline.hasEnded()).isFalse();
    }
  }

  @Test
  void anArchiveIsSeenOnlyWhenItIsComplete() throws IOException {
    Path anchor = folder.resolve("run.otf2");
    try (Timeline timeline =
        new Timeline(anchor, TimelineSelection.ALL, TraceTables.EMPTY, rank -> 0)) {
      timeline.begin(2);
      timeline.end();
      assertThat(anchor).doesNotExist();
      timeline.commit();
    }
    assertThat(ReadArchive.of(anchor).rows()).containsExactly("rank 0", "rank 1");
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OTF2")
  void whatCannotBeWrittenIsNoDefect(TimelineFormat format) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    try (Timeline timeline =
        new Timeline(
            format,
            List.of(full, full, full),
            TimelineSelection.ALL,
            TraceTables.EMPTY,
            rank -> 0)) {
      assertThatThrownBy(
              () -> {
                timeline.begin(2);
                timeline.end();
              })
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("No space left on device");
      assertThat(timeline.hasEnded()).isFalse();
    }
  }

  @Test
  void namesSayTheFormat() {
    assertThat(TimelineFormat.of(Path.of("a.b/x.JSON"))).contains(TimelineFormat.CHROME_JSON);
    assertThat(TimelineFormat.of(Path.of("x.pftrace"))).contains(TimelineFormat.PERFETTO);
    assertThat(TimelineFormat.of(Path.of("x.txt"))).isEmpty();
    assertThat(TimelineFormat.PARAVER.files(Path.of("a/x.1.prv")))
        .containsExactly(Path.of("a/x.1.prv"), Path.of("a/x.1.pcf"), Path.of("a/x.1.row"));
  }
}
