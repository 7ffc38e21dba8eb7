package org.foretell.engine.message;

/** Two numbers in one word of a letter. */
final class LetterWords {
  private static final long LOW = (1L << Integer.SIZE) - 1;

  private LetterWords() {}

  static long pair(int high, int low) {
    return (long) high << Integer.SIZE | (low & LOW);
  }

  static int high(long word) {
    return (int) (word >> Integer.SIZE);
  }

  static int low(long word) {
    return (int) word;
  }
}
