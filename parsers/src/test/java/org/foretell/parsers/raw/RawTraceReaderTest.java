package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of each record. */
class RawTraceReaderTest {
  private static final String RECV = "MPI_Recv";
  private static final String IRECV = "MPI_Irecv";

  @TempDir Path folder;

  private RawRank rank(int rank, int ranks) {
    return new RawRank(77, rank, ranks)
        .function("MPI_Send", "send", "peer", "tag", "bytes", "communicator")
        .function(RECV, "recv", "peer", "tag", "receive_bytes", "communicator")
        .function(IRECV, "irecv", "peer", "tag", "receive_bytes", "communicator", "request")
        .function("MPI_Waitall", "waitall", "requests")
        .function("MPI_Test", "test", "request", "outcome", "polls")
        .function("MPI_Cart_map", "")
        .function("MPI_Init", "init", "provided")
        .function(
            "MPI_Sendrecv",
            "sendrecv",
            "peer",
            "tag",
            "bytes",
            "receive_peer",
            "receive_tag",
            "receive_bytes",
            "communicator")
        .function(
            "MPI_Recv_init", "recv_init", "peer", "tag", "receive_bytes", "communicator", "request")
        .function("MPI_Start", "start", "request")
        .function("MPI_Wait", "wait", "request")
        .function("MPI_Finalize", "finalize");
  }

