package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.plain.WrittenTraces;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written as an archive, and that it is read again as the same ops. */
class Otf2WriterTest {
  private static final Otf2Format FORMAT = new Otf2Format();

  @TempDir private Path folder;

  private List<String> losses = List.of();

  private static TraceSource trace(int ranks, String program) {
    return WrittenTraces.parsed(ranks, "program 0-" + (ranks - 1) + " {\n" + program + "\n}\n");
  }

  private TraceSource again(TraceSource trace) {
    Path file = folder.resolve("run.otf2");
    losses = FORMAT.write(trace, file, ReadingOptions.DEFAULT).stream().map(Loss::text).toList();
    assertThat(FORMAT.recognises(file)).isTrue();
    MemoryTrace.Builder sink = MemoryTrace.builder();
    FORMAT.read(file, ReadingOptions.DEFAULT, sink);
    return sink.build();
  }

  private void assertUnchanged(int ranks, String program) {
    TraceSource trace = trace(ranks, program);
    TraceSource again = again(trace);
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(WrittenTraces.ops(again, rank, Set.of()))
          .isEqualTo(WrittenTraces.ops(trace, rank, Set.of()));
    }
    assertThat(losses).isEmpty();
  }

  @Test
  void messagesBurstsAndRequestsComeBack() {
    assertUnchanged(
        2,
        """
        init
        compute duration=1234567ps
        elapse duration=1500us
        isend peer=+1 tag=7 bytes=1000 request=0
        irecv peer=+1 tag=7 receive_bytes=1000 request=1
        test request=1 outcome=0
        compute duration=1ps
        waitall requests=[0,1]
        irecv peer=+1 tag=8 receive_bytes=5 request=0
        ssend peer=+1 tag=8 bytes=5
        test request=0 outcome=1
        sendrecv peer=+1 bytes=8 tag=1 receive_peer=+1 receive_bytes=8 receive_tag=1
        issend peer=+1 tag=3 bytes=9 request=0
        recv peer=+1 tag=3 receive_bytes=9
        wait request=0
        finalize
        compute duration=3us
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          barrier
          bcast root=1 bytes=101
          gather root=0 bytes=3 receive_bytes=3
          scatter root=2 bytes=3 receive_bytes=3
          allgather bytes=3 receive_bytes=3
          alltoall bytes=5 receive_bytes=5
          reduce root=1 bytes=3
          allreduce bytes=3
          scan bytes=16
          exscan bytes=16
          reduce_scatter_block receive_bytes=3
          """)
  void collectivesComeBackWithTheirSizes(String op) {
    assertUnchanged(4, op + "\nibarrier request=0\nwait request=0");
    String started = op.replaceFirst("^(\\w+)", "i$1 request=0") + "\nwait request=0";
    assertUnchanged(4, started);
  }

  /** Of lists the archive has only the totals. */
  @Test
  void sizesByRankComeBackAsTotals() {
    TraceSource again =
        again(
            trace(
                2,
                """
                alltoallv send_bytes_by_rank=[1,2] receive_bytes_by_rank=[1,2]
                allgatherv bytes=5 receive_bytes_by_rank=[5,5]
                gatherv root=0 bytes=5 receive_bytes_by_rank=[5,5]
                scatterv root=0 receive_bytes=5 send_bytes_by_rank=[5,5]
                reduce_scatter receive_bytes_by_rank=[8,8]
                """));
    assertThat(WrittenTraces.ops(again, 0, Set.of()))
        .containsExactly(
            "alltoallv send_bytes_by_rank=[3] receive_bytes_by_rank=[3]",
            "allgatherv bytes=5 receive_bytes_by_rank=[10]",
            "gatherv bytes=5 receive_bytes_by_rank=[10]",
            "scatterv receive_bytes=5 send_bytes_by_rank=[10]",
            "reduce_scatter send_bytes_by_rank=[16] receive_bytes_by_rank=[8]");
  }

  @Test
  void communicatorsAreDefinedWithTheirMembersInOrder() {
    TraceSource trace =
        trace(
            4,
            """
            comm_split communicator=0 color=0 new_communicator=2
            comm_dup new_communicator=3
            barrier
            allreduce bytes=8 communicator=2
            barrier communicator=3
            """);
    TraceSource again = again(trace);
    assertThat(again.tables().communicators()).hasSize(2);
    assertThat(WrittenTraces.ops(again, 3, Set.of(OpField.COMMUNICATOR)))
        .endsWith("barrier", "allreduce bytes=8", "barrier");
    assertThat(losses)
        .containsExactly("left out: creations of communicators (8); the format has no such calls");
  }

  @Test
  void windowsComeBack() {
    TraceSource trace =
        trace(
            2,
            """
            win_create bytes=800 object=5
            win_fence object=5
            put peer=+1 bytes=80 object=5
            get peer=+1 bytes=40 object=5
            accumulate peer=+1 bytes=8 object=5
            win_fence object=5
            win_lock peer=+1 object=5 flags=1
            fetch_and_op peer=+1 bytes=8 object=5
            compare_and_swap peer=+1 bytes=8 object=5
            win_flush peer=+1 object=5
            win_unlock peer=+1 object=5
            win_lock_all object=5
            win_unlock_all object=5
            win_post object=5 ranks=[0,1]
            win_start object=5 ranks=[0,1]
            win_complete object=5
            win_wait object=5
            win_free object=5
            """);
    Set<OpField> names = Set.of(OpField.OBJECT);
    assertThat(WrittenTraces.ops(again(trace), 1, names))
        .isEqualTo(
            WrittenTraces.ops(trace, 1, names).stream()
                .map(op -> op.replace(" bytes=800", ""))
                .toList());
  }

  @Test
  void phasesAndCallSitesAreRegions() {
    TraceSource trace =
        WrittenTraces.parsed(
            2,
            """
            marker 0 "solve"
            marker 1 "inner"
            call_site 0 "solver.c:12"
            program 0-1 {
              marker_begin marker=0
              compute duration=5us call_site=0
              barrier call_site=0
              marker_begin marker=1
              barrier
              marker_end marker=1
              marker_end marker=0
            }
            """);
    TraceSource again = again(trace);
    assertThat(again.tables().markers()).containsExactly("solve", "inner");
    assertThat(again.tables().callSites()).contains("solver.c:12");
    assertThat(WrittenTraces.ops(again, 1, Set.of(OpField.CALL_SITE)))
        .isEqualTo(WrittenTraces.ops(trace, 1, Set.of(OpField.CALL_SITE)));
    assertThat(losses).isEmpty();
  }

  @Test
  void manyEventsTakeSeveralChunks() {
    TraceSource trace =
        trace(
            2,
            """
            repeat 60000 {
              compute duration=1us
              sendrecv peer=+1 bytes=8 receive_peer=+1 receive_bytes=8
            }
            """);
    TraceSource again = again(trace);
    assertThat(WrittenTraces.ops(again, 1, Set.of()))
        .isEqualTo(WrittenTraces.ops(trace, 1, Set.of()));
  }

  @Test
  void whatCannotBeSaidIsRefusedAndLeavesNothing() throws IOException {
    for (String program :
        List.of("recv peer=any receive_bytes=8", "shmem_quiet", "file_open object=1")) {
      TraceSource trace = trace(2, program);
      assertThatThrownBy(() -> again(trace))
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith("OTF2 cannot hold this trace: rank 0");
      try (Stream<Path> left = Files.list(folder)) {
        assertThat(left).isEmpty();
      }
    }
  }

  @Test
  void accessesToNobodyAreLeftOut() {
    TraceSource trace =
        trace(
            2,
            """
            win_create bytes=8 object=0
            win_lock peer=nobody object=0
            put peer=nobody bytes=8 object=0
            win_unlock peer=nobody object=0
            win_free object=0
            """);
    assertThat(again(trace).info().ranks()).isEqualTo(2);
    assertThat(losses)
        .containsExactly("left out: one-sided ops on nobody (6); they are calls without an access");
  }

  @Test
  void namesThatAreNoArchivesAreRefused() throws IOException {
    TraceSource trace = trace(2, "barrier");
    for (String name : List.of("noend", "x.otf2x", ".otf2")) {
      assertThatThrownBy(() -> FORMAT.write(trace, folder.resolve(name), ReadingOptions.DEFAULT))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("expected a name that ends in .otf2");
    }
    FORMAT.write(trace, folder.resolve("UPPER.OTF2"), ReadingOptions.DEFAULT);
    assertThat(folder.resolve("UPPER.def")).exists();
    Path precious = Files.writeString(folder.resolve("run.def"), "precious");
    assertThatThrownBy(() -> again(trace)).hasMessageContaining("found a file of another kind");
    assertThat(precious).hasContent("precious");
    Files.delete(precious);
    Files.createDirectory(precious);
    assertThatThrownBy(() -> again(trace)).hasMessageContaining("run.def: expected nothing");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void anArchiveIsReplacedWholeAndOtherFoldersAreKept() throws IOException {
    again(trace(3, "barrier"));
    assertThat(folder.resolve("run/2.evt")).exists();
    again(trace(2, "barrier"));
    assertThat(folder.resolve("run/2.evt")).doesNotExist();
    Path note = Files.writeString(folder.resolve("run/notes.txt"), "mine");
    assertThatThrownBy(() -> again(trace(2, "barrier")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("run: expected nothing, or that of an OTF2 archive")
        .hasMessageContaining("found one with notes.txt; choose another name than run.otf2");
    assertThat(note).hasContent("mine");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("run", "run.def", "run.otf2");
    }
  }
}
