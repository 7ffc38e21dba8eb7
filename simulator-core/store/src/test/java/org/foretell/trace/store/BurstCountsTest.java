package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the processor counted during bursts is kept, checked, and absent where there is nothing. */
class BurstCountsTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 3
      cache_line_bytes 64
      program 0,1 {
        repeat each(2,1) {
          compute duration=1us
          barrier
        }
        compute duration=2us
        elapse duration=1us
      }
      program 2 {
        barrier
      }
      counted_instructions 0 100 0 7000000000
      counted_instructions 1 5 6
      counted_cycles 0 unknown 8 9
      counted_flops 1 1 2
      """;

  @TempDir private Path folder;

  @Test
  void aFileMatchesTheText() throws IOException {
    for (boolean packed : new boolean[] {false, true}) {
      Path file = folder.resolve(packed + ".bin");
      try (TraceStoreWriter writer =
          packed ? TraceStoreWriter.createPacked(file) : TraceStoreWriter.create(file)) {
        read(TEXT).describe(writer);
      }
      assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) 9);
      try (TraceStoreReader trace = TraceStoreReader.open(file)) {
        assertThat(trace.capabilities()).contains(Capability.BURST_COUNTS);
        assertThat(trace.info().cacheLineBytes()).isEqualTo(64);
        assertThat(text(trace)).isEqualTo(TEXT);
        BurstCounts first = trace.counts(0).orElseThrow();
        first.next();
        assertThat(first.get(BurstCounter.INSTRUCTIONS)).isEqualTo(100);
        assertThat(first.get(BurstCounter.CYCLES)).isEqualTo(BurstCounts.UNKNOWN);
        assertThat(first.get(BurstCounter.CACHE_MISSES)).isEqualTo(BurstCounts.UNKNOWN);
        first.next();
        first.next();
        assertThat(first.get(BurstCounter.INSTRUCTIONS)).isEqualTo(7_000_000_000L);
        assertThat(first.get(BurstCounter.CYCLES)).isEqualTo(9);
        assertThatThrownBy(first::next)
            .isInstanceOf(TraceException.class)
            .hasMessageContaining("counted instructions of rank 0");
        assertThat(trace.counts(2)).isEmpty();
      }
    }
  }

  @Test
  void withoutCountsTheFileIsAsItWas() throws IOException {
    Path file = folder.resolve("x.bin");
    String none = TEXT.substring(0, TEXT.indexOf("counted")).replace("cache_line_bytes 64\n", "");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      read(none).describe(writer);
    }
    assertThat(Files.readAllBytes(file)[10]).isZero();
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.capabilities()).doesNotContain(Capability.BURST_COUNTS);
      assertThat(trace.counts(0)).isEmpty();
      assertThat(trace.info().cacheLineBytes()).isZero();
    }
  }

  @Test
  void theNumberOfCountsIsTheNumberOfBursts() {
    assertThatThrownBy(() -> read(TEXT.replace("1 5 6", "1 5")))
        .hasMessageContaining("rank 1 runs 2 bursts, but has counted instructions of 1");
    assertThatThrownBy(() -> read(TEXT.replace("counted_flops 1 1 2", "counted_flops 1 1 2 3")))
        .hasMessageContaining(
            "rank 1 runs 2 bursts, but has counted floating-point operations of 3");
    assertThatThrownBy(() -> read(TEXT + "counted_cycles 2 1\n"))
        .hasMessageContaining("rank 2 runs 0 bursts, but has counted cycles of 1");
    assertThatThrownBy(() -> read(TEXT.replace("1 5 6", "1 5 -6")))
        .hasMessageContaining("a count, or \"unknown\", found");
    assertThatThrownBy(() -> read(TEXT.replace("bytes 64", "bytes 99999")))
        .hasMessageContaining("a line of a cache must have 0 (unknown) to 65536 bytes");
  }

  @Test
  void burstsThatARankLeavesOutHaveNoCounts() {
    String text =
        """
        foretell-trace 1
        ranks 1
        program 0 {
          repeat 3 {
            compute duration=optional
            barrier
          }
        }
        durations 0 1us none 2us
        counted_cycles 0 10 20
        """;
    BurstCounts counts = read(text).counts(0).orElseThrow();
    counts.next();
    counts.next();
    assertThat(counts.get(BurstCounter.CYCLES)).isEqualTo(20);
    assertThatThrownBy(() -> read(text.replace("0 10 20", "0 10 20 30")))
        .hasMessageContaining("rank 0 runs 2 bursts, but has counted cycles of 3");
  }

  @Property(tries = 50)
  void anyCountsComeBack(
      @ForAll @Size(min = 1, max = 3000)
          List<@LongRange(min = -1, max = Long.MAX_VALUE - 1) Long> given) {
    long[] counts = given.stream().mapToLong(Long::longValue).toArray();
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(1));
    builder.beginProgram(RankSet.of(0));
    builder.beginRepeat(counts.length);
    builder.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 5));
    builder.endRepeat();
    builder.endProgram();
    for (BurstCounter counter : EnumSet.of(BurstCounter.CYCLES, BurstCounter.CACHE_MISSES)) {
      builder.counts(0, counter, counts, 0, 1);
      builder.counts(0, counter, counts, 1, counts.length - 1);
    }
    builder.end();
    BurstCounts read = builder.build().counts(0).orElseThrow();
    for (long count : counts) {
      read.next();
      assertThat(read.get(BurstCounter.CYCLES)).isEqualTo(count);
      assertThat(read.get(BurstCounter.CACHE_MISSES)).isEqualTo(count);
      assertThat(read.get(BurstCounter.FLOPS)).isEqualTo(BurstCounts.UNKNOWN);
    }
  }

  private static MemoryTrace read(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader(text), "test", builder);
    return builder.build();
  }

  private static String text(TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }
}
