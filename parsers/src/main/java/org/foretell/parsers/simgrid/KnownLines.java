package org.foretell.parsers.simgrid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers of a rank's lines, found by the text behind the rank and by a context, so that a line
 * that repeats need not be parsed. Only lines of up to {@value #MOST_BYTES} bytes can be known, and
 * at most two thousand different ones.
 */
final class KnownLines {
  private static final int WORDS = 3;

  /** The answer for a line that is not known yet, and may be added. */
  static final int UNKNOWN = -1;

  /** The answer for a line that is not known and never will be. */
  static final int NEVER_KNOWN = -2;

  /** Bytes of a line that are known at most. */
  static final int MOST_BYTES = WORDS * Long.BYTES - 1;

  /** Places to look at, so that lines made to fall on the same one cost no more than others. */
  private static final int MOST_LOOKS = 16;

  private static final int NO_PLACE = -1;
  private static final int PLACE_BITS = 12;
  private static final int PLACES = 1 << PLACE_BITS;
  private static final int MOST_LINES = PLACES / 2;
  private static final int NO_LINE = UNKNOWN;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  /** Texts by place, three words each, filled up with zeros; the last byte is the length. */
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
    if (end - start > MOST_BYTES || start + WORDS * Long.BYTES > bytes.length) {
      return NEVER_KNOWN;
    }
    int length = end - start;
    long first = word(bytes, start, length);
    long second = word(bytes, start + Long.BYTES, length - Long.BYTES);
    long third = lastWord(bytes, start, length);
    int place = place(first, second, third, context);
    if (place == NO_PLACE || (numbers[place] == NO_LINE && size == MOST_LINES)) {
      return NEVER_KNOWN;
    }
    return numbers[place];
  }

  /** Remembers the number of a text that {@link #find} has called {@link #UNKNOWN}. */
  void add(byte[] bytes, int start, int end, int context, int number) {
    int length = end - start;
    long first = word(bytes, start, length);
    long second = word(bytes, start + Long.BYTES, length - Long.BYTES);
    long third = lastWord(bytes, start, length);
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

  /** The rest of a text, and its length: a damaged line may hold zeros of its own. */
  private static long lastWord(byte[] bytes, int start, int length) {
    long rest = word(bytes, start + 2 * Long.BYTES, length - 2 * Long.BYTES);
    return rest | (long) length << (Long.SIZE - Byte.SIZE);
  }

  /** Where a text is, or may be put; {@link #NO_PLACE} if too many others are there. */
  private int place(long first, long second, long third, int context) {
    long mixed = ((first * SPREAD + second) * SPREAD + third) * SPREAD + context;
    int place = (int) ((mixed * SPREAD) >>> (Long.SIZE - PLACE_BITS));
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      if (numbers[place] == NO_LINE
          || (contexts[place] == context
              && texts[place * WORDS] == first
              && texts[place * WORDS + 1] == second
              && texts[place * WORDS + 2] == third)) {
        return place;
      }
      place = (place + 1) & (PLACES - 1);
    }
    return NO_PLACE;
  }
}
