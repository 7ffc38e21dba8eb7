package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.plain.WrittenTraces;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written for SimGrid, and that it is read again as the same ops. */
class TiWriterTest {
  private static final SimGridTiFormat FORMAT = new SimGridTiFormat();

  @TempDir private Path folder;

  private final List<String> losses = new ArrayList<>();

  private String written(int ranks, String program) throws IOException {
    String programs = "program 0-" + (ranks - 1) + " {\n" + program + "\n}\n";
    return WrittenTraces.written(FORMAT, WrittenTraces.parsed(ranks, programs), losses);
  }

  /** Lines of rank 0 between init and finalize. */
  private List<String> inside(int ranks, String program) throws IOException {
    List<String> lines = written(ranks, program).lines().filter(l -> l.startsWith("0 ")).toList();
    assertThat(lines.get(0)).isEqualTo("0 init");
    assertThat(lines.get(lines.size() - 1)).isEqualTo("0 finalize");
    return lines.subList(1, lines.size() - 1);
  }

  @Test
  void messagesAndBurstsAreLinesWithExactAmounts() throws IOException {
    String text =
        """
        init
        compute duration=1234567ps
        elapse duration=1500us
        isend peer=+1 tag=7 bytes=1000 request=3
        irecv peer=+1 tag=7 receive_bytes=1000 request=4
        waitall requests=[3,4]
        ssend peer=nobody bytes=1
        send peer=nobody bytes=2
        finalize
        """;
    assertThat(written(2, text))
        .isEqualTo(
            """
            0 init
            0 compute 1234.567
            0 sleep 0.0015
            0 isend 1 7 1000
            0 irecv 1 7 1000
            0 waitall 2
            0 Ssend -666 0 1
            0 send -666 0 2
            0 finalize
            1 init
            1 compute 1234.567
            1 sleep 0.0015
            1 isend 0 7 1000
            1 irecv 0 7 1000
            1 waitall 2
            1 Ssend -666 0 1
            1 send -666 0 2
            1 finalize
            """);
    assertThat(losses).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          barrier|barrier
          bcast root=1 bytes=100|bcast 100 1
          reduce root=1 bytes=800 count=100|reduce 100 0 1 0
          allreduce bytes=400 count=100|allreduce 100 0 1
          allreduce bytes=12 count=4|allreduce 12 0
          scan bytes=16 count=1|scan 1 0 26
          exscan bytes=2 count=1|exscan 1 0 3
          gather root=0 bytes=5 receive_bytes=6|gather 5 6 0
          scatter root=1 bytes=5 receive_bytes=6|scatter 5 6 1
          allgather bytes=5 receive_bytes=6|allgather 5 6
          alltoall bytes=5 receive_bytes=6|alltoall 5 6
          gatherv root=0 bytes=5 receive_bytes_by_rank=[5,7]|gatherv 5 5 7 0
          scatterv root=0 receive_bytes=5 send_bytes_by_rank=[5,7]|scatterv 5 7 5 0
          allgatherv bytes=5 receive_bytes_by_rank=[5,7]|allgatherv 5 5 7
          alltoallv send_bytes_by_rank=[1,2] receive_bytes_by_rank=[3,4]|alltoallv 3 1 2 7 3 4
          alltoallw send_bytes_by_rank=[1,2] receive_bytes_by_rank=[3,4]|alltoallv 3 1 2 7 3 4
          alltoallv send_bytes_by_rank=[5] receive_bytes_by_rank=[4]|alltoallv 5 3 2 4 2 2
          reduce_scatter receive_bytes_by_rank=[8,16] count=3|reducescatter 1 2 0 0
          reduce_scatter_block receive_bytes=8 count=2|reducescatter 2 2 0 1
          """)
  void collectivesAreLinesWithTheSameSizes(String op, String line) throws IOException {
    assertThat(inside(2, op)).containsExactly("0 " + line);
    String started = op.replaceFirst("^(\\w+)", "i$1 request=0") + "\nwait request=0";
    assertThat(inside(2, started)).containsExactly("0 i" + line, "0 wait 0 0 -1");
    assertThat(losses).anyMatch(loss -> loss.contains("its replay refuses them"));
  }

  @Test
  void whatHasNoHandlesIsSaidWithoutThem() throws IOException {
    assertThat(
            inside(
                2,
                """
                sendrecv peer=1 tag=1 bytes=8 receive_peer=1 receive_tag=2 receive_bytes=9
                send_init peer=1 tag=3 bytes=4 request=0
                recv_init peer=1 tag=3 receive_bytes=4 request=1
                startall requests=[0,1]
                waitall requests=[0,1]
                start request=1
                wait request=1
                irecv peer=any tag=any receive_bytes=5 request=2 matched_peer=1 matched_tag=6
                test request=2 outcome=0
                test request=2
                isend peer=1 bytes=1 request=3
                waitany requests=[2,3] outcome=1
                recv peer=any tag=any receive_bytes=-1
                testall requests=[2] outcome=1
                """))
        .containsExactly(
            "0 irecv 1 2 9",
            "0 send 1 1 8",
            "0 wait 1 0 2",
            "0 isend 1 3 4",
            "0 irecv 1 3 4",
            "0 waitall 2",
            "0 irecv 1 3 4",
            "0 wait 1 0 3",
            "0 irecv 1 6 5",
            "0 test 1 0 6",
            "0 isend 1 0 1",
            "0 wait 0 1 0",
            "0 recv -555 -444 -1",
            "0 wait 1 0 6");
    assertThat(losses)
        .anyMatch(loss -> loss.contains("wildcards of receives (2)"))
        .anyMatch(loss -> loss.contains("tests that were false, or whose outcome was not"))
        .anyMatch(loss -> loss.contains("initialisations of persistent requests (4)"));
  }

  @Test
  void otherCommunicatorsAreRefusedForCollectivesOnly() throws IOException {
    String split = "comm_split color=%s new_communicator=2\n";
    String programs =
        "program 0,2 {\n"
            + split.formatted(0)
            + "send peer=1 communicator=2 bytes=4 tag=1\n}\nprogram 1,3 {\n"
            + split.formatted(1)
            + "send peer=1 communicator=2 bytes=4 tag=1\n}\n";
    TraceSource trace = WrittenTraces.parsed(4, programs);
    assertThat(WrittenTraces.written(FORMAT, trace, losses))
        .contains("0 send 2 1 4", "1 send 3 1 4", "2 send 2 1 4", "3 send 3 1 4");
    assertThat(losses).anyMatch(loss -> loss.contains("communicators of messages (4)"));
    TraceSource barrier =
        WrittenTraces.parsed(4, programs.replaceAll("send .*", "barrier communicator=2"));
    assertThatThrownBy(() -> WrittenTraces.written(FORMAT, barrier, losses))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("is on a communicator of 2 ranks");
    assertThat(inside(2, "comm_dup new_communicator=2\nbarrier communicator=2"))
        .containsExactly("0 barrier");
    assertThat(inside(2, "barrier communicator=1")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "put peer=0 bytes=8 object=0",
    "shmem_quiet",
    "file_open object=2",
    "neighbor_alltoall bytes=8 ranks=[0]",
    "start request=4",
    "waitany requests=[0] outcome=5",
  })
  void whatTakesTimeAndHasNoPlaceIsRefused(String op) {
    Path target = folder.resolve("refused.ti");
    TraceSource trace = WrittenTraces.parsed(2, "program 0-1 {\n" + op + "\n}\n");
    assertThatThrownBy(() -> FORMAT.write(trace, target, ReadingOptions.DEFAULT))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("cannot hold this trace: rank 0, op 1: ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void waitsAndCommunicatorsThatTheFormatCannotTellApart() throws IOException {
    String two =
        """
        irecv peer=0 tag=1 receive_bytes=8 request=0
        irecv peer=0 tag=1 receive_bytes=8 request=1
        wait request=1
        wait request=0
        waitany requests=[none] outcome=-2
        waitsome requests=[0]
        """;
    assertThat(inside(1, two)).hasSize(4);
    assertThat(losses).anyMatch(loss -> loss.contains("younger of alike requests (1)"));
    assertThat(inside(2, "comm_create_group ranks=[] new_communicator=none\nbarrier"))
        .containsExactly("0 barrier");
    for (String wait : List.of("waitany requests=[0]", "waitsome requests=[0]")) {
      assertThatThrownBy(() -> written(1, "irecv peer=0 request=0\n" + wait))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("which was not recorded");
    }
    String lists =
        """
        program 0,2 {
          comm_create ranks=[0,2] new_communicator=2
          send peer=1 communicator=2 bytes=4
        }
        program 1,3 {
          comm_create ranks=[1,3] new_communicator=2
          send peer=1 communicator=2 bytes=4
        }
        """;
    assertThat(WrittenTraces.written(FORMAT, WrittenTraces.parsed(4, lists), losses))
        .contains("0 send 2 0 4", "1 send 3 0 4");
    String again =
        "comm_split color=0 key=0 new_communicator=2\ncomm_free communicator=2\n"
            + "comm_create ranks=[1,0] new_communicator=2\nbarrier communicator=2";
    assertThatThrownBy(() -> written(2, again))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("whose number stands for other ranks elsewhere");
  }

  /** Ops of the example, the original and written again; writing is stable then. */
  @Test
  void realTracesComeBackUnchanged() throws IOException {
    Path example = Path.of("../examples/mg.S.16.tar.gz");
    org.foretell.trace.store.MemoryTrace.Builder sink =
        org.foretell.trace.store.MemoryTrace.builder();
    FORMAT.read(example, ReadingOptions.DEFAULT, sink);
    TraceSource original = sink.build();
    String text = WrittenTraces.written(FORMAT, original, losses);
    TraceSource again = WrittenTraces.read(FORMAT, text, folder);
    for (int rank = 0; rank < original.info().ranks(); rank++) {
      Set<OpField> known = Set.of(OpField.CALL_SITE);
      assertThat(WrittenTraces.ops(again, rank, known))
          .as("rank %d", rank)
          .isEqualTo(WrittenTraces.ops(original, rank, known));
    }
    assertThat(WrittenTraces.written(FORMAT, again, losses)).isEqualTo(text);
    Files.delete(folder.resolve("written"));
  }
}
