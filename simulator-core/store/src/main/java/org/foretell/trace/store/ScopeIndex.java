package org.foretell.trace.store;

import it.unimi.dsi.fastutil.Arrays;
import java.util.function.IntConsumer;

/** The scopes of a value by rank: runs of consecutive ranks in ascending order. */
final class ScopeIndex {
  static final int NONE = -1;

  /** Instead of an index that would be too large, or that cannot be. */
  private static final ScopeIndex UNUSABLE = new ScopeIndex(0);

  // By run.
  private final int[] first;
  private final int[] length;

  /** Index of the scope's numbers among the words. */
  private final int[] numbers;

  private int count;

  private ScopeIndex(int runs) {
    first = new int[runs];
    length = new int[runs];
    numbers = new int[runs];
  }

  /**
   * Of the scopes that stand in words.
   *
   * @param payload place, number of scopes, and for each: its length, rank set, numbers
   * @param most runs
   */
  static ScopeIndex of(long[] words, int payload, int most) {
    int[] runs = {0};
    eachScope(words, payload, (scope) -> runs[0] = countRuns(words, scope + 1, runs[0], most));
    if (runs[0] > most) {
      return UNUSABLE;
    }
    ScopeIndex index = new ScopeIndex(runs[0]);
    eachScope(words, payload, scope -> index.add(words, scope + 1));
    Arrays.quickSort(
        0, index.count, (a, b) -> Integer.compare(index.first[a], index.first[b]), index::swap);
    return index.isDisjoint() ? index : UNUSABLE;
  }

  private static void eachScope(long[] words, int payload, IntConsumer consumer) {
    int scope = payload + 2;
    for (long i = 0; i < words[payload + 1]; i++, scope += (int) words[scope]) {
      consumer.accept(scope);
    }
  }

  /** Adds the runs of a rank set to a count, which says no more than that it is above the most. */
  private static int countRuns(long[] words, int set, int before, int most) {
    long all = before;
    int next = set + 1;
    for (long section = 0; section < words[set] && all <= most; section++) {
      int dimensions = (int) words[next + 1];
      long runs = 1;
      for (int d = 0; d < dimensions && runs <= most; d++) {
        boolean consecutive = d == dimensions - 1 && words[next + 3 + 2 * d] == 1;
        runs *= consecutive ? 1 : words[next + 2 + 2 * d];
      }
      all += runs;
      next += 2 + 2 * dimensions;
    }
    return (int) Math.min(all, most + 1L);
  }

  private void add(long[] words, int set) {
    int after = Words.afterRankSet(words, set);
    int next = set + 1;
    for (long section = 0; section < words[set]; section++) {
      int dimensions = (int) words[next + 1];
      addRuns(words, next + 2, dimensions, (int) words[next], after);
      next += 2 + 2 * dimensions;
    }
  }

  private void addRuns(long[] words, int dimension, int left, int start, int after) {
    int times = left == 0 ? 1 : (int) words[dimension];
    int stride = left == 0 ? 1 : (int) words[dimension + 1];
    if (left == 0 || (left == 1 && stride == 1)) {
      first[count] = start;
      length[count] = times;
      numbers[count++] = after;
      return;
    }
    for (int i = 0; i < times; i++) {
      addRuns(words, dimension + 2, left - 1, start + i * stride, after);
    }
  }

  private void swap(int a, int b) {
    swap(first, a, b);
    swap(length, a, b);
    swap(numbers, a, b);
  }

  private static void swap(int[] values, int a, int b) {
    int value = values[a];
    values[a] = values[b];
    values[b] = value;
  }

  private boolean isDisjoint() {
    for (int run = 1; run < count; run++) {
      if (first[run] - first[run - 1] < length[run - 1]) {
        return false;
      }
    }
    return true;
  }

  boolean isUsable() {
    return count > 0;
  }

  int runs() {
    return count;
  }

  /** Index of the numbers of a rank's scope, {@link #NONE} if it is in none. */
  int numbers(int rank) {
    int run = java.util.Arrays.binarySearch(first, rank);
    int at = run >= 0 ? run : -run - 2;
    return at >= 0 && rank - first[at] < length[at] ? numbers[at] : NONE;
  }
}