  private String read(RawOptions options) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, options, trace);
    StringWriter out = new StringWriter();
    trace.build().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private String read() {
    return read(RawOptions.DEFAULT);
  }

  @Test
  void mostRanksOfOneHostAreTheRanksOfANode() {
    for (int rank = 0; rank < 3; rank++) {
      RawRank each = rank(rank, 3);
      each.call("MPI_Finalize", 0, 1);
      each.text(128, rank == 1 ? "node7" : "node8");
      each.write(folder);
    }
    assertThat(read()).contains("\nranks_per_node 2\n");
    RawRank unnamed = rank(1, 3);
    unnamed.call("MPI_Finalize", 0, 1);
    unnamed.header.putLong(128, 0);
    unnamed.write(folder);
    assertThat(read()).doesNotContain("ranks_per_node");
  }

  @Test
  void burstsAndCallsWithTheirTimes() {
    RawRank zero = rank(0, 2);
    zero.header.putInt(44, 5);
    zero.call("MPI_Init", 0, 10, 1);
    zero.call("MPI_Send", 1005, 200, 1, 7, 64, 0);
    zero.plain(1, 5000); // the tracer paused
    zero.call("MPI_Cart_map", 3, 40).call("MPI_Finalize", 25, 30);
    zero.write(folder);
    RawRank one = rank(1, 2);
    one.call(RECV, 0, 900, 0, 7, 128, 0).call("MPI_Finalize", 0, 1);
    one.write(folder);
    assertThat(new RawTraceFormat().recognises(folder)).isTrue();
    assertThat(new RawTraceFormat().recognises(folder.resolve("run-000000000000004d"))).isTrue();
    assertThat(read())
        .isEqualTo(
            """
            foretell-trace 1
            name "solver"
            ranks 2
            origin "Foretell's tracer 0.1, Open MPI v4"
            ranks_per_node 2
            burst_clock wall
            note "calls with unknown effects on other ranks only take their time: 1 MPI_Cart_map"
            program 0 {
              init
              compute duration=column
              send peer=1 tag=7 bytes=64
              elapse duration=column
              compute duration=column
              finalize
            }
            program 1 {
              recv peer=0 tag=7 receive_bytes=128
              finalize
            }
            durations 0 1us 40ns 18ns
            call_times 0 10ns 200ns 30ns
            call_times 1 900ns 1ns
            """);
    assertThat(read(RawOptions.DEFAULT.withCallTimes(false))).doesNotContain("call_times");
  }

  @Test
  void ticksOfACounterAreScaledByTwoPoints() {
    RawRank zero = rank(0, 1).flags(1 | 4 | 8);
    zero.header.putLong(48, 1_000).putLong(56, 500);
    zero.header.putLong(72, 1_000 + 3_000_000_000L).putLong(80, 500 + 1_000_000_000L);
    zero.call("MPI_Finalize", 3, 6);
    zero.write(folder);
    assertThat(read()).contains("durations 0 1ns\ncall_times 0 2ns\n");
  }

  @Test
  void aKilledRankHasThePointsOfItsWindowsOrOfItsHost() {
    RawRank killed = rank(0, 2).flags(1 | 4);
    killed.header.putLong(72, 0).putLong(80, 0);
    killed.call("MPI_Cart_map", 4, 8);
    killed.write(folder);
    RawRank other = rank(1, 2).flags(1 | 4 | 8);
    other.header.putLong(72, 1_000_000 + 2_000_000_000L).putLong(80, 1_000_000 + 1_000_000_000L);
    other.write(folder);
    assertThat(read())
        .contains("durations 0 2ns 4ns\n")
        .contains("ended without finalize (killed, crashed, or by _exit or abort)")
        .contains("note \"rank 0: ended without finalize");
  }

  @Test
  void wildcardsGetWhatTheyMatched() {
    RawRank zero = rank(0, 2);
    zero.call(RECV, 0, 1, -1, -1, 100, 0).matched(-3, 1, 9, 50);
    zero.call(IRECV, 0, 1, -1, 5, 100, 0, 0).call(IRECV, 0, 1, 1, -1, 100, 0, 1);
    zero.call(IRECV, 0, 1, 1, 5, 100, 0, 2);
    zero.call("MPI_Waitall", 0, 1, (Object) new long[] {1, 0, -3, 2});
    zero.plain(1, 77).matched(1, 1, 3, 8).matched(0, 1, 5, 8).matched(2, 1, 5, 8);
    zero.call(IRECV, 0, 1, -1, -1, 100, 0, 0);
    zero.call("MPI_Sendrecv", 0, 1, 1, 2, 30, -1, -1, 40, 0).matched(-4, 1, 6, 40);
    zero.call("MPI_Test", 0, 1, 0, 1, 12).matched(0, 0, 8, 8);
    zero.write(folder);
    rank(1, 2).write(folder);
    assertThat(read())
        .contains(
            """
            program 0 {
              recv peer=any tag=any receive_bytes=100 matched_peer=1 matched_tag=9
              irecv peer=any tag=5 receive_bytes=100 request=0 matched_peer=1 matched_tag=5
              irecv peer=1 tag=any receive_bytes=100 request=1 matched_peer=1 matched_tag=3
              irecv peer=1 tag=5 receive_bytes=100 request=2
              waitall requests=[1,0,none,2]
              irecv peer=any tag=any receive_bytes=100 request=0 matched_peer=0 matched_tag=8
              sendrecv peer=1 tag=2 bytes=30 receive_peer=any receive_tag=any receive_bytes=40 \
            matched_peer=1 matched_tag=6
              test request=0 outcome=1
            }
            """)
        .contains("rank 0, 12 times: unsuccessful polls were folded into the call after them");
  }

  @Test
  void probesThatFoundNothingLeaveNothingOpen() {
    RawRank zero = rank(0, 1).function("MPI_Iprobe", "iprobe", "peer", "tag", "outcome", "polls");
    zero.call("MPI_Iprobe", 0, 1, -1, -1, 0, 5);
    zero.call("MPI_Iprobe", 0, 1, -1, -1, 1, 5).matched(-3, 0, 4, 8);
    zero.call(RECV, 0, 1, -2, -1, 8, 0).matched(-3, -2, -1, 0);
    zero.write(folder);
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    assertThat(trace.build().capabilities()).containsOnly(Capability.CALL_TIMES);
    assertThat(read())
        .contains("iprobe peer=any tag=any outcome=0 matched_peer=nobody\n")
        .contains("iprobe peer=any tag=any outcome=1 matched_peer=0 matched_tag=4\n");
  }

  @Test
  void persistentReceivesKeepAMatchThatIsAlwaysTheSame() {
    RawRank zero = rank(0, 1);
    zero.call("MPI_Recv_init", 0, 1, -1, 5, 100, 0, 0);
    zero.call("MPI_Recv_init", 0, 1, -1, -1, 100, 0, 1);
    for (int i = 0; i < 2; i++) {
      zero.call("MPI_Start", 0, 1, 0).call("MPI_Wait", 0, 1, 0).matched(0, 0, 5, 8);
      zero.call("MPI_Start", 0, 1, 1).call("MPI_Wait", 0, 1, 1).matched(1, 0, 6 + i, 8);
    }
    zero.write(folder);
    assertThat(read())
        .contains("recv_init peer=any tag=5 receive_bytes=100 request=0 matched_peer=0")
        .contains("recv_init peer=any tag=any receive_bytes=100 request=1\n");
  }

  @Test
  void cancelledReceivesReceiveFromNobody() {
    RawRank zero = rank(0, 1).function("MPI_Cancel", "");
    zero.call(IRECV, 0, 1, 0, 5, 100, 0, 0).call("MPI_Cancel", 0, 1);
    zero.call("MPI_Wait", 0, 1, 0).matched(0, -3, -1, -1);
    zero.write(folder);
    assertThat(read()).contains("irecv peer=nobody tag=5").contains("was cancelled");
  }

  @Test
  void markersNestAndRecordingCanBeOff() {
    RawRank zero = rank(0, 1);
    int outer = zero.name("outer");
    int inner = zero.name("inner");
    zero.plain(2, 10, outer).plain(2, 0, inner).plain(4, 3).plain(5, 1000).plain(6, 1, 2, 3);
    zero.plain(3, 7, outer).plain(3, 0, inner).plain(2, 0, inner);
    zero.write(folder);
    String text = read();
    assertThat(text)
        .contains(
            """
            marker 0 "outer"
            marker 1 "inner"
            program 0 {
              compute duration=column
              marker_begin marker=0
              marker_begin marker=1
              compute duration=column
              elapse duration=column
              compute duration=column
              marker_end marker=1
              marker_end marker=0
              marker_begin marker=1
              marker_end marker=1
            }
            durations 0 10ns 3ns 1us 7ns
            """)
        .contains("recording was switched off")
        .contains("a phase ended that had not begun");
  }

  @Test
  void aBurstHasTheCallSiteOfTheCallThatEndsIt() {
    RawRank file = rank(0, 1);
    int program = file.module("/home/me/solver", "");
    file.callSite(program + 1, 0x40);
    file.call(1, 1, "MPI_Cart_map", 20, 5).write(folder);
    assertThat(read())
        .contains("  compute duration=column call_site=0\n  elapse duration=column call_site=0\n");
  }

  @Test
  void whereTheTracerMeasuredItselfIsNoCallSite() {
    RawRank file = rank(0, 1);
    int tracer = file.module("/opt/lib/libforetell-trace-openmpi.so", "");
    int program = file.module("/home/me/solver", "");
    file.callSite(tracer + 1, 0x6cd45).callSite(program + 1, 0x40);
    file.call(1, 2, "MPI_Cart_map", 0, 5).write(folder);
    assertThat(read())
        .contains("call_site 0 \"solver+0x40\"\n")
        .contains("  elapse duration=column call_site=0\n")
        .doesNotContain("libforetell-trace");
  }

  @Test
  void callSitesAreOneTableForAllRanks() {
    for (int rank = 0; rank < 2; rank++) {
      RawRank file = rank(rank, 2);
      int library = file.module("/lib/libx.so", "");
      int program = file.module("/home/me/solver", "");
      if (rank == 1) {
        file.callSite(program + 1, 0x40, 0, 0x99);
      }
      file.callSite(library + 1, 0x1234);
      file.call(1, 1, "MPI_Cart_map", 0, 5).call(1, 0, "MPI_Finalize", 0, 1).write(folder);
    }
    assertThat(read())
        .contains("call_site 0 \"libx.so+0x1234\"\ncall_site 1 \"solver+0x40 < 0x99\"\n")
        .contains("program 0 {\n  elapse duration=column call_site=0\n  finalize\n}")
        .contains("program 1 {\n  elapse duration=column call_site=1\n  finalize\n}");
  }

  @Test
  void threadsBecomeOneSequence() {
    RawRank zero = rank(0, 1);
    zero.call(1, 0, RECV, 100, 1000, 0, 1, 8, 0);
    zero.call(2, 0, "MPI_Send", 300, 50, 0, 1, 8, 0);
    zero.call(2, 0, "MPI_Send", 900, 50, 0, 2, 8, 0);
    zero.write(folder);
    assertThat(read())
        .contains(
            """
            program 0 {
              compute duration=column
              send tag=1 bytes=8 peer=0
              recv tag=1 receive_bytes=8 peer=0
              compute duration=column
              send tag=2 bytes=8 peer=0
            }
            durations 0 300ns 150ns
            """
                .replace("send tag=1 bytes=8 peer=0", "send peer=0 tag=1 bytes=8")
                .replace("send tag=2 bytes=8 peer=0", "send peer=0 tag=2 bytes=8")
                .replace("recv tag=1 receive_bytes=8 peer=0", "recv peer=0 tag=1 receive_bytes=8"))
        .contains("several threads made calls");
  }

  @Test
  void halvesOfASendrecvHaveOpsOfOtherThreadsBetweenThem() {
    RawRank zero = rank(0, 1);
    zero.call(1, 0, "MPI_Sendrecv", 100, 1000, 0, 2, 30, -1, -1, 40, 0).matched(-4, 0, 6, 40);
    zero.call(2, 0, "MPI_Send", 300, 50, 0, 6, 40, 0);
    zero.call(2, 0, RECV, 0, 50, 0, 2, 30, 0);
    zero.write(folder);
    assertThat(read())
        .contains(
            """
            program 0 {
              compute duration=column
              isend peer=0 tag=2 bytes=30
              send peer=0 tag=6 bytes=40
              recv peer=0 tag=2 receive_bytes=30
              recv peer=any tag=any receive_bytes=40 matched_peer=0 matched_tag=6
            }
            durations 0 100ns
            call_times 0 0ps 50ns 50ns 1us
            """);
  }

  @Test
  void oneFileIsOpenAtATime() {
    for (int i = 0; i < 200; i++) {
      rank(i, 200).call("MPI_Send", 0, 1, 0, 1, 8, 0).write(folder);
    }
    Path descriptors = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(descriptors));
    int[] most = {0};
    MemoryTrace.Builder trace = MemoryTrace.builder();
    TraceSink counting =
        (TraceSink)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TraceSink.class},
                (proxy, method, arguments) -> {
                  most[0] = Math.max(most[0], openRawFiles(descriptors));
                  return method.invoke(trace, arguments);
                });
    RawTraceReader.read(folder, RawOptions.DEFAULT, counting);
    assertThat(trace.build().operations()).hasValue(200);
    assertThat(most[0]).isEqualTo(1);
  }

  @Test
  void haloOfManyRanksIsMergedWhole() {
    RawHalo.write(folder, 100, 5);
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    // Init, five steps of six calls with a burst before each, and a burst before finalize.
    assertThat(trace.build().operations()).hasValue(100 * (1 + 5 * 12 + 2));
    assertThat(read())
        .contains("call_site 5 \"halo+0x68\"\n")
        .contains("irecv peer=99 receive_bytes=4096 request=0 call_site=0\n");
  }

  private static int openRawFiles(Path descriptors) throws IOException {
    int count = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path each : all) {
        // One that is the listing's own is gone when it is looked at.
        boolean isRaw =
            Files.isSymbolicLink(each) && Files.readSymbolicLink(each).toString().endsWith(".raw");
        count += isRaw ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void manyRecordsTakeSeveralWindows() {
    RawRank zero = rank(0, 1);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      zero.call("MPI_Send", 0, 1, 0, i, 1_000_000 + i, 0);
      expected.append("  send peer=0 tag=").append(i).append(" bytes=").append(1_000_000 + i);
      expected.append('\n');
    }
    zero.write(folder);
    assertThat(read()).contains(expected.toString().replace(" tag=0 ", " "));
  }
}
