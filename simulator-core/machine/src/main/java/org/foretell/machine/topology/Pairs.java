package org.foretell.machine.topology;

/** Numbers the unordered pairs of things that are joined each with each. */
final class Pairs {
  private Pairs() {}

  /** How many pairs there are of so many things. */
  static long count(int things) {
    return (long) things * (things - 1) / 2;
  }

  /** The number of the pair of two different things. */
  static int index(int one, int other, int things) {
    int lower = Math.min(one, other);
    int upper = Math.max(one, other);
    return first(lower, things) + upper - lower - 1;
  }

  /** The lower thing of a pair; takes time in proportion to the things. */
  static int lower(int index, int things) {
    int lower = 0;
    while (first(lower + 1, things) <= index) {
      lower++;
    }
    return lower;
  }

  /** The upper thing of a pair; takes time in proportion to the things. */
  static int upper(int index, int things) {
    int lower = lower(index, things);
    return index - first(lower, things) + lower + 1;
  }

  private static int first(int lower, int things) {
    return (int) ((long) lower * (2L * things - lower - 1) / 2);
  }
}
