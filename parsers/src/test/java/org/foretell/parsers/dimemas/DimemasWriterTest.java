package org.foretell.parsers.dimemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.plain.WrittenTraces;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written for Dimemas, and that it is read again as the same ops. */
class DimemasWriterTest {
  private static final DimemasFormat FORMAT = new DimemasFormat();

  @TempDir private Path folder;

  private final List<String> losses = new ArrayList<>();

  private String written(int ranks, String program) throws IOException {
    String programs = "program 0-" + (ranks - 1) + " {\n" + program + "\n}\n";
    return WrittenTraces.written(FORMAT, WrittenTraces.parsed(ranks, programs), losses);
  }

  /** Records of rank 0 without the burst of no time that each rank begins with. */
  private List<String> records(int ranks, String program) throws IOException {
    return written(ranks, program)
        .lines()
        .filter(line -> line.matches("[0-9]+:0:0(:.*)?"))
        .filter(line -> !line.equals("1:0:0:0.000000000000"))
        .toList();
  }

  @Test
  void fileHasHeaderCommunicatorsRecordsAndOffsets() throws IOException {
    String text =
        written(
            2,
            """
            compute duration=1234567ps
            irecv peer=+1 tag=7 receive_bytes=1000 request=4
            send peer=+1 tag=7 bytes=1000 flags=2
            wait request=4
            """);
    assertThat(text)
        .isEqualTo(
            """
            #DIMEMAS:"foretell":1,00000000000000000258:2(1,1),1
            d:1:1:2:0:1
            1:0:0:0.000001234567
            3:0:0:1:-1:1000:7:1:1
            2:0:0:1:-1:1000:7:1:1
            3:0:0:1:-1:1000:7:1:2
            1:1:0:0.000001234567
            3:1:0:0:-1:1000:7:1:1
            2:1:0:0:-1:1000:7:1:1
            3:1:0:0:-1:1000:7:1:2
            s:0:64
            s:1:151
            """
                .replace("00000000000000000258", "%020d".formatted(text.indexOf("s:0:")))
                .replace("s:0:64", "s:0:" + text.indexOf("1:0:0:0."))
                .replace("s:1:151", "s:1:" + text.indexOf("1:1:0:0.")));
    assertThat(losses).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          barrier|0:1:1:0:0:0
          bcast root=0 bytes=100|1:1:1:0:100:0
          bcast root=1 bytes=100|1:1:0:0:0:100
          gather root=0 bytes=5 receive_bytes=6|2:1:1:0:5:12
          gatherv root=0 bytes=5 receive_bytes_by_rank=[5,7]|3:1:1:0:5:12
          gatherv root=1 bytes=5 receive_bytes_by_rank=[5,7]|3:1:0:0:5:0
          scatter root=0 bytes=5 receive_bytes=6|4:1:1:0:10:6
          scatterv root=0 receive_bytes=5 send_bytes_by_rank=[5,7]|5:1:1:0:12:5
          scatterv root=1 receive_bytes=5 send_bytes_by_rank=[5,7]|5:1:0:0:0:5
          allgather bytes=5 receive_bytes=6|6:1:1:0:5:12
          allgatherv bytes=5 receive_bytes_by_rank=[5,7]|7:1:1:0:5:12
          alltoall bytes=5 receive_bytes=6|8:1:1:0:10:12
          alltoallv send_bytes_by_rank=[1,2] receive_bytes_by_rank=[3,4]|9:1:1:0:3:7
          reduce root=1 bytes=800 count=100|10:1:1:0:800:0
          reduce root=0 bytes=800 count=100|10:1:0:0:800:800
          allreduce bytes=400 count=100|11:1:1:0:400:400
          reduce_scatter receive_bytes_by_rank=[8,16] count=3|12:1:1:0:24:8
          reduce_scatter_block receive_bytes=8 count=2|13:1:1:0:16:8
          scan bytes=16 count=1|14:1:1:0:16:16
          exscan bytes=16 count=1|14:1:1:0:16:16
          alltoallw send_bytes_by_rank=[1,2] receive_bytes_by_rank=[3,4]|15:1:1:0:3:7
          """)
  void collectivesSayWhatATaskSendsAndReceivesInAll(String op, String record) throws IOException {
    assertThat(records(2, op)).containsExactly("10:0:0:" + record + ":1");
    String number = record.substring(0, record.indexOf(':'));
    String started = op.replaceFirst("^(\\w+)", "i$1 request=0") + "\nwait request=0";
    assertThat(records(2, started))
        .containsExactly("10:0:0:" + record + ":0", "10:0:0:" + number + ":1:0:0:0:0:2");
  }

  @Test
  void communicatorsAreDefinedAndKeptApart() throws IOException {
    String text =
        written(
            2,
            """
            comm_dup new_communicator=2
            barrier
            barrier communicator=2
            send peer=0 bytes=8 communicator=1
            recv peer=0 receive_bytes=8 communicator=1
            """);
    assertThat(text)
        .contains("d:1:1:2:0:1\nd:1:2:2:0:1\nd:1:3:1:0\nd:1:4:1:1\n")
        .contains("10:0:0:0:1:1:0:0:0:1\n10:0:0:0:2:1:0:0:0:1\n2:0:0:0:-1:8:0:3:0\n")
        .contains("2:1:0:1:-1:8:0:4:0\n");
    TraceSource back = WrittenTraces.read(FORMAT, text, folder);
    assertThat(WrittenTraces.ops(back, 0, Set.of())).hasSize(5);
  }

  @Test
  void whatHasNoRecordIsALossOrRefused() throws IOException {
    assertThat(
            records(
                2,
                """
                init
                isend peer=1 bytes=8 request=0
                wait request=0
                elapse duration=1us
                event object=3 count=1
                send peer=nobody bytes=8
                finalize
                """))
        .containsExactly("2:0:0:1:-1:8:0:1:2", "1:0:0:0.000001000000", "20:0:0:3:1");
    assertThat(String.join("\n", losses))
        .contains("waits for sends (2)", "do not depend on the CPU (2)", "nobody (2)", "inits and");
    TraceSource wild = WrittenTraces.parsed(2, "program 0-1 {\nrecv peer=any receive_bytes=8\n}\n");
    assertThatThrownBy(() -> WrittenTraces.written(FORMAT, wild, losses))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("cannot hold this trace: rank 0, op 1: recv peer=-1")
        .hasMessageContaining("receives a message from any rank");
  }

  @Test
  void exampleComesBackUnchanged() throws IOException {
    org.foretell.trace.store.MemoryTrace.Builder sink =
        org.foretell.trace.store.MemoryTrace.builder();
    DimemasReader.read(Path.of("../examples/ring.4.dim"), sink);
    TraceSource original = sink.build();
    String text = WrittenTraces.written(FORMAT, original, losses);
    TraceSource again = WrittenTraces.read(FORMAT, text, folder);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(WrittenTraces.ops(again, rank, Set.of()))
          .isEqualTo(WrittenTraces.ops(original, rank, Set.of()));
    }
    assertThat(losses).isEmpty();
  }
}
