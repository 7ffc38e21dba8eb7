package org.foretell.parsers.paraver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.plain.WrittenTraces;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of Extrae: a real one, and lines by hand in its form. */
class ParaverReaderTest {
  static final Path EXAMPLE = Path.of("../examples/steps.4.prv");

  /** Two tasks and their communicators, in nanoseconds. */
  static final String HEADER =
      """
      #Paraver (29/11/2026 at 01:00):9000_ns:1(2):1:2(1:1,1:1),3
      c:1:1:2:1:2
      c:1:2:1:1
      c:1:3:1:2
      """;

  @TempDir private Path folder;

  private List<Loss> losses = List.of();

  private TraceSource read(Path file) {
    MemoryTrace.Builder sink = MemoryTrace.builder();
    losses = ParaverReader.read(file, false, true, sink);
    return sink.build();
  }

  private TraceSource read(String text) throws IOException {
    return read(Files.writeString(folder.resolve("x.prv"), text));
  }

  private static List<String> ops(TraceSource trace, int rank) {
    return WrittenTraces.ops(trace, rank, Set.of());
  }

  private static List<String> calls(TraceSource trace, int rank) {
    return ops(trace, rank).stream().filter(op -> !op.startsWith("compute")).toList();
  }

  /** What the program does is known: its source is in examples/README.md. */
  @Test
  void aRealTraceHasTheCallsOfItsProgram() {
    TraceSource trace = read(EXAMPLE);
    assertThat(trace.info().ranks()).isEqualTo(4);
    assertThat(trace.info().ranksPerNode()).isEqualTo(4);
    List<String> calls = calls(trace, 3).stream().filter(op -> !op.startsWith("elapse")).toList();
    assertThat(calls.subList(0, 6))
        .containsExactly(
            "init",
            "bcast bytes=800 root=1",
            "irecv peer=2 receive_bytes=8192 request=0",
            "isend peer=0 bytes=8192 request=1",
            "waitall requests=[0,1]",
            "sendrecv peer=0 tag=50 bytes=128 receive_peer=2 receive_tag=50 receive_bytes=128");
    assertThat(calls.subList(calls.size() - 9, calls.size()))
        .containsExactly(
            "reduce bytes=64 root=2",
            "alltoall bytes=32 receive_bytes=32",
            "gather bytes=32 root=1 communicator=6",
            "scatter bytes=48 receive_bytes=48 root=3",
            "allgather bytes=24 receive_bytes=24 communicator=6",
            "recv peer=0 tag=7 receive_bytes=524288",
            "iallreduce bytes=40 request=0",
            "wait request=0",
            "finalize");
    assertThat(losses)
        .extracting(Loss::what)
        .contains("creations of communicators", "handles of requests", "events of the tracer");
  }

  /** The second receive is complete first; one send's partner begins after the first wait. */
  @Test
  void waitsCompleteWhatWasThereAndSendsWhoseReceiveHadBegun() throws IOException {
    TraceSource trace =
        read(
            HEADER
                + """
                2:1:1:1:1:100:50000001:4
                2:1:1:1:1:110:50000001:0
                2:1:1:1:1:120:50000001:4
                2:1:1:1:1:130:50000001:0
                2:1:1:1:1:140:50000001:3
                3:1:1:1:1:140:150:2:1:2:1:900:950:8:3
                2:1:1:1:1:150:50000001:0
                2:2:1:2:1:200:50000001:3
                3:2:1:2:1:200:210:1:1:1:1:130:300:16:2
                2:2:1:2:1:210:50000001:0
                2:2:1:2:1:220:50000001:3
                3:2:1:2:1:220:230:1:1:1:1:110:700:32:1
                2:2:1:2:1:230:50000001:0
                2:1:1:1:1:250:50000001:5
                2:1:1:1:1:300:50000001:0
                2:1:1:1:1:350:50000001:6
                2:1:1:1:1:700:50000001:0
                2:1:1:1:1:800:50000001:5
                2:1:1:1:1:950:50000001:0
                2:2:1:2:1:890:50000001:2
                2:2:1:2:1:950:50000001:0
                """);
    assertThat(calls(trace, 0))
        .containsExactly(
            "irecv peer=1 tag=1 receive_bytes=32 request=0",
            "irecv peer=1 tag=2 receive_bytes=16 request=1",
            "isend peer=1 tag=3 bytes=8 request=2",
            "wait request=1",
            "wait request=0",
            "wait request=2");
    assertThat(calls(trace, 1))
        .containsExactly(
            "isend peer=0 tag=2 bytes=16 request=0",
            "isend peer=0 tag=1 bytes=32 request=1",
            "recv peer=0 tag=3 receive_bytes=8");
    assertThat(losses)
        .contains(new Loss("requests that no wait completed", 2, "nothing waits for them"));
  }

