package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds a value as a sum of terms, one for each loop around it, while the values come in. A term is
 * known at an index once it is the only one that was not: the first iteration of all other loops
 * has that. Takes no memory for values that stay the same or grow evenly, else a number for each
 * iteration of a loop. Not thread safe.
 */
final class RuleFinder {
  /** Terms of more numbers that follow no line are given up. */
  private static final int LONGEST = 1 << 16;

  /** Longer lists tell a reader less than a range. */
  private static final int LONGEST_SHOWN = 8;

  private final boolean signed;
  private boolean hasAny;
  private boolean failed;
  private long base;
  private long least = Long.MAX_VALUE;
  private long most = Long.MIN_VALUE;
  private long special;

  /** By level; empty as long as the value has not changed. */
  private Series[] series = {};

  /**
   * Nothing has been taken yet.
   *
   * @param signed whether numbers below 0 are numbers, and not special values
   */
  RuleFinder(boolean signed) {
    this.signed = signed;
  }

  /** The term of a loop for its first indexes. */
  private static final class Series {
    private int size;
    private long step;

    /** Empty while all numbers are on a line. */
    private LongArrayList list = new LongArrayList();

    Series(int zeros) {
      size = zeros;
    }

    long get(int index) {
      return list.isEmpty() ? index * step : list.getLong(index);
    }

    boolean add(long value) {
      if (size == 1 && list.isEmpty()) {
        step = value;
      } else if (list.isEmpty() && value != size * step) {
        for (int i = 0; i < size && size <= LONGEST; i++) {
          list.add(i * step);
        }
      }
      if (!list.isEmpty()) {
        list.add(value);
      }
      size++;
      return list.isEmpty() ? size == 2 || value == (size - 1) * step : size <= LONGEST;
    }
  }

  /**
   * Takes the next value.
   *
   * @param at the iteration that each loop is in
   * @param depth how many loops there are
   * @param seen how many iterations of each loop had a value before
   */
  void take(long value, int[] at, int depth, int[] seen) {
    if (value < 0 && !signed) {
      special = value;
    } else {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    if (!hasAny) {
      hasAny = true;
      base = value;
    }
    if (failed || (series.length == 0 && value == base)) {
      return;
    }
    if (series.length == 0) {
      series = new Series[Math.max(1, depth)];
      Arrays.setAll(series, level -> new Series(level < depth ? seen[level] : 1));
    }
    failed = !fits(value, at, depth);
    if (failed) {
      series = new Series[] {new Series(1)};
    }
  }

  private boolean fits(long value, int[] at, int depth) {
    long sum = base;
    int open = -1;
    for (int level = 0; level < depth; level++) {
      if (at[level] < series[level].size) {
        sum += series[level].get(at[level]);
      } else if (open < 0 && at[level] == series[level].size) {
        open = level;
      } else {
        return false;
      }
    }
    return open < 0 ? sum == value : series[open].add(value - sum);
  }

  /** Whether something was taken. */
  boolean hasAny() {
    return hasAny;
  }

  /** What was found. */
  ValueRule rule() {
    boolean mixed = special != 0 && least != Long.MAX_VALUE;
    if (!failed && !mixed) {
      List<ValueRule.Term> terms = new ArrayList<>();
      boolean found = true;
      for (int level = 0; level < series.length && found; level++) {
        found = add(level, series[level], terms);
      }
      if (found) {
        return new ValueRule(true, base, terms, least(), most(), 0);
      }
    }
    return new ValueRule(false, 0, List.of(), least(), most(), special);
  }

  private long least() {
    return least == Long.MAX_VALUE ? base : least;
  }

  private long most() {
    return most == Long.MIN_VALUE ? base : most;
  }

  private static boolean add(int level, Series series, List<ValueRule.Term> terms) {
    if (series.list.isEmpty()) {
      if (series.step != 0 && series.size > 1) {
        terms.add(new ValueRule.Term(level, List.of(0L), true, series.step));
      }
      return true;
    }
    LongArrayList list = series.list;
    for (int period = 2; period <= LONGEST_SHOWN && 2 * period <= list.size(); period++) {
      if (isPeriod(list, period)) {
        long step = list.getLong(period) - list.getLong(0);
        terms.add(new ValueRule.Term(level, List.copyOf(list.subList(0, period)), true, step));
        return true;
      }
    }
    boolean isShort = list.size() <= LONGEST_SHOWN;
    if (isShort) {
      terms.add(new ValueRule.Term(level, List.copyOf(list), false, 0));
    }
    return isShort;
  }

  private static boolean isPeriod(LongArrayList list, int period) {
    long step = list.getLong(period) - list.getLong(0);
    for (int i = period; i < list.size(); i++) {
      if (list.getLong(i) - list.getLong(i - period) != step) {
        return false;
      }
    }
    return true;
  }
}
