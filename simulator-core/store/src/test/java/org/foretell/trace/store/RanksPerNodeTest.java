package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many ranks ran on a node is kept, and files that do not know it stay as they are. */
class RanksPerNodeTest {
  private static final String TEXT =
      """
      foretell-trace 1
      ranks 3
      ranks_per_node 2
      program 0-2 {
        barrier
      }
      """;

  @TempDir private Path folder;

  private Path written(String text) throws IOException {
    Path file = folder.resolve("x.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.create(file)) {
      TraceTextReader.read(new StringReader(text), "text", writer);
    }
    return file;
  }

  private static String text(TraceSource trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }

  @Test
  void isKeptInFilesAndInText() throws IOException {
    Path file = written(TEXT);
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_RANKS_PER_NODE);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.info().ranksPerNode()).isEqualTo(2);
      assertThat(text(trace)).contains("ranks_per_node 2\n");
    }
  }

  @Test
  void filesWithoutItHaveTheVersionAndTheBytesOfBefore() throws IOException {
    Path file = written(TEXT.replace("ranks_per_node 2\n", ""));
    assertThat(Files.readAllBytes(file)[10]).isEqualTo((byte) Format.MINOR_SEQUENCES);
    try (TraceStoreReader trace = TraceStoreReader.open(file)) {
      assertThat(trace.info().ranksPerNode()).isZero();
      assertThat(text(trace)).doesNotContain("ranks_per_node");
    }
  }

  @Test
  void moreRanksOnANodeThanThereAreAreRefused() {
    assertThatThrownBy(() -> written(TEXT.replace("ranks_per_node 2", "ranks_per_node 4")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected \"ranks_per_node\" of at most the 3 ranks, found 4");
  }
}
