package org.foretell.parsers.liballprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lines of liballprof become, and what is refused. */
class LiballprofReaderTest {
  static final String HEADER =
      """
      # htor's PMPI Tracer Output
      # time: Sat Nov 28 22:00:00 2026
      # host: node1

      MPI_Init:-:140730000:140730008:1000
      """;
  private static final String END =
      """
      # Finalize clockdiff: 0.000000
      MPI_Finalize:9000:-
      """;

  @TempDir private Path folder;
  private List<Loss> losses = List.of();

  private void write(int rank, String lines) {
    write(folder, rank, lines);
  }

  /** Writes the file of a rank with some lines between its first and its last call. */
  static Path write(Path folder, int rank, String lines) {
    try {
      return Files.writeString(
          folder.resolve("pmpi-trace-rank-" + rank + ".txt"), HEADER + lines + END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MemoryTrace read() {
    TraceFormatReader reader = TraceFormats.installed().of(folder).orElseThrow();
    assertThat(reader.id()).isEqualTo("liballprof");
    MemoryTrace.Builder trace = MemoryTrace.builder();
    losses = reader.read(folder, ReadingOptions.DEFAULT, trace);
    return trace.build();
  }

  private static List<String> ops(MemoryTrace trace, int rank) {
    List<String> ops = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        ops.add(op.toString());
      }
    }
    return ops;
  }

  /** The ops of rank 0 of two, but for init, finalize and time. */
  private List<String> ops(String lines) {
    write(0, lines);
    write(1, "");
    return ops(read(), 0).stream()
        .filter(op -> !op.matches("(init|finalize|compute|elapse).*"))
        .toList();
  }

  @Test
  void computationIsTheTimeBetweenCalls() {
    write(
        0,
        """
        MPI_Comm_rank:1010:77,0,1:140730000:1013
        MPI_Barrier:1020.5:77,0,1:1030.123456
        MPI_Wtime:1031:1031
        """);
    assertThat(ops(read(), 0))
        .containsExactly(
            "init",
            "compute duration_ps=10000000",
            "elapse duration_ps=3000000",
            "compute duration_ps=7500000",
            "barrier",
            "compute duration_ps=876544",
            "compute duration_ps=7969000000",
            "finalize");
    assertThat(losses).isEmpty();
  }

  @Test
  void messagesAndRequests() {
    assertThat(
            ops(
                """
                MPI_Send:2000:64:10:11,8,8:1:5:77,0,2:2000
                MPI_Recv:2000:64:10:11,8,8:-1:-1:77,0,2:9:2000
                MPI_Isend:2000:64:3:1,4,4:1:6:77,0,2:8000:2000
                MPI_Irecv:2000:64:3:1,4,4:1:6:77,0,2:8008:2000
                MPI_Waitall:2000:2:8000:1:2000
                MPI_Irecv:2000:64:3:1,4,4:-2:6:77,0,2:8008:2000
                MPI_Test:2000:8008:1:1:2000
                MPI_Irecv:2000:64:3:1,4,4:1:7:77,0,2:8008:2000
                MPI_Wait:2000:8008:1:2000
                MPI_Wait:2000:8008:1:2000
                MPI_Sendrecv:2000:64:1:1,4,4:1:2:64:2:1,4,4:1:3:77,0,2:9:2000
                MPI_Send_init:2000:64:3:1,4,4:1:6:77,0,2:8000:2000
                MPI_Start:2000:8000:2000
                MPI_Wait:2000:8000:1:2000
                MPI_Request_free:2000:8000:2000
                """))
        .containsExactly(
            "send peer=1 tag=5 bytes=80",
            "recv peer=-1 tag=-1 receive_bytes=80",
            "isend peer=1 tag=6 bytes=12 request=0",
            "irecv peer=1 tag=6 receive_bytes=12 request=1",
            "waitall requests=[0,1]",
            "irecv peer=-2 receive_bytes=12 request=0",
            "test request=0",
            "wait request=0",
            "irecv peer=1 tag=7 receive_bytes=12 request=0",
            "wait request=0",
            "sendrecv peer=1 tag=2 bytes=4 receive_peer=1 receive_tag=3 receive_bytes=8",
            "send_init peer=1 tag=6 bytes=12 request=0",
            "start request=0",
            "wait request=0",
            "request_free request=0");
    assertThat(losses)
        .extracting(Loss::what)
        .containsExactly("ends of requests that tests or waits for some found complete");
  }

  @Test
  void requestsOfFortranAreFourBytesApart() {
    assertThat(
            ops(
                """
                MPI_Isend:2000:64:3:1,4,4:1:6:0,0,2:8000:2000
                MPI_Isend:2000:64:3:1,4,4:1:6:0,0,2:8004:2000
                MPI_Isend:2000:64:3:1,4,4:1:6:0,0,2:8008:2000
                MPI_Waitall:2000:2:8000:1:2000
                MPI_Wait:2000:8008:1:2000
                """))
        .contains("waitall requests=[0,1]", "wait request=2");
  }

  @Test
  void numbersOfNobodyAndAnyAreThoseOfTheLibrary() {
    assertThat(
            ops(
                """
                MPI_Recv:2000:64:1:1,4,4:-1:3:1140850688,0,2:9:2000
                MPI_Recv:2000:64:1:1,4,4:-2:3:1140850688,0,2:9:2000
                """))
        .containsExactly("recv peer=-2 receive_bytes=4", "recv peer=-1 tag=3 receive_bytes=4");
  }

  @Test
  void collectives() {
    assertThat(
            ops(
                """
                MPI_Bcast:2000:64:5:1,4,4:1:77,0,2:2000
                MPI_Reduce:2000:64:65:5:1,4,4:3:1:77,0,2:2000
                MPI_Allreduce:2000:64:65:5:1,4,4:3:77,0,2:2000
                MPI_Gather:2000:64:2:1,4,4:65:1:11,8,8:0:77,0,2:2000
                MPI_Gatherv:2000:64:2:1,4,4:65:90:2,3:91:0,2:1,4,4:0:77,0,2:2000
                MPI_Gatherv:2000:64:2:1,4,4:65:90:2,3:91:0,2:1,4,4:1:77,0,2:2000
                MPI_Scatterv:2000:64:90:2,3:91:0,2:1,4,4:65:2:1,4,4:0:77,0,2:2000
                MPI_Allgather:2000:1:0:1,4,4:65:3:1,4,4:77,0,2:2000
                MPI_Allgatherv:2000:64:2:1,4,4:65:90:2,3:91:0,2:1,4,4:77,0,2:2000
                MPI_Alltoall:2000:64:2:1,4,4:65:2:1,4,4:77,0,2:2000
                MPI_Alltoallv:2000:64:90:1,2:91:0,1:1,4,4:65:92:3,4:93:0,3:1,4,4:77,0,2:2000
                MPI_Alltoallv:2000:64:90:91:1,4,4:65:92:93:1,4,4:77,0,2:2000
                MPI_Reduce_scatter:2000:64:65:90:3,4:1,4,4:3:77,0,2:2000
                MPI_Scan:2000:64:65:2:1,4,4:3:77,0,2:2000
                MPI_Iallreduce:2000:64:65:5:1,4,4:3:77,0,2:8000:2000
                MPI_Wait:2000:8000:1:2000
                """))
        .containsExactly(
            "bcast bytes=20 root=1",
            "reduce bytes=20 root=1 count=5",
            "allreduce bytes=20 count=5",
            "gather bytes=8 receive_bytes=8",
            "gatherv bytes=8 receive_bytes_by_rank=[8,12]",
            "gatherv bytes=8 root=1",
            "scatterv receive_bytes=8 send_bytes_by_rank=[8,12]",
            "allgather bytes=12 receive_bytes=12",
            "allgatherv bytes=8 receive_bytes_by_rank=[8,12]",
            "alltoall bytes=8 receive_bytes=8",
            "alltoallv send_bytes_by_rank=[4,8] receive_bytes_by_rank=[12,16]",
            "barrier",
            "reduce_scatter receive_bytes_by_rank=[12,16] count=7",
            "scan bytes=8 count=2",
            "iallreduce bytes=20 count=5 request=0",
            "wait request=0");
    assertThat(losses).extracting(Loss::what).containsExactly("sizes of collectives by rank");
  }

  @Test
  void handlesOfSplitsAreFoundByWhatTheSplitsGive() {
    for (int rank = 0; rank < 4; rank++) {
      // Columns are made before rows, and used after them.
      int row = rank / 2;
      int column = rank % 2;
      write(
          rank,
          """
          MPI_Barrier:1000:77,%1$d,4:2000
          MPI_Comm_split:2000:77,%1$d,4:%3$d:%1$d:8000:2000
          MPI_Comm_split:2000:77,%1$d,4:%4$d:0:8008:2000
          MPI_Comm_dup:2000:77,%1$d,4:8016:2000
          MPI_Allreduce:2000:64:65:1:1,4,4:3:501,%2$d,2:2000
          MPI_Barrier:2000:502,%1$d,4:2000
          MPI_Barrier:2000:503,0,1:2000
          """
              .formatted(rank, row, column, rank == 3 ? -1 : 9));
    }
    assertThat(ops(read(), 2))
        .contains(
            "comm_split key=2 new_communicator=2",
            "comm_split color=9 new_communicator=3",
            "comm_dup new_communicator=4",
            "allreduce bytes=4 count=1 communicator=2",
            "barrier communicator=4",
            "barrier communicator=1");
    assertThat(ops(read(), 3)).contains("comm_split color=-3");
    assertThat(losses).isEmpty();
  }

  /**
   * A small trace and what Schedgen of LogGOPSim makes of it: the lengths of its calcs, with those
   * of calls that it does not know, and its messages, of each rank.
   */
  @Test
  void isWhatSchedgenMakesOfIt() {
    write(
        0,
        """
        MPI_Send:1100:64:10:11,8,8:1:5:77,0,2:1105
        MPI_Irecv:1205:64:4:11,8,8:1:6:77,0,2:8000:1206
        MPI_Wait:1306:8000:1:1400
        """);
    write(
        1,
        """
        MPI_Recv:1010:64:10:11,8,8:0:5:77,1,2:9:1107
        MPI_Isend:1207:64:4:11,8,8:0:6:77,1,2:8000:1208
        MPI_Wait:1308:8000:1:1309
        """);
    MemoryTrace trace = read();
    Pattern calc = Pattern.compile("compute duration_ps=(\\d+)000");
    List<List<String>> made = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      List<String> lines = new ArrayList<>();
      for (String op : ops(trace, rank)) {
        Matcher burst = calc.matcher(op);
        lines.add(burst.matches() ? "calc " + burst.group(1) : op.replaceAll(" request=0", ""));
      }
      made.add(lines);
    }
    assertThat(made.get(0))
        .containsExactly(
            "init",
            "calc 100000",
            "send peer=1 tag=5 bytes=80",
            "calc 100000",
            "irecv peer=1 tag=6 receive_bytes=32",
            "calc 100000",
            "wait",
            "calc 7600000",
            "finalize");
    assertThat(made.get(1))
        .containsExactly(
            "init",
            "calc 10000",
            "recv peer=0 tag=5 receive_bytes=80",
            "calc 100000",
            "isend peer=0 tag=6 bytes=32",
            "calc 100000",
            "wait",
            "calc 7691000",
            "finalize");
  }
}
