package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.Capability;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bursts may say what work they are, however their durations stand. */
class BurstWorkTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 2
      call_site 0 "a.c:1"
      histogram 0 count=1 min=1us mean=1us max=1us
      program 0-1 {
        repeat 2 {
          compute duration=column call_site=0 flops=7 memory_bytes=96
          compute duration=5ms flops=cycle(1,2) memory_bytes=each(8,0)
          compute duration=optional memory_bytes=9223372036854775807
          compute histogram=0 flops=3
          compute duration=column
          repeat 0 {
            compute duration=optional flops=1
          }
        }
      }
      durations 0 1ms none 2ms 3ms 4us 5ms
      durations 1 1ms 4us 2ms 3ms none 5ms
      """;

  @TempDir private Path folder;

  private Path written() throws IOException {
    Path file = folder.resolve("work.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      TraceTextReader.read(new StringReader(TEXT), "text", writer);
    }
    return file;
  }

  private static String text(TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }

  @Test
  void isKeptInFilesAndInMemory() throws IOException {
    Path file = written();
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_BURST_WORK);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.capabilities()).contains(Capability.BURST_WORK);
      assertThat(text(trace)).isEqualTo(TEXT);
      assertThat(text(MemoryTrace.copyOf(trace))).isEqualTo(TEXT);
    }
  }

  @Test
  void isThereOfTheBurstsThatAreExecuted() throws IOException {
    try (TraceStoreReader trace = TraceStoreReader.open(written())) {
      assertThat(bursts(trace, 0))
          .containsExactly(
              "1000000000 7/96",
              "5000000000 1/8",
              "0 3/0",
              "2000000000 0/0",
              "3000000000 7/96",
              "5000000000 2/8",
              "4000000 0/9223372036854775807",
              "0 3/0",
              "5000000000 0/0");
      assertThat(bursts(trace, 1))
          .contains("4000000 0/9223372036854775807", "5000000000 1/0")
          .hasSize(9);
    }
  }

  private static List<String> bursts(TraceSource trace, int rank) {
    List<String> bursts = new ArrayList<>();
    OpView view = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(view)) {
        assertThat(view.hasWork())
            .isEqualTo(view.get(OpField.FLOPS) + view.get(OpField.MEMORY_BYTES) != 0);
        bursts.add(
            view.durationPs()
                + " "
                + view.get(OpField.FLOPS)
                + "/"
                + view.get(OpField.MEMORY_BYTES));
      }
    }
    return bursts;
  }

  @Test
  void nothingChangesWithoutIt() throws IOException {
    Path file = folder.resolve("plain.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      String plain = "foretell-trace 1\nranks 1\nprogram 0 {\n  compute duration=1us flops=0\n}\n";
      TraceTextReader.read(new StringReader(plain), "text", writer);
    }
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_SEQUENCES);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.capabilities()).isEmpty();
      assertThat(text(trace)).contains("compute duration=1us\n");
    }
  }

  /** Whoever wrote such a file did not know what these fields are. */
  @Test
  void isRefusedInFilesOfOlderVersions() throws IOException {
    Path file = written();
    byte[] bytes = Files.readAllBytes(file);
    bytes[10] = Format.MINOR_UNORDERED_SHMEM;
    Files.write(file, Checksums.sealed(bytes));
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThatThrownBy(() -> text(trace))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("expected 0 to 0 in flops, found 7");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flops=-1|expected 0 to 9223372036854775807 in flops, found -1",
        "memory_bytes=-8|expected 0 to 9223372036854775807 in memory_bytes, found -8",
        "flops=nan|\"nan\" is not a whole number",
        "flops=99999999999999999999|is not a whole number of at most 63 bits",
        "memory_bytes=1e400|is not",
        "flops=column|column",
        "flops=cycle(1,-1)|expected 0 to 9223372036854775807 in flops, found -1"
      })
  void badValuesAreRefused(String field, String message) {
    String text =
        "foretell-trace 1\nranks 1\nprogram 0 {\n  compute duration=1us " + field + "\n}\n";
    assertThatThrownBy(
            () -> TraceTextReader.read(new StringReader(text), "bad", MemoryTrace.builder()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("bad:4:")
        .hasMessageContaining(message);
  }
}
