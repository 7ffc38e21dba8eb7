package org.foretell.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.foretell.engine.kernel.RecordPool;
import org.junit.jupiter.api.Test;

class ChannelTableTest {
  private static final int RANKS = 64;

  /** Enough that the table gets full many times. */
  private static final int TAGS = 20_000;

  private static final int KEPT_TAG = -5;

  @Test
  void queuesThatAreNotEmptyStayWhileOthersComeAndGo() {
    ChannelTable table = new ChannelTable(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      table.messages(table.locate(rank, rank, KEPT_TAG, 0), rank + 1, rank + 2);
      table.receives(table.locate(rank, rank, KEPT_TAG, 1), rank + 3, rank + 4);
    }
    useAndEmpty(table, 0);
    for (int rank = 0; rank < RANKS; rank++) {
      int messages = table.locate(rank, rank, KEPT_TAG, 0);
      assertThat(table.firstMessage(messages)).isEqualTo(rank + 1);
      assertThat(table.lastMessage(messages)).isEqualTo(rank + 2);
      int receives = table.locate(rank, rank, KEPT_TAG, 1);
      assertThat(table.firstReceive(receives)).isEqualTo(rank + 3);
      assertThat(table.lastReceive(receives)).isEqualTo(rank + 4);
    }
  }

  @Test
  void manyQueuesThatAreNotEmptyAreAllKept() {
    ChannelTable table = new ChannelTable(RANKS);
    useAndEmpty(table, 0);
    int kept = 400;
    for (int tag = 0; tag < kept; tag++) {
      for (int rank = 0; rank < RANKS; rank++) {
        table.messages(table.locate(rank, 8 * rank, tag, 7), rank + 1, tag + 1);
      }
    }
    useAndEmpty(table, TAGS);
    for (int tag = 0; tag < kept; tag++) {
      for (int rank = 0; rank < RANKS; rank++) {
        int channel = table.locate(rank, 8 * rank, tag, 7);
        assertThat(table.firstMessage(channel)).isEqualTo(rank + 1);
        assertThat(table.lastMessage(channel)).isEqualTo(tag + 1);
      }
    }
    int[] seen = new int[1];
    table.forEach((receiver, source, tag, receive, message) -> seen[0]++);
    assertThat(seen[0]).isEqualTo(RANKS * kept);
  }

  @Test
  void everNewTagsTakeNoMoreMemory() {
    ChannelTable table = new ChannelTable(RANKS);
    useAndEmpty(table, 0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    useAndEmpty(table, TAGS);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
  }

  private static void useAndEmpty(ChannelTable table, int firstTag) {
    for (int tag = firstTag; tag < firstTag + TAGS; tag++) {
      for (int rank = 0; rank < RANKS; rank++) {
        int label = StepTags.background(tag);
        int channel = table.locate(rank, (rank + 1) % RANKS, label, 0);
        table.messages(channel, rank + 1, rank + 1);
        table.messages(channel, RecordPool.NONE, RecordPool.NONE);
      }
    }
  }
}
