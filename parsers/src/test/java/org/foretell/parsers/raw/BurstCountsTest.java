package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the processor counted belongs to the burst before the record. */
class BurstCountsTest {
  @TempDir private Path folder;

  private MemoryTrace read() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    return trace.build();
  }

  private String text() {
    StringWriter out = new StringWriter();
    read().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private static RawRank.Bytes counted(long instructions, long cycles, long misses) {
    return new RawRank.Bytes().varint(6).signed(instructions).signed(cycles).signed(misses);
  }

  @Test
  void eachBurstHasTheCountsOfTheRecordBeforeIt() {
    RawRank zero = new RawRank(77, 0, 1).function("MPI_Wtime", "");
    int phase = zero.name("phase");
    zero.header.putShort(10, (short) 4).putInt(120, 128);
    zero.record(1, new RawRank.Bytes().varint(12).signed(40));
    zero.record(1, counted(1000, 2000, 3)).call("MPI_Wtime", 20, 5);
    zero.record(1, counted(9, 9, 9)).call("MPI_Wtime", 0, 5); // no time by the clock: no burst
    zero.record(1, counted(7, 8, -1)).plain(2, 4, phase).call("MPI_Wtime", 3, 5);
    zero.record(1, counted(11, 12, 13)).call("MPI_Wtime", 6, 5).write(folder);
    assertThat(text())
        .contains("cache_line_bytes 128\n")
        .contains(
            """
            durations 0 20ns 5ns 5ns 4ns 3ns 5ns 6ns 5ns
            """)
        .contains("counted_instructions 0 1000 7 unknown 11\n")
        .contains("counted_cycles 0 2000 8 unknown 12\n")
        .contains("counted_cache_misses 0 3 unknown unknown 13\n")
        .contains("counted_flops 0 40 unknown unknown unknown\n")
        .doesNotContain("note \"rank 0: hardware counters");
  }

  @Test
  void aCounterThatNeverCountedHasNoColumn() {
    RawRank zero = new RawRank(77, 0, 1).function("MPI_Wtime", "");
    zero.call("MPI_Wtime", 20, 5).record(1, counted(-1, 5, -1)).call("MPI_Wtime", 20, 5);
    zero.write(folder);
    assertThat(text())
        .contains("counted_cycles 0 unknown 5\n")
        .doesNotContain("counted_instructions", "counted_cache_misses", "counted_flops");
  }

  @Test
  void countsOfSeveralThreadsAreLeftOutWithANote() {
    RawRank zero = new RawRank(77, 0, 1).function("MPI_Wtime", "");
    zero.record(1, counted(1, 2, 3)).call(1, 0, "MPI_Wtime", 20, 5);
    zero.record(2, counted(1, 2, 3)).call(2, 0, "MPI_Wtime", 200, 5).write(folder);
    assertThat(text())
        .contains("hardware counters of bursts were left out")
        .doesNotContain("counted_");
  }

  @Test
  void aLineOfNoCacheIsDamage() {
    RawRank zero = new RawRank(77, 0, 1).function("MPI_Wtime", "");
    zero.header.putInt(120, -5);
    zero.call("MPI_Wtime", 20, 5).write(folder);
    assertThatThrownBy(this::read)
        .hasMessageContaining(
            "byte 120 of the header: expected a cache line of at most 65536 bytes");
  }

  /** Recorded by the tracer, with tracer/test/perf.c as the counters, loops and all. */
  @Test
  void aTraceOfTheTracerHasOneStepOfTheCountersInEachBurst() throws IOException {
    Path run = Files.createDirectory(folder.resolve("run-0000000000000007"));
    for (int rank = 0; rank < 2; rank++) {
      String name = "rank-000000" + rank + ".raw";
      try (InputStream packed = getClass().getResourceAsStream("counted/" + name + ".gz");
          InputStream in = new GZIPInputStream(Objects.requireNonNull(packed, name))) {
        Files.copy(in, run.resolve(name));
      }
    }
    MemoryTrace trace = read();
    int bursts = 0;
    OpView op = new OpView();
    for (int rank = 0; rank < 2; rank++) {
      BurstCounts counts = trace.counts(rank).orElseThrow();
      int left = bursts(trace, rank);
      bursts += left;
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          if (op.code() == OpCode.COMPUTE) {
            counts.next();
            // The tracer itself reads counters before finalize, and their stand-in steps at a read.
            int steps = --left == 0 ? 2 : 1;
            assertThat(counts.get(BurstCounter.INSTRUCTIONS)).isEqualTo(1000L * steps);
            assertThat(counts.get(BurstCounter.CYCLES)).isEqualTo(2000L * steps);
            assertThat(counts.get(BurstCounter.CACHE_MISSES)).isEqualTo(50L * steps);
            assertThat(counts.get(BurstCounter.FLOPS)).isEqualTo(102L * steps);
          }
        }
      }
    }
    assertThat(bursts).isGreaterThan(10);
    assertThat(trace.info().cacheLineBytes()).isEqualTo(64);
  }

  private static int bursts(MemoryTrace trace, int rank) {
    OpView op = new OpView();
    int bursts = 0;
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        bursts += op.code() == OpCode.COMPUTE ? 1 : 0;
      }
    }
    return bursts;
  }
}
