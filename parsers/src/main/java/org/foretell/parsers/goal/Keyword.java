package org.foretell.parsers.goal;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The words of GOAL text. */
enum Keyword {
  NUM_RANKS,
  RANK,
  CALC,
  SEND,
  RECV,
  TO,
  FROM,
  TAG,
  CPU,
  NIC,
  REQUIRES,
  IREQUIRES;

  private final int length;

  /** The first eight letters. */
  private final long key;

  private final byte last;

  Keyword() {
    byte[] letters = name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
    length = letters.length;
    last = letters[length - 1];
    long packed = 0;
    for (int i = 0; i < Math.min(Long.BYTES, length); i++) {
      packed = packed << 8 | letters[i];
    }
    key = packed;
  }

  /** Whether a word is this one; none is longer than nine letters. */
  boolean is(long firstLetters, byte[] word, int wordLength) {
    return firstLetters == key && wordLength == length && word[wordLength - 1] == last;
  }
}
