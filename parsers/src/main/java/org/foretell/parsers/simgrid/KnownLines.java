package org.foretell.parsers.simgrid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers of a rank's lines, found by the text behind the rank and by a context, so that a line
 * that repeats need not be parsed. Only lines of up to {@value #MOST_BYTES} bytes can be known, and
 * only the first two thousand different ones.
 */
final class KnownLines {
  /** The answer for a line that is not known yet, and may be added. */
  static final int UNKNOWN = -1;

  /** The answer for a line that is not known and never will be. */
  static final int NEVER_KNOWN = -2;

  /** Bytes of a line that are known at most. */
  static final int MOST_BYTES = 24;

  private static final int PLACE_BITS = 12;
  private static final int PLACES = 1 << PLACE_BITS;
  private static final int MOST_LINES = PLACES / 2;
  private static final int WORDS = MOST_BYTES / Long.BYTES;
  private static final int NO_LINE = UNKNOWN;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  /** Texts by place, three words each, filled up with zeros; a text of a line has none. */
  private final long[] texts = new long[PLACES * WORDS];

  private final int[] contexts = new int[PLACES];
  private final int[] numbers = new int[PLACES];
  private int size;

  KnownLines() {
    Arrays.fill(numbers, NO_LINE);
  }

  /** Forgets all lines. */
  void clear() {
    if (size > 0) {
      Arrays.fill(numbers, NO_LINE);
      size = 0;
    }
  }

  /** The number of a text in a context, {@link #UNKNOWN} or {@link #NEVER_KNOWN}. */
  int find(byte[] bytes, int start, int end, int context) {
    if (end - start > MOST_BYTES || start + MOST_BYTES > bytes.length) {
      return NEVER_KNOWN;
    }
    int length = end - start;
    long first = word(bytes, start, length);
    long second = word(bytes, start + Long.BYTES, length - Long.BYTES);
    long third = word(bytes, start + 2 * Long.BYTES, length - 2 * Long.BYTES);
    int number = numbers[place(first, second, third, context)];
    return number == NO_LINE && size == MOST_LINES ? NEVER_KNOWN : number;
  }

  /** Remembers the number of a text that {@link #find} has called {@link #UNKNOWN}. */
  void add(byte[] bytes, int start, int end, int context, int number) {
    int length = end - start;
    long first = word(bytes, start, length);
    long second = word(bytes, start + Long.BYTES, length - Long.BYTES);
    long third = word(bytes, start + 2 * Long.BYTES, length - 2 * Long.BYTES);
    int place = place(first, second, third, context);
    texts[place * WORDS] = first;
    texts[place * WORDS + 1] = second;
    texts[place * WORDS + 2] = third;
    contexts[place] = context;
    numbers[place] = number;
    size++;
  }

  /** The bytes from an index on, as many as there are and fit; zeros behind them. */
  private static long word(byte[] bytes, int from, int length) {
    if (length <= 0) {
      return 0;
    }
    long word = (long) LONG.get(bytes, from);
    return length >= Long.BYTES ? word : word & (-1L >>> (Byte.SIZE * (Long.BYTES - length)));
  }

  /** Where a text is, or may be put. */
  private int place(long first, long second, long third, int context) {
    long mixed = ((first * SPREAD + second) * SPREAD + third) * SPREAD + context;
    int place = (int) ((mixed * SPREAD) >>> (Long.SIZE - PLACE_BITS));
    while (numbers[place] != NO_LINE
        && (contexts[place] != context
            || texts[place * WORDS] != first
            || texts[place * WORDS + 1] != second
            || texts[place * WORDS + 2] != third)) {
      place = (place + 1) & (PLACES - 1);
    }
    return place;
  }
}
