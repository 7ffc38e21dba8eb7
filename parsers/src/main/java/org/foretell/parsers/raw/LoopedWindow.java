package org.foretell.parsers.raw;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The structure that one window holds: words that are the numbers of shapes, or say that the words
 * before them repeat. Unfolded word by word; a loop goes back to where its body begins.
 */
final class LoopedWindow {
  /** Loops within loops. */
  static final int MOST_DEPTH = 32;

  static final int SPAN_BITS = 20;

  /** Defines symbols, and reports errors. */
  interface Shapes {
    /**
     * Whether a symbol has times.
     *
     * @param word its place in the window
     */
    boolean isTimed(long symbol, int word);

    /** What to throw. */
    RuntimeException damaged(int word, String expected, String found);
  }

  private final long[] words;
  private final byte[] depths;

  /** By depth: how often a loop that is under way still goes back. */
  private final long[] left = new long[MOST_DEPTH + 1];

  private int next;

  private LoopedWindow(long[] words, byte[] depths) {
    this.words = words;
    this.depths = depths;
  }

  /** A window without words. */
  static final LoopedWindow EMPTY = new LoopedWindow(new long[0], new byte[0]);

  /**
   * Reads words and checks that loops nest.
   *
   * @param bytes of the words, in little-endian order; what is left of a cut word is passed over
   */
  static LoopedWindow of(ByteBuffer bytes, Shapes shapes) {
    long[] words = new long[bytes.remaining() / Long.BYTES];
    bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    byte[] depths = new byte[words.length];
    int[] starts = new int[words.length];
    byte[] depthsOfItems = new byte[words.length];
    boolean[] timed = new boolean[words.length];
    int items = 0;
    for (int i = 0; i < words.length; i++) {
      int start = i;
      int depth = 0;
      boolean isTimed = false;
      if (isLoop(words[i])) {
        start = i - span(words[i]);
        long repeats = repeats(words[i]);
        if (repeats < 2) {
          throw shapes.damaged(i, "a loop of at least 2 repeats", String.valueOf(repeats));
        }
        int body = i;
        while (items > 0 && starts[items - 1] >= start) {
          items--;
          body = starts[items];
          depth = Math.max(depth, depthsOfItems[items] + 1);
          isTimed |= timed[items];
        }
        if (start == i || body != start) {
          throw shapes.damaged(
              i,
              "a loop over whole records and loops before it",
              "one over the last " + span(words[i]) + " words");
        }
        if (depth > MOST_DEPTH) {
          throw shapes.damaged(i, "at most " + MOST_DEPTH + " loops within each other", "more");
        }
        if (!isTimed) {
          throw shapes.damaged(i, "a loop over records with times", "one over none");
        }
      } else {
        isTimed = shapes.isTimed(words[i] >>> 1, i);
      }
      starts[items] = start;
      depthsOfItems[items] = (byte) depth;
      timed[items++] = isTimed;
      depths[i] = (byte) depth;
    }
    return new LoopedWindow(words, depths);
  }

  private static boolean isLoop(long word) {
    return (word & 1) != 0;
  }

  private static int span(long word) {
    return (int) (word >>> 1) & ((1 << SPAN_BITS) - 1);
  }

  private static long repeats(long word) {
    return word >>> (SPAN_BITS + 1);
  }

  /** Goes to the next symbol; false at the end. */
  boolean hasNext() {
    while (next < words.length && isLoop(words[next])) {
      int depth = depths[next];
      left[depth] = left[depth] == 0 ? repeats(words[next]) - 1 : left[depth] - 1;
      next += left[depth] == 0 ? 1 : -span(words[next]);
    }
    return next < words.length;
  }

  /** Its place, after {@link #hasNext}. */
  int word() {
    return next;
  }

  /** The next symbol, after {@link #hasNext}. */
  long next() {
    return words[next++] >>> 1;
  }
}
