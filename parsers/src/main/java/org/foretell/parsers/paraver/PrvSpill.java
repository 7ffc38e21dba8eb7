package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.Swapper;
import java.nio.ByteBuffer;

/** The streams of a rank in the temporary file: its events, and its ends of messages by time. */
final class PrvSpill {
  private static final int OF_RANK = 3;

  private PrvSpill() {}

  static int streams(int ranks) {
    return OF_RANK * ranks;
  }

  static int events(int rank) {
    return OF_RANK * rank;
  }

  static int sends(int rank) {
    return OF_RANK * rank + 1;
  }

  static int receives(int rank) {
    return OF_RANK * rank + 2;
  }

  /** Sorts the ends of messages in a chunk by their times; those of one time stay in order. */
  static void arrange(int stream, byte[] bytes, int length) {
    if (stream % OF_RANK == 0) {
      return;
    }
    ByteBuffer chunk = ByteBuffer.wrap(bytes, 0, length);
    int count = length / MessageEnd.BYTES;
    boolean isSorted = true;
    for (int i = 1; i < count && isSorted; i++) {
      isSorted = time(chunk, i - 1) <= time(chunk, i);
    }
    if (!isSorted) {
      Arrays.mergeSort(
          0, count, (a, b) -> Long.compare(time(chunk, a), time(chunk, b)), new Exchange(bytes));
    }
  }

  private static long time(ByteBuffer chunk, int index) {
    return chunk.getLong(index * MessageEnd.BYTES);
  }

  /** Exchanges records. */
  private static final class Exchange implements Swapper {
    private static final long serialVersionUID = 1;

    private final transient byte[] bytes;
    private final transient byte[] one = new byte[MessageEnd.BYTES];

    Exchange(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void swap(int a, int b) {
      int first = a * MessageEnd.BYTES;
      int second = b * MessageEnd.BYTES;
      System.arraycopy(bytes, first, one, 0, MessageEnd.BYTES);
      System.arraycopy(bytes, second, bytes, first, MessageEnd.BYTES);
      System.arraycopy(one, 0, bytes, second, MessageEnd.BYTES);
    }
  }
}
