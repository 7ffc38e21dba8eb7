package org.foretell.parsers.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.otf2.ArchiveWriter.Records;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the events of small archives. */
class Otf2ReaderTest {
  private static final int SEND = 1;
  private static final int IRECV = 2;
  private static final int WAIT = 3;
  private static final int WAITALL = 4;
  private static final int SOLVE = 5;
  private static final int ALLREDUCE = 6;
  private static final int SENDRECV = 7;
  private static final int ISEND = 8;
  private static final String END = "marker_end marker=0";
  private static final String FENCE = "win_fence object=4";

  @TempDir private Path folder;
  private List<Loss> losses = List.of();

  private static ArchiveWriter writer(boolean isLittle, int chunkBytes) {
    return new ArchiveWriter(isLittle, chunkBytes)
        .ranks(2)
        .region(SEND, "MPI_Send", ArchiveWriter.MPI, 0)
        .region(IRECV, "mpi_irecv_", ArchiveWriter.COMPILER, 0)
        .region(WAIT, "MPI_Wait", ArchiveWriter.MPI, 0)
        .region(WAITALL, "MPI_Waitall", ArchiveWriter.MPI, 0)
        .region(SOLVE, "solve", ArchiveWriter.USER, 12)
        .region(ALLREDUCE, "MPI_Allreduce", ArchiveWriter.MPI, 0)
        .region(SENDRECV, "MPI_Sendrecv", ArchiveWriter.MPI, 0)
        .region(ISEND, "MPI_Isend", ArchiveWriter.MPI, 0);
  }

