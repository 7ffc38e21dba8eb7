package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded times of calls are kept, counted, and absent where there are none. */
class CallTimesTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 3
      program 0,1 {
        repeat each(2,1) {
          compute duration=1us
          barrier
        }
        init
      }
      program 2 {
        barrier
      }
      call_times 0 1us 2us 3us
      call_times 1 4us 5ps
      """;

  @TempDir private Path folder;

  @Test
  void aFileMatchesTheText() throws IOException {
    Path file = folder.resolve("x.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      read(TEXT).describe(writer);
    }
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) 3);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.capabilities()).contains(Capability.CALL_TIMES);
      CallTimes first = trace.callTimes(0).orElseThrow();
      CallTimes second = trace.callTimes(1).orElseThrow();
      assertThat(first.nextPs()).isEqualTo(1_000_000);
      assertThat(second.nextPs()).isEqualTo(4_000_000);
      assertThat(second.nextPs()).isEqualTo(5);
      assertThat(first.nextPs()).isEqualTo(2_000_000);
      assertThat(first.nextPs()).isEqualTo(3_000_000);
      assertThatThrownBy(first::nextPs)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("times of calls of rank 0");
      assertThat(trace.callTimes(2)).isEmpty();
      assertThat(text(trace)).isEqualTo(TEXT);
    }
  }

  @Test
  void manyTimesTakeSeveralBlocks() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    builder.begin(TraceInfo.ofRanks(1));
    builder.beginProgram(RankSet.of(0));
    builder.beginRepeat(100_000);
    builder.op(new OpView().reset(OpCode.BARRIER));
    builder.endRepeat();
    builder.endProgram();
    long[] times = new long[100_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = 31L * i * i % 1_000_003;
    }
    builder.callTimes(0, times, 0, 1);
    builder.callTimes(0, times, 1, times.length - 1);
    builder.end();
    CallTimes read = builder.build().callTimes(0).orElseThrow();
    for (long time : times) {
      assertThat(read.nextPs()).isEqualTo(time);
    }
  }

  @Test
  void withoutTimesTheFileIsAsItWas() throws IOException {
    Path file = folder.resolve("x.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      read(TEXT.substring(0, TEXT.indexOf("call_times"))).describe(writer);
    }
    assertThat(Files.readAllBytes(file)[10]).isZero();
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.capabilities()).doesNotContain(Capability.CALL_TIMES);
      assertThat(trace.callTimes(0)).isEmpty();
    }
  }

  @Test
  void theNumberOfTimesIsTheNumberOfCalls() {
    assertThatThrownBy(() -> read(TEXT.replace("4us 5ps", "4us")))
        .hasMessageContaining("rank 1 makes 2 calls, but has times for 1");
    assertThatThrownBy(() -> read(TEXT.replace("4us 5ps", "4us 1us 1us")))
        .hasMessageContaining("rank 1 makes 2 calls, but has times for 3");
    assertThatThrownBy(() -> read("foretell-trace 1\nranks 1\nprogram 0 {\n}\ncall_times 0 1us\n"))
        .hasMessageContaining("rank 0 makes 0 calls, but has times for 1");
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
