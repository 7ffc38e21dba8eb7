package org.foretell.engine.mail;

import java.util.Arrays;

/** Letters from one part to another, in the order in which they were written. */
public final class Bundle {
  private static final int MOST_LETTERS = 256;
  private static final int FIRST_LETTERS = 16;

  /** Grows, since parts that wait for each other send few letters at a time. */
  private long[] words = {};

  private int letters;

  Bundle() {}

  /** The letters, each {@link Letters#WORDS} numbers; nobody may change them. */
  public long[] words() {
    return words;
  }

  /** How many letters there are. */
  public int letters() {
    return letters;
  }

  void write(long kind, long a, long b, long c, long d, long e, long f, long g, long h) {
    int at = letters++ * Letters.WORDS;
    if (at == words.length) {
      words = Arrays.copyOf(words, Math.max(FIRST_LETTERS * Letters.WORDS, 2 * at));
    }
    words[at] = kind;
    words[at + 1] = a;
    words[at + 2] = b;
    words[at + 3] = c;
    words[at + 4] = d;
    words[at + 5] = e;
    words[at + 6] = f;
    words[at + 7] = g;
    words[at + 8] = h;
  }

  boolean isFull() {
    return letters >= MOST_LETTERS;
  }

  /** Makes room for other letters. */
  void clear() {
    letters = 0;
  }
}