  private MemoryTrace read() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    losses = Otf2Reader.read(folder, ReadingOptions.DEFAULT, trace);
    return trace.build();
  }

  private static List<String> ops(MemoryTrace trace, int rank) {
    List<String> ops = new ArrayList<>();
    try (RankCursor cursor = trace.open(rank)) {
      OpView op = new OpView();
      while (cursor.next(op)) {
        ops.add(op.toString());
      }
    }
    return ops;
  }

  private List<String> losses() {
    return losses.stream().map(Loss::text).toList();
  }

  @ParameterizedTest
  @CsvSource({"true, 1000000", "false, 1000000", "true, 80", "false, 80"})
  void eitherByteOrderAndChunksOfAnySize(boolean isLittle, int chunkBytes) {
    ArchiveWriter writer = writer(isLittle, chunkBytes);
    Records first = writer.records();
    first.enter(1000, SOLVE).enter(1500, SEND).message(EventReader.SEND, 1, 0, 7, 4096);
    first.leave(1600, SEND).enter(2000, ALLREDUCE).record(EventReader.COLLECTIVE_BEGIN, f -> {});
    first.collective(11, 0, ArchiveWriter.UNDEFINED, 16, 16).leave(2100, ALLREDUCE);
    first.leave(2500, SOLVE);
    Records second = writer.records();
    second.enter(10, IRECV).brief(11, EventReader.IRECV_REQUEST, 99).leave(12, IRECV);
    second.enter(300, WAIT).message(EventReader.IRECV, 0, 0, 7, 4096, 99).leave(400, WAIT);
    second.enter(500, ALLREDUCE).collective(11, 0, -1, 16, 16).leave(600, ALLREDUCE);
    writer.write(folder);
    writer.events(folder, 0, first).events(folder, 1, second);
    MemoryTrace trace = read();
    assertThat(ops(trace, 0))
        .containsExactly(
            "marker_begin marker=0",
            "compute duration_ps=500000 call_site=0",
            "send peer=1 tag=7 bytes=4096 call_site=0",
            "compute duration_ps=400000 call_site=0",
            "allreduce bytes=8 call_site=0",
            "compute duration_ps=400000 call_site=0",
            "marker_end marker=0");
    assertThat(ops(trace, 1))
        .containsExactly(
            "irecv peer=0 tag=7 receive_bytes=4096 request=0",
            "compute duration_ps=288000",
            "wait request=0",
            "compute duration_ps=100000",
            "allreduce bytes=8");
    assertThat(trace.tables().callSites()).containsExactly("solve (cg.c:12)");
    assertThat(losses()).isEmpty();
  }

  @Test
  void mappingTablesAndClocksOfLocations() {
    ArchiveWriter writer = writer(true, 4096);
    Records events = writer.records();
    // The clock is 100 too slow at 1000 and 300 too slow at 2000, and so on after that.
    events.enter(1000, 0).message(EventReader.SEND, 1, 5, 7, 8).leave(1500, 0);
    events.enter(3000, 0).message(EventReader.SEND, 1, 5, 7, 9).leave(3001, 0);
    Records local = writer.records();
    local.record(5, f -> f.u8(LocalDefinitions.REGION).number(1).u8(0).number(SEND));
    local.record(5, f -> f.u8(LocalDefinitions.COMM).number(1).u8(1).number(5).number(0));
    local.record(6, f -> f.u64(1000).number(100).u64(0));
    local.record(6, f -> f.u64(2000).number(300).u64(0));
    writer.write(folder);
    writer.local(folder, 0, local).events(folder, 0, events);
    Records other = writer.records();
    other.enter(1, WAIT).leave(2, WAIT);
    writer.events(folder, 1, other);
    assertThat(ops(read(), 0))
        .containsExactly(
            "send peer=1 tag=7 bytes=8",
            "compute duration_ps=1800000",
            "send peer=1 tag=7 bytes=9");
  }

  @Test
  void recordsAndAttributesThatNoOneKnowsArePassedOver() {
    ArchiveWriter writer = writer(true, 1 << 20);
    Records events = writer.records();
    events.enter(10, SEND).record(200, f -> f.text("x".repeat(300)));
    events.record(6, f -> f.number(1).number(3).u8(11).number(4));
    events.message(EventReader.SEND, 1, 0, 7, 8).leave(20, SEND);
    writer.global().record(99, f -> f.number(7));
    writer.write(folder);
    writer.events(folder, 0, events);
    writer.events(folder, 1, writer.records().enter(1, WAIT).leave(2, WAIT));
    assertThat(ops(read(), 0)).containsExactly("send peer=1 tag=7 bytes=8");
    assertThat(losses())
        .containsExactly(
            "left out: lists of attributes of events (1); ops have no attributes",
            "left out: events of files, threads, locks, samples and parameters (1); no op stands"
                + " for them; the time between them stays in the bursts");
  }

  @Test
  void waitsWithoutEventsOfWhatTheyCompleted() {
    // As EZTrace records C programs: neither ends of receives nor of sends, and numbers used again.
    ArchiveWriter writer = writer(true, 1 << 20).creator("");
    Records events = writer.records();
    for (int i = 0; i < 2; i++) {
      int time = 100 * i;
      events.enter(time, IRECV).brief(time, EventReader.IRECV_REQUEST, 4).leave(time, IRECV);
      events.enter(time, ISEND).message(EventReader.ISEND, 1, 0, 7, 8, 5).leave(time, ISEND);
      events.enter(time, WAITALL).leave(time, WAITALL).enter(time, WAIT).leave(time, WAIT);
    }
    writer.write(folder);
    writer.events(folder, 0, events);
    // One message for the two receives: the other one is from MPI_PROC_NULL.
    Records second = writer.records();
    second.enter(1, SEND).message(EventReader.SEND, 0, 0, 9, 16).leave(2, SEND);
    writer.events(folder, 1, second);
    List<String> rest =
        List.of("isend peer=1 tag=7 bytes=8 request=1", "wait request=1", "wait request=0");
    List<String> ops = new ArrayList<>();
    ops.add("irecv peer=-1 tag=-1 receive_bytes=-1 request=0");
    ops.addAll(rest);
    ops.add("compute duration_ps=100000");
    ops.add("irecv peer=-2 request=0");
    ops.addAll(rest);
    assertThat(ops(read(), 0)).isEqualTo(ops);
    assertThat(losses())
        .hasSize(3)
        .anyMatch(text -> text.contains("non-blocking receives (1)"))
        .anyMatch(text -> text.contains("receives beyond the messages to their rank (1)"));
  }

  @Test
  void sendAndReceiveAtOnce() {
    ArchiveWriter writer = writer(false, 1 << 20);
    writer.group(7, 5, 1, 0).communicator(9, 7);
    for (int rank = 0; rank < 2; rank++) {
      Records events = writer.records();
      events.enter(10, SENDRECV).message(EventReader.SEND, rank, 9, 7, 8);
      events.message(EventReader.RECV, rank, 9, 7, 8).leave(20, SENDRECV);
      writer.events(folder, rank, events);
    }
    writer.write(folder);
    MemoryTrace trace = read();
    assertThat(ops(trace, 0))
        .containsExactly(
            "sendrecv peer=0 tag=7 bytes=8 communicator=2 receive_peer=0 receive_tag=7"
                + " receive_bytes=8");
    assertThat(trace.tables().communicators()).hasSize(1);
  }

  @Test
  void metricsBecomeCountersOfBursts() {
    ArchiveWriter writer = writer(true, 1 << 20);
    writer.global().string(200, "PAPI_TOT_INS").string(201, "PAPI_BR_MSP");
    for (int metric = 0; metric < 2; metric++) {
      int id = metric;
      writer.global().record(19, f -> f.number(id).number(200 + id).number(0).u8(0).u8(0).u8(4));
    }
    writer.global().record(20, f -> f.number(3).u8(2).number(0).number(1).u8(0).u8(0));
    Records events = writer.records();
    counted(events, 10, 1000).enter(10, SEND).message(EventReader.SEND, 1, 0, 7, 8);
    counted(events, 20, 1100).leave(20, SEND);
    counted(events, 30, 1750).enter(30, SEND).message(EventReader.SEND, 1, 0, 7, 8).leave(40, SEND);
    writer.write(folder);
    writer.events(folder, 0, events);
    writer.events(folder, 1, writer.records().enter(1, WAIT).leave(2, WAIT));
    MemoryTrace trace = read();
    assertThat(ops(trace, 0)).hasSize(3);
    BurstCounts counts = trace.counts(0).orElseThrow();
    counts.next();
    assertThat(counts.get(BurstCounter.INSTRUCTIONS)).isEqualTo(650);
    assertThat(counts.get(BurstCounter.CYCLES)).isEqualTo(BurstCounts.UNKNOWN);
    assertThat(losses())
        .containsExactly(
            "left out: values of metrics (3); a trace has instructions, cycles, cache misses and"
                + " floating-point operations of bursts");
  }

  private static Records counted(Records events, long time, long instructions) {
    events.at(time);
    return events.record(
        EventReader.METRIC, f -> f.number(3).u8(2).u8(4).u64(instructions).u8(4).u64(1));
  }

  @Test
  void rankThatRecordedNothingNeedsNoFile() {
    ArchiveWriter writer = writer(true, 4096);
    writer.global().record(14, f -> f.number(101).number(0).u8(1).number(0).number(1));
    writer.write(folder);
    writer.events(folder, 0, writer.records().enter(1, SOLVE).leave(3, SOLVE));
    MemoryTrace trace = read();
    assertThat(ops(trace, 0))
        .containsExactly("marker_begin marker=0", "compute duration_ps=2000 call_site=0", END);
    assertThat(ops(trace, 1)).isEmpty();
  }

  @Test
  void nonBlockingCollectivesBeginWhereTheyWereCalled() {
    ArchiveWriter writer = writer(true, 1 << 20);
    writer.region(9, "MPI_Iallreduce", ArchiveWriter.MPI, 0);
    for (int rank = 0; rank < 2; rank++) {
      Records events = writer.records();
      events.enter(10, 9).record(EventReader.COLLECTIVE_REQUEST, f -> f.number(33)).leave(20, 9);
      events.enter(50, WAIT);
      events.record(
          EventReader.COLLECTIVE_COMPLETE,
          f -> f.u8(11).number(0).number(-1).number(48).number(48).number(33));
      writer.events(folder, rank, events.leave(60, WAIT));
    }
    writer.write(folder);
    assertThat(ops(read(), 1))
        .containsExactly(
            "iallreduce bytes=24 request=0", "compute duration_ps=30000", "wait request=0");
  }

  @Test
  void oneSidedCalls() {
    ArchiveWriter writer = writer(true, 1 << 20);
    writer.region(20, "MPI_Win_create", ArchiveWriter.MPI, 0);
    writer.region(21, "MPI_Put", ArchiveWriter.MPI, 0);
    writer.region(22, "MPI_Win_fence", ArchiveWriter.MPI, 0);
    writer.global().record(24, f -> f.number(4).number(0).number(0).number(0));
    for (int rank = 0; rank < 2; rank++) {
      int other = 1 - rank;
      Records events = writer.records();
      events.enter(10, 20).record(EventReader.WIN_CREATE, f -> f.number(4)).leave(10, 20);
      events.enter(10, 21);
      events.record(EventReader.RMA_PUT, f -> f.number(4).number(other).number(512).number(1));
      events.leave(10, 21).enter(10, 22);
      events.record(
          EventReader.RMA_COLLECTIVE_END,
          f -> f.u8(0).number(3).number(4).number(-1).number(0).number(0));
      writer.events(folder, rank, events.leave(10, 22));
    }
    writer.write(folder);
    assertThat(ops(read(), 1))
        .containsExactly("win_create object=4", "put peer=0 bytes=512 object=4", FENCE);
    assertThat(losses()).isEmpty();
  }
}
