package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Task graphs that are made up under valid checksums are refused in words. */
class DamagedGraphTest {
  private static final int AFTER_FINISH = Format.TASK_AFTER_FINISH;
  private static final int AFTER_START = Format.TASK_AFTER_START;
  private static final int END = Format.TASK_END;

  @TempDir Path folder;

  @Test
  void recordsThatAreNoTasksAreRefused() throws IOException {
    assertRefused("found a record 7", 7);
    assertRefused("expected the end of the graph, found that of its blocks", 0);
    assertRefused("nothing after the end of the graph", END, 0);
  }

  @Test
  void numbersOutOfRangeAreRefused() throws IOException {
    assertRefused("a peer of 0 to 1, found 2", Format.TASK_SEND | Format.TASK_PEER, 4, END);
    assertRefused("a peer of 0 to 1, found -1", Format.TASK_SEND | Format.TASK_PEER, 1, END);
    assertRefused("a peer of -1 to 1, found -2", Format.TASK_RECV | Format.TASK_PEER, 3, END);
    assertRefused("a peer of 0 to 0, found 1", Format.TASK_PEER, 2, END);
    assertRefused(
        "a tag of -2147483648 to 2147483647, found 2147483648",
        Format.TASK_SEND | Format.TASK_TAG,
        0x80,
        0x80,
        0x80,
        0x80,
        0x10,
        END);
    assertRefused("a tag of 0 to 0, found 1", Format.TASK_TAG, 2, END);
    assertRefused("bytes or a duration of 0 to", Format.TASK_AMOUNT, 1, END);
    assertRefused("a stream of at most 4095", Format.TASK_STREAM, 0x80, 0x20, 0, END);
    assertRefused("a NIC of at most 0", Format.TASK_STREAM, 0, 1, END);
  }

  @Test
  void dependenciesThatLeadNowhereAreRefused() throws IOException {
    assertRefused("waiting tasks below 1, found that task 1 waits", AFTER_FINISH, 1, 2, END);
    assertRefused("the number of a task, found -1", AFTER_FINISH, 1, 1, END);
    assertRefused(
        "tasks that wait for another that fit", AFTER_START, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, END);
  }

  @Test
  void cyclesAreRefused() throws IOException {
    assertRefused("task 0 waits for itself through a cycle", AFTER_FINISH, 1, 0, END);
    assertRefused("waits for itself through a cycle", AFTER_FINISH, 1, 2, AFTER_START, 1, 1, END);
  }

  /** Puts records in the place of the graph's single block. */
  private void assertRefused(String message, int... records) throws IOException {
    Path file = folder.resolve("graph.bin");
    TaskGraph.Builder builder = new TaskGraph.Builder();
    for (int i = 0; i < 16; i++) {
      builder.compute(i, 0);
    }
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      writer.begin(TraceInfo.ofRanks(2));
      writer.taskGraph(RankSet.range(0, 1), builder.build(), false);
      writer.end();
    }
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(Format.HEADER_BYTES + 8, records.length);
    buffer.putInt(Format.HEADER_BYTES + 12, records.length);
    for (int i = 0; i < records.length; i++) {
      bytes[Format.HEADER_BYTES + Format.BLOCK_HEADER_BYTES + i] = (byte) records[i];
    }
    Checksums.seal(bytes, Format.HEADER_BYTES, records.length);
    Files.write(file, bytes);
    try (TraceStoreReader reader = TraceStoreReader.open(file)) {
      assertThat(reader.info().ranks()).isEqualTo(2);
      assertThatThrownBy(() -> reader.graph(0))
          .as(Arrays.toString(records))
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith(file + ": damaged")
          .hasMessageContaining(message)
          .hasMessageContaining("program 0 of ranks 0-1");
    }
  }
}