  @Test
  void startsOfPersistentRequestsAreMessagesOfTheirOwn() throws IOException {
    TraceSource trace =
        read(
            HEADER
                + """
                2:1:1:1:1:100:50000001:116
                2:1:1:1:1:110:50000001:0
                2:1:1:1:1:200:50000003:124
                3:1:1:1:1:205:205:2:1:2:1:300:400:8:3
                3:2:1:2:1:350:360:1:1:1:1:206:500:4:5
                2:1:1:1:1:220:50000003:0
                2:2:1:2:1:300:50000001:41
                2:2:1:2:1:400:50000001:0
                2:1:1:1:1:410:50000001:6
                2:1:1:1:1:500:50000001:0
                """);
    assertThat(calls(trace, 0))
        .containsExactly(
            "irecv peer=1 tag=5 receive_bytes=4 request=0",
            "isend peer=1 tag=3 bytes=8 request=1",
            "waitall requests=[0,1]");
    assertThat(calls(trace, 1))
        .containsExactly(
            "sendrecv peer=0 tag=5 bytes=4 receive_peer=0 receive_tag=3 receive_bytes=8");
  }

  /** Times are microseconds where the header has no unit. */
  @Test
  void burstsPhasesCountersAndCallSites() throws IOException {
    Files.writeString(
        folder.resolve("x.pcf"),
        """
        EVENT_TYPE
        0    60000019    User function
        VALUES
        0   End
        4   solve

        EVENT_TYPE
        0    80000001    Caller line at level 1
        VALUES
        0   End
        7   35 (halo.c, halo)

        """);
    TraceSource trace =
        read(
            """
            #Paraver (29/11/2026 at 01:00):50:0:1:1(1:0)
            1:1:1:1:1:0:5:2
            1:1:1:1:1:5:20:1
            2:1:1:1:1:8:60000019:4:42000050:300
            2:1:1:1:1:20:50000002:8:42000050:1200:70000001:3:80000001:7
            2:1:1:1:1:30:50000002:0:42000050:50
            2:1:1:1:1:35:60000019:0:42000050:70
            2:1:1:1:1:36:1000:9
            1:1:1:1:1:30:45:1
            """);
    assertThat(ops(trace, 0))
        .containsExactly(
            "compute duration_ps=3000000",
            "marker_begin marker=0",
            "compute duration_ps=12000000",
            "barrier call_site=0",
            "compute duration_ps=5000000",
            "marker_end marker=0",
            "compute duration_ps=1000000",
            "event object=1000 count=9",
            "compute duration_ps=9000000");
    assertThat(trace.tables().markers()).containsExactly("solve");
    assertThat(trace.tables().callSites()).containsExactly("halo.c:35");
    assertThat(losses).extracting(Loss::what).containsExactly("communicators of collectives");
  }

  @Test
  void recognisedByItsFirstLineWhateverItsName() throws IOException {
    assertThat(ParaverReader.recognises(EXAMPLE)).isTrue();
    Path other = Files.writeString(folder.resolve("y.prv"), "#Paravers\n");
    assertThat(ParaverReader.recognises(other)).isFalse();
    assertThat(ParaverReader.recognises(folder)).isFalse();
  }

  @Test
  void folderWithOneTrace() throws IOException {
    Files.copy(EXAMPLE, folder.resolve("steps.prv"));
    Files.writeString(folder.resolve("other.prv"), "no trace");
    Files.writeString(folder.resolve("steps.row"), "LEVEL CPU SIZE 4");
    assertThat(ParaverReader.recognises(folder)).isTrue();
    MemoryTrace.Builder whole = MemoryTrace.builder();
    ParaverReader.read(folder, false, true, whole);
    assertThat(whole.build().info().name()).isEqualTo("steps");
    Files.copy(EXAMPLE, folder.resolve("again.prv"));
    assertThat(ParaverReader.recognises(folder)).isTrue();
    assertThatThrownBy(() -> ParaverReader.read(folder, false, true, MemoryTrace.builder()))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            folder
                + ": expected one Paraver trace (.prv) in the folder, found 2 (again.prv,"
                + " steps.prv); name one of them");
  }
}
