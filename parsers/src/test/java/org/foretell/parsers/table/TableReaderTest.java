package org.foretell.parsers.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.foretell.parsers.Loss;
import org.foretell.parsers.plain.WrittenTraces;
import org.foretell.trace.CallTimes;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of calls, good and bad. */
class TableReaderTest {
  private static final Path EXAMPLE = Path.of("../examples/exchange.csv");

  @TempDir private Path folder;

  private List<Loss> losses = List.of();

  private TraceSource read(String text, boolean passes) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8), passes);
  }

  private TraceSource read(byte[] bytes, boolean passes) throws IOException {
    Path file = Files.write(folder.resolve("calls.csv"), bytes);
    MemoryTrace.Builder sink = MemoryTrace.builder();
    losses = TableReader.read(file, passes, true, sink);
    return sink.build();
  }

  private static List<String> ops(TraceSource trace, int rank) {
    return WrittenTraces.ops(trace, rank, Set.of());
  }

  @Test
  void rowsAreCallsWithTheBurstsBetweenThem() {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    TableReader.read(EXAMPLE, false, true, sink);
    TraceSource trace = sink.build();
    assertThat(trace.info().ranks()).isEqualTo(2);
    assertThat(trace.tables().callSites())
        .containsExactly("exchange.c:12", "exchange.c:13", "exchange.c:14", "exchange.c:20");
    assertThat(ops(trace, 0))
        .containsExactly(
            "init",
            "compute duration_ps=100000000",
            "irecv peer=1 tag=7 receive_bytes=65536 request=0 call_site=0",
            "isend peer=1 tag=7 bytes=65536 request=1 call_site=1",
            "waitall requests=[0,1] call_site=2",
            "compute duration_ps=120000000",
            "bcast bytes=8 call_site=3",
            "compute duration_ps=10000000",
            "finalize");
    CallTimes times = trace.callTimes(1).orElseThrow();
    assertThat(times.nextPs()).isEqualTo(10_000_000);
    assertThat(times.nextPs()).isEqualTo(1_000_000);
    assertThat(times.nextPs()).isEqualTo(1_500_000);
  }

  @Test
  void columnsMayBeInAnyOrderAndHaveAnyUnit() throws IOException {
    String text =
        """
        \uFEFFcall,end_s,"rank",start_ns , peer,receive_bytes
        recv,1700000000.000000003,0,1700000000000000001,any,
        compute,1700000000.000000005,0,1700000000000000003,,

        MPI_RECV,1700000000.00000001,0,1700000000000000007,nobody,12
        """;
    TraceSource trace = read(text.replace("\n", "\r\n"), false);
    assertThat(ops(trace, 0))
        .containsExactly(
            "recv peer=-1 receive_bytes=-1",
            "compute duration_ps=2000",
            "compute duration_ps=2000",
            "recv peer=-2 receive_bytes=12");
  }

  @Test
  void tablesWithoutTimesHaveDurationsOfComputation() throws IOException {
    TraceSource trace =
        read(
            """
            rank,call,duration_ms,marker,flops,send_bytes_by_rank,receive_bytes_by_rank,bytes,root
            0,marker_begin,,solve,,,,,
            0,compute,2.5,,1000,,,,
            0,elapse,1,,,,,,
            0,alltoallv,,,,1 2,3;4,,
            0,gather,,,,,,8,1
            0,marker_end,,solve,,,,,
            1,alltoallv,,,,3 4,1 2,,
            1,gather,,,,,,8,1
            """,
            false);
    assertThat(ops(trace, 0))
        .containsExactly(
            "marker_begin marker=0",
            "compute duration_ps=2500000000 flops=1000",
            "elapse duration_ps=1000000000",
            "alltoallv send_bytes_by_rank=[1,2] receive_bytes_by_rank=[3,4]",
            "gather bytes=8 receive_bytes=8 root=1",
            "marker_end marker=0");
    assertThat(trace.callTimes(0)).isEmpty();
  }

  @Test
  void callsThatNoOpStandsForTakeTheirTimeOnRequest() throws IOException {
    String text = "rank,call,start_us,end_us\n0,MPI_Abort,0,5\n0,MPI_Abort,6,7\n";
    assertThat(ops(read(text, true), 0))
        .containsExactly(
            "elapse duration_ps=5000000",
            "compute duration_ps=1000000",
            "elapse duration_ps=1000000");
    assertThat(losses).hasSize(1);
    assertThat(losses.get(0).text()).contains("calls of mpi_abort (2)");
    assertThatThrownBy(() -> read(text, false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("calls.csv:2: expected the name of a call");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rank,call,rank/0,init,0|column "rank" is there twice
          rank,call,start_us/0,init,5|both the start and the end
          rank,call,start_us,start_ns,end_s/0,init,5,5,5|in another unit too
          rank,call,colour/0,init,1|unknown column "colour"; known are rank, call,
          rank,call|only the names of columns
          rank,call/0,init,4|:2: expected 2 values, as there are columns, found 3
          rank,call/1,init|none of 0
          rank,call/0,init/1,init/0,finalize|:4: a row of rank 0 after one of rank 1
          rank,call/x,init|expected a rank, 0 to 16777215 in column rank, found "x"
          rank,call/99999999,init|expected a rank
          rank,call/0,sned|expected the name of a call, such as send or MPI_Send
          rank,call,peer/0,barrier,0|expected nothing in column peer, which barrier has not
          rank,call,peer/0,send,0|send needs a value in column bytes, which the table has not
          rank,call,bytes/0,send,8|send needs a value in column peer, which the table has not
          rank,call,peer,bytes/0,send,,8|send needs a value in column peer
          rank,call,peer,bytes/0,send,2,8|expected a number of 0 to 0, any or nobody in column peer
          rank,call,peer,bytes/0,send,0,-8|expected a number of 0 to
          rank,call,peer,bytes/0,isend,0,8|isend needs a value in column request
          rank,call,request/0,wait,99999999|expected a number of 0 to 1048575 or none
          rank,call,requests/0,waitall,0 x|in column requests, found "x"
          rank,call,bytes/0,bcast,8|bcast needs a value in column root
          rank,call,bytes/0,alltoall,|needs a value in column bytes
          rank,call,bytes/0,gatherv,8|needs a value in column r
          rank,call/0,compute|computation needs a duration
          rank,call,duration_s/0,compute,-1|expected a duration of at least 0
          rank,call,duration_s/0,compute,1e99|expected times of less than 106 days
          rank,call,duration_s/0,compute,1e999999999|expected a time in column duration_s
          rank,call,start_s,end_s/0,init,2,1|the call ends before it starts
          rank,call,start_s,end_s/0,init,0,2/0,finalize,1,3|starts before the last one of rank 0 ends
          rank,call/0,"init|(startline 2) EOF reached before encapsulated token finished
          """)
  void mistakesAreNamedWithTheirPlace(String rows, String message) {
    assertThatThrownBy(() -> read(rows.replace('/', '\n') + "\n", false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("calls.csv:")
        .hasMessageContaining(message);
  }

  @Test
  void aMissingQuoteOrOtherBytesDoNotFillTheMemory() {
    String endless = "rank,call\n0,\"" + "x".repeat(3 << 20);
    assertThatThrownBy(() -> read(endless, false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("is a quote missing?");
    assertThatThrownBy(
            () -> read("rank,call\n0,\u00ff".getBytes(StandardCharsets.ISO_8859_1), false))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected UTF-8 text");
  }

  /** Whatever bytes are changed, there is a trace or a message. */
  @Test
  void damagedTablesGiveMessages() throws IOException {
    byte[] whole = Files.readAllBytes(EXAMPLE);
    long seed = Long.getLong("foretell.fuzz.seed", ThreadLocalRandom.current().nextLong());
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      byte[] damaged =
          Arrays.copyOf(whole, i % 2 == 0 ? random.nextInt(whole.length) : whole.length);
      for (int change = 0; change < 3 && damaged.length > 0; change++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(read(damaged, random.nextBoolean()).info().ranks()).isPositive();
      } catch (TraceException message) {
        assertThat(message.getMessage()).as("seed %d, case %d", seed, i).contains("calls.csv:");
      }
    }
  }

  @Test
  void otherFilesAreNotTakenForTables() throws IOException {
    assertThat(TableReader.recognises(EXAMPLE)).isTrue();
    assertThat(TableReader.recognises(folder)).isFalse();
    Path other = Files.writeString(folder.resolve("other"), "call,rang\n0,1\n");
    assertThat(TableReader.recognises(other)).isFalse();
    assertThat(TableReader.recognises(folder.resolve("none"))).isFalse();
  }
}
