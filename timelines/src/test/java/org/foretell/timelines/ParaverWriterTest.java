package org.foretell.timelines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.observe.EventSummary;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records for Paraver are such that its configurations show what happened. */
class ParaverWriterTest {
  @TempDir private Path folder;

  private Path trace(String... lines) throws IOException {
    return Files.write(folder.resolve("trace.txt"), List.of(lines));
  }

  @Test
  void recordsOfParaverAreAsItsManualHasThem() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 2",
            "call_site 0 \"a.c:1\"",
            "program 0 {",
            "  compute duration=1500ps",
            "  send peer=1 bytes=8 tag=3 call_site=0",
            "}",
            "program 1 {",
            "  recv peer=0 receive_bytes=8 tag=3",
            "}");
    Drawn drawn = Drawn.of(trace, "arc", TimelineFormat.PARAVER, TimelineSelection.ALL);
    assertThat(new String(drawn.files().get(0), UTF_8).lines())
        .contains(
            "1:1:1:1:1:0:2:1",
            "2:1:1:1:1:2:50000001:1:70000001:1:80000001:1",
            "1:2:1:2:1:0:704:3",
            "2:2:1:2:1:0:50000001:2")
        .anyMatch(line -> line.matches("3:1:1:1:1:2:2:2:1:2:1:0:\\d+:8:3"))
        .first()
        .asString()
        .matches("#Paraver \\(01/01/2026 at 00:00\\):\\d+_ns:1\\(2\\):1:2\\(1:1,1:1\\),1");
    assertThat(new String(drawn.files().get(1), UTF_8))
        .contains(
            "0    50000001    MPI Point-to-point\nVALUES\n0      Outside MPI\n1      MPI_Send\n")
        .contains("0    80000001    Caller line at level 1\nVALUES\n0      End\n1      a.c:1\n");
    assertThat(new String(drawn.files().get(2), UTF_8))
        .isEqualTo("LEVEL THREAD SIZE 2\nrank 0\nrank 1\n\nLEVEL TASK SIZE 2\nrank 0\nrank 1\n");
  }

  /**
   * Paraver's configurations of user functions stack values: a value above 0 begins a phase within
   * the one before, 0 ends the innermost.
   */
  @Test
  void phasesWithinPhasesAreStackedForParaver() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 1",
            "marker 0 \"outer\"",
            "marker 1 \"inner\"",
            "program 0 {",
            "  marker_begin marker=0",
            "  compute duration=1us",
            "  marker_begin marker=1",
            "  compute duration=2us",
            "  marker_end marker=1",
            "  compute duration=4us",
            "  marker_end marker=0",
            "  marker_begin",
            "  compute duration=8us",
            "  marker_end",
            "}");
    Drawn drawn = Drawn.of(trace, "arc", TimelineFormat.PARAVER, TimelineSelection.ALL);
    assertThat(drawn.lines(0).filter(line -> line.startsWith("2:")))
        .containsExactly(
            "2:1:1:1:1:0:60000019:1",
            "2:1:1:1:1:1000:60000019:2",
            "2:1:1:1:1:3000:60000019:0",
            "2:1:1:1:1:7000:60000019:0",
            "2:1:1:1:1:7000:60000019:3",
            "2:1:1:1:1:15000:60000019:0");
    assertThat(drawn.lines(1)).contains("3      (unnamed)");
  }

  /**
   * Paraver sorts what has one time: ends of states, then events, then begins of states. A state of
   * no length would be both before and after the events of its call, which then lose their order.
   */
  @Test
  void statesOfParaverTakeTime() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 2",
            "program 0-1 {",
            "  compute duration=1us",
            "  irecv peer=-1 receive_bytes=8 request=0",
            "  send peer=+1 bytes=8",
            "  wait request=0",
            "}");
    Drawn drawn = Drawn.of(trace, "arc", TimelineFormat.PARAVER, TimelineSelection.ALL);
    assertThat(drawn.read().ops()).containsEntry("MPI_Irecv", 2L);
    assertThat(drawn.read().opPicoseconds()).containsEntry("MPI_Irecv", 0L);
    assertThat(drawn.lines(0).filter(line -> line.startsWith("1:")))
        .isNotEmpty()
        .allSatisfy(
            line -> {
              String[] parts = line.split(":", -1);
              assertThat(Long.parseLong(parts[6])).isGreaterThan(Long.parseLong(parts[5]));
              assertThat(parts[7]).isNotEqualTo("11");
            });
  }

  @Test
  void ranksOfParaverRunOnCpusOfTheirNodes() {
    int[] nodes = {2, 0, 2, 0, 0};
    List<ByteArrayOutputStream> outs =
        List.of(
            new ByteArrayOutputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream());
    try (Timeline timeline =
        new Timeline(
            TimelineFormat.PARAVER,
            List.copyOf(outs),
            TimelineSelection.ALL,
            TraceTables.EMPTY,
            rank -> nodes[rank])) {
      timeline.begin(nodes.length);
      for (int rank = 0; rank < nodes.length; rank++) {
        timeline.compute(rank, OpCode.COMPUTE, OpView.NONE, 0, 1_000);
      }
      timeline.end();
    }
    // CPUs 1 to 3 are those of the first node, 4 of the second, which has no rank, 5 and 6 of the
    // third.
    assertThat(outs.get(0).toString(UTF_8).lines().toList())
        .containsExactly(
            "#Paraver (01/01/2026 at 00:00):1_ns:3(3,1,2):1:5(1:3,1:1,1:3,1:1,1:1),1",
            "c:1:1:5:1:2:3:4:5",
            "1:5:1:1:1:0:1:1",
            "1:1:1:2:1:0:1:1",
            "1:6:1:3:1:0:1:1",
            "1:2:1:4:1:0:1:1",
            "1:3:1:5:1:0:1:1");
  }

  private static PrvFile strictly(Drawn drawn) {
    return PrvFile.of(drawn.lines(0).toList(), drawn.lines(1).toList(), drawn.lines(2).toList());
  }

  /**
   * The expected numbers are those that Paraver's kernel of February 2024 computes from these files
   * with the configurations {@code MPI_call.cfg}, {@code state_as_is.cfg} (in nanoseconds, option
   * {@code -tu} of its program {@code paramedir}), {@code connectivity.cfg} and {@code
   * communication_matrix.cfg}. It leaves out a call of no length at the start or end of the run.
   */
  @Test
  void sumsAreThoseThatParaverComputes() {
    PrvFile read =
        strictly(
            Drawn.of(
                Path.of("../examples/halo.2.bin"),
                "arc",
                TimelineFormat.PARAVER,
                TimelineSelection.ALL));
    assertThat(read.endNs()).isEqualTo(11_511_278);
    assertThat(read.states())
        .isEqualTo(
            Map.ofEntries(
                Map.entry("1.1 1", 11_271_870L),
                Map.entry("1.1 8", 13_736L),
                Map.entry("1.1 10", 81_471L),
                Map.entry("1.1 13", 4_457L),
                Map.entry("1.1 15", 9_015L),
                Map.entry("2.1 1", 9_871_059L),
                Map.entry("2.1 8", 1_360_295L),
                Map.entry("2.1 10", 81_463L),
                Map.entry("2.1 13", 189_614L),
                Map.entry("2.1 15", 700L)));
    Map<String, Long> calls = new TreeMap<>(read.calls());
    assertThat(calls.values().removeIf(time -> time == 0)).isTrue();
    assertThat(calls)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("1.1 3", 81_471L),
                Map.entry("1.1 6", 13_736L),
                Map.entry("1.1 8", 175L),
                Map.entry("1.1 9", 536L),
                Map.entry("1.1 10", 3_746L),
                Map.entry("1.1 23", 9_015L),
                Map.entry("2.1 3", 81_463L),
                Map.entry("2.1 6", 1_360_295L),
                Map.entry("2.1 8", 4_972L),
                Map.entry("2.1 9", 354L),
                Map.entry("2.1 10", 184_288L),
                Map.entry("2.1 23", 700L)));
    assertThat(read.callCounts())
        .containsEntry("1.1 3", 400L)
        .containsEntry("1.1 4", 400L)
        .containsEntry("1.1 6", 100L)
        .containsEntry("2.1 10", 11L);
    assertThat(read.messages()).isEqualTo(Map.of("1>2", 112L, "2>1", 114L));
    assertThat(read.bytes()).isEqualTo(Map.of("1>2", 204_884L, "2>1", 204_900L));
  }

  /**
   * Ranks 0 and 2 are a communicator, and so are 3 and 1, in this order; each has another name for
   * it. Rank 2 is also the root of a gather of all.
   */
  @Test
  void collectivesHaveSizesRootsAndCommunicators() throws IOException {
    Path trace =
        trace(
            "foretell-trace 1",
            "ranks 4",
            "communicator 2 0-2,3",
            "program 0-3 {",
            "  comm_split color=each(0,1,0,1) key=each(0,3,2,1) new_communicator=each(5,6,7,8)",
            "  bcast bytes=100 root=1 communicator=each(5,6,7,8)",
            "  gather bytes=8 receive_bytes=8 root=2",
            "  ibarrier communicator=1 request=0",
            "  wait request=0",
            "  allreduce bytes=16 communicator=2",
            "}");
    PrvFile read = strictly(Drawn.of(trace, "arc", TimelineFormat.PARAVER, TimelineSelection.ALL));
    assertThat(read.communicators().values())
        .containsExactlyInAnyOrder(
            List.of(1L, 2L, 3L, 4L),
            List.of(1L, 2L, 3L, 4L),
            List.of(1L, 3L),
            List.of(4L, 2L),
            List.of(1L),
            List.of(2L),
            List.of(3L),
            List.of(4L));
    assertThat(read.communicators()).containsEntry(1L, List.of(1L, 2L, 3L, 4L));
    assertThat(
            read.collectives().stream()
                .map(
                    of ->
                        of[0]
                            + " sends "
                            + of[1]
                            + " receives "
                            + of[2]
                            + " root "
                            + of[3]
                            + " of "
                            + read.communicators().get(of[4])))
        .containsExactlyInAnyOrder(
            "1 sends 0 receives 100 root -1 of [1, 3]",
            "2 sends 100 receives 0 root 1 of [4, 2]",
            "3 sends 100 receives 0 root 1 of [1, 3]",
            "4 sends 0 receives 100 root -1 of [4, 2]",
            "1 sends 8 receives 0 root -1 of [1, 2, 3, 4]",
            "2 sends 8 receives 0 root -1 of [1, 2, 3, 4]",
            "3 sends 8 receives 32 root 1 of [1, 2, 3, 4]",
            "4 sends 8 receives 0 root -1 of [1, 2, 3, 4]",
            "1 sends 16 receives 16 root -1 of [1, 2, 3, 4]",
            "2 sends 16 receives 16 root -1 of [1, 2, 3, 4]",
            "3 sends 16 receives 16 root -1 of [1, 2, 3, 4]",
            "4 sends 16 receives 16 root -1 of [1, 2, 3, 4]",
            "1 sends 0 receives 0 root -1 of [1]",
            "2 sends 0 receives 0 root -1 of [2]",
            "3 sends 0 receives 0 root -1 of [3]",
            "4 sends 0 receives 0 root -1 of [4]");
  }

  /** There are as many collectives as the report counts, of as many bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"halo.2.bin", "mg.S.64.bin"})
  void collectivesAreThoseOfTheReport(String trace) {
    Drawn drawn =
        Drawn.of(
            Path.of("../examples").resolve(trace),
            "jaguar-xt5",
            TimelineFormat.PARAVER,
            TimelineSelection.ALL);
    PrvFile read = strictly(drawn);
    long count = 0;
    long bytes = 0;
    for (EventSummary event : drawn.result().statistics().events()) {
      if (event.code().family() == OpCode.Family.COLLECTIVE) {
        count += event.count();
        bytes += event.bytes().rest();
      }
    }
    assertThat(count).isPositive();
    assertThat(read.collectives()).hasSize((int) count);
    assertThat(read.collectives().stream().mapToLong(of -> of[1] > 0 ? of[1] : of[2]).sum())
        .isEqualTo(bytes);
  }

  /** One-sided ops, files, OpenSHMEM, task graphs whose streams overlap, other placements. */
  @ParameterizedTest
  @ValueSource(strings = {"rma-halo.txt", "shmem-halo.txt", "ring.4.goal", "ring.4.dim"})
  void allKindsOfProgramsAreAsTheManualHasThem(String trace) {
    PrvFile read =
        strictly(
            Drawn.of(
                Path.of("../examples").resolve(trace),
                "jaguar-xt5",
                TimelineFormat.PARAVER,
                TimelineSelection.ALL));
    assertThat(read.states()).isNotEmpty();
    assertThat(read.messages()).isNotEmpty();
  }
}
