package org.foretell.engine.mail;

import java.util.Arrays;

/** Letters from one part to another, in the order in which they were written. */
final class Bundle {
  private static final int MOST_LETTERS = 256;
  private static final int FIRST_LETTERS = 16;

  /** Grows, since parts that wait for each other send few letters at a time. */
  long[] words = new long[FIRST_LETTERS * Letters.WORDS];

  int letters;

  /** Room for one more letter, where its words begin. */
  int add() {
    int at = letters++ * Letters.WORDS;
    if (at == words.length) {
      words = Arrays.copyOf(words, 2 * at);
    }
    return at;
  }

  boolean isFull() {
    return letters == MOST_LETTERS;
  }
}
