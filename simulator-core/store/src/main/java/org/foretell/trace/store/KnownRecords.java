package org.foretell.trace.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.foretell.trace.OpView;

/**
 * Short records by their bytes, so that those of a program without repeats are decoded and checked
 * once: the same few follow each other thousands of times. A record that is known is never
 * forgotten or moved in its array, so that who reads it need not copy it.
 *
 * <p>Only records are kept of which the bytes alone say what they mean: those of ops whose numbers
 * are constant, and of bursts whose duration stands in the column. Used by one thread at a time.
 */
final class KnownRecords {
  /** Bytes that are looked at, and the most that a record has. */
  static final int LOOKED_AT = 8;

  /** The answer when a record is not known. */
  static final int UNKNOWN = -1;

  /** Words of a record with the mark of a window's end that follows it. */
  private static final int STRIDE = 1 + OpView.FREQUENT + 1;

  /** Records at most, of some 100 bytes each. */
  private static final int MOST = 1 << 13;

  /** Bytes that decide where a record is looked for, as a shift that leaves them. */
  private static final int HASHED = 64 - 8 * 6;

  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private static final VarHandle BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * By place in the table the bytes that were looked at, the record's first, and behind them how
   * many bits of them are the record; 0 if there is none.
   */
  private long[] bytes = new long[2 * 64];

  private long[] words = new long[64 / 2 * STRIDE];

  /** By place in the table where the record stands in the words. */
  private int[] starts = new int[64];

  private int shift = 64 - 6;
  private int size;

  /**
   * Looks up the record at an offset.
   *
   * @param from bytes, of which at least {@link #LOOKED_AT} follow the offset
   * @return its place, for {@link #start} and {@link #length}, or {@link #UNKNOWN}
   */
  int find(byte[] from, int offset) {
    long found = (long) BYTES.get(from, offset);
    int mask = starts.length - 1;
    for (int place = home(found); ; place = (place + 1) & mask) {
      int bits = (int) bytes[2 * place + 1];
      if (bits == 0) {
        return UNKNOWN;
      }
      if (((found ^ bytes[2 * place]) << (64 - bits)) == 0) {
        return place;
      }
    }
  }

  private int home(long found) {
    return (int) (((found << HASHED) * SPREAD) >>> shift);
  }

  /** Where the words of the record at a place begin. */
  int start(int place) {
    return starts[place];
  }

  /** How many bytes the record at a place has. */
  int length(int place) {
    return (int) (bytes[2 * place + 1] >> 3);
  }

  /** The words of all records; a record's do not change, and its last says that a window ends. */
  long[] words() {
    return words;
  }

  /**
   * Adds a record that {@link #find} has not found, if it may be kept and there is room.
   *
   * @param from as for {@link #find}
   * @param length of the record in bytes
   * @param decoded its words from index 0 on
   * @param count number of its words
   * @return whether it is known now
   */
  boolean add(byte[] from, int offset, int length, long[] decoded, int count) {
    boolean complete =
        (decoded[0] & (Words.PLAIN | Words.TIMED)) != 0
            && !Words.isOptional(Words.code(decoded[0]));
    if (!complete || count != STRIDE - 1 || length > LOOKED_AT || size == MOST) {
      return false;
    }
    if (2 * size == starts.length) {
      grow();
    }
    int start = size * STRIDE;
    System.arraycopy(decoded, 0, words, start, count);
    words[start + count] = Words.WINDOW_END;
    put((long) BYTES.get(from, offset), 8 * length, start);
    size++;
    return true;
  }

  private void put(long found, int bits, int start) {
    int place = home(found);
    while (bytes[2 * place + 1] != 0) {
      place = (place + 1) & (starts.length - 1);
    }
    bytes[2 * place] = found;
    bytes[2 * place + 1] = bits;
    starts[place] = start;
  }

  /** Makes the table four times as large; a reader of a record continues in the old words. */
  private void grow() {
    long[] oldBytes = bytes;
    int[] oldStarts = starts;
    words = Arrays.copyOf(words, 4 * words.length);
    bytes = new long[4 * oldBytes.length];
    starts = new int[4 * oldStarts.length];
    shift -= 2;
    for (int place = 0; place < oldStarts.length; place++) {
      if (oldBytes[2 * place + 1] != 0) {
        put(oldBytes[2 * place], (int) oldBytes[2 * place + 1], oldStarts[place]);
      }
    }
  }
}
