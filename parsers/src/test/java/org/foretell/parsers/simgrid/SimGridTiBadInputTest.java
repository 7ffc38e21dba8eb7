package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimGridTiBadInputTest {
  @TempDir private Path folder;

  private void read(String... lines) throws IOException {
    Path file = folder.resolve("trace.txt");
    Files.writeString(file, String.join("\n", lines));
    RecordingSink sink = new RecordingSink();
    try {
      SimGridTiReader.read(file, TiOptions.DEFAULT, sink);
    } finally {
      assertThat(sink.isEnded()).isFalse();
    }
  }

  /** A line that differs from known ones in a damaged byte is none of them. */
  @ParameterizedTest
  @ValueSource(strings = {"0 send 1 0 4", "0 recv 1 0 4"})
  void aDamagedLineAmongThoseThatRepeatIsNamed(String line) throws IOException {
    Path file = folder.resolve("trace.txt");
    for (String others : new String[] {"", "1 init\n"}) {
      String damaged = "0 init\n" + others + (line + "\n").repeat(5_000) + line + "\0\n";
      Files.writeString(file, damaged + (others.isEmpty() ? "1 init\n" : ""));
      try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
        assertThatThrownBy(() -> SimGridTiReader.read(file, TiOptions.DEFAULT, sink))
            .isInstanceOf(TraceException.class)
            .hasMessageContaining("trace.txt:" + damaged.lines().count() + ": expected a count");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 send 1 1 -5 | expected a count of at least 0, found '-5' in line '0 send 1 1 -5'
          0 send 1 1 1180591620717411303424 | expected a count below 2^63
          0 send 1 1 1e19 | expected a count below 2^63
          0 send 1 1 1e999999999 | expected a count below 2^63
          0 send 1 1 9223372036854775807 0 | expected less than 2^63 bytes, found 9223372036854775807 elements of 8 bytes
          0 send 1 1 abc | expected a count, found 'abc'
          0 send 1 1 0x10 | expected a count, found '0x10'
          0 send 1 1 nan | expected a count, found 'nan'
          0 send 1 1 1e | expected a count, found '1e'
          0 send 1 1 . | expected a count, found '.'
          0 send 1 1 | expected a count, found the end of the line
          0 send | expected a destination, found the end of the line
          0 send 9 1 8 | expected a destination, 0 to 1, or -666 for none, found '9'
          0 recv 2 1 8 | expected a source, 0 to 1, or -555 or -333 for any
          0 recv -1 1 8 | expected a source
          0 send 1 -444 8 | expected a tag, 0 to 2147483647, found '-444'
          0 send 1 2147483648 8 | expected a tag
          0 send 1 1 8 77 | expected a datatype id, 0 to 55, found '77'
          0 send 1 1 8 -2 | expected a datatype id
          0 bcast 8 2 | expected a root, 0 to 1, found '2'
          0 compute | expected an amount of flop, found the end of the line
          0 compute -1 | expected an amount of flop of at least 0
          0 compute 1e400 | expected an amount of flop of at least 0, not above 1e308
          0 compute 1e300 | expected an amount of flop of less than 106 days
          0 sleep 1e300 | expected a time of less than 106 days
          0 sleep x | expected a time in seconds, found 'x'
          0 alltoallv 1 1 1 1 1 | expected a count for each of the 2 ranks
          0 reducescatter 9223372036854775807 1 0 | sum up to less than 2^63
          0 wait 0 1 | expected a tag, found the end of the line
          0 location a.c | expected a line number
          0 | expected an action, found the end of the line
          0 Put 1 0 8 6 | expected a known action, found 'Put' (SimGrid's tracer writes it, but
          0 allReduce 1 0 | this may be 'allreduce'
          0 Start 1 0 8 | the source of a persistent request
          0 waitAny 3 | does not name its requests
          0 frobnicate | known are init finalize compute
          x send 1 1 8 | expected a rank, 0 to 16777215, found 'x'
          -1 send 1 1 8 | expected a rank
          99999999999999999999 init | expected a rank
          16777216 init | expected a rank
          """)
  void badLinesAreNamed(String line, String message) {
    assertThatThrownBy(() -> read("0 init", "1 init", line))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("trace.txt:3: ")
        .hasMessageContaining(message);
  }

  @Test
  void binaryIsQuotedPrintably() {
    assertThatThrownBy(() -> read("0 init", "0 \u0000\u0001\u00e9"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found '")
        .hasMessageContaining("\\x00\\x01\\xc3\\xa9");
  }

  @Test
  void missingRanksAreNamed() {
    assertThatThrownBy(() -> read("0 init", "2 init", "5 init"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("all ranks from 0 to 5")
        .hasMessageContaining("found 3 of them; missing: ranks 1, 3, 4; add what is missing");
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> read("# nothing", ""))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("empty");
  }

  @Test
  void aLineWithoutAnEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    Path file = folder.resolve("long.txt");
    byte[] megabyte = "0".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (var out = Files.newOutputStream(file)) {
      for (int i = 0; i < 66; i++) {
        out.write(megabyte);
      }
    }
    assertThatThrownBy(() -> SimGridTiReader.read(file, TiOptions.DEFAULT, new RecordingSink()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("long.txt:1: expected a line of at most 67108864 bytes");
  }

  @Test
  void tooManyPendingRequestsAreRefused() throws IOException {
    Path file = folder.resolve("pending.txt");
    Files.writeString(file, "0 isend 0 0 0 6\n".repeat(PendingRequests.LIMIT + 1));
    assertThatThrownBy(() -> SimGridTiReader.read(file, TiOptions.DEFAULT, new RecordingSink()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("requests without a wait");
  }
}
