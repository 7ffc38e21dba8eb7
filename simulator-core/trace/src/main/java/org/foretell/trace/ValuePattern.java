package org.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rule of a list of numbers, such as the sizes that the iterations of a loop send: a short
 * list, repeated several times with a step added each time, and this repeated in its turn. {@code a
 * + b i + c j} of two nested loops is the list {@code a} with two levels, a cycle a list with a
 * level whose step is 0. The rule gives exactly the numbers it was found in. Immutable.
 */
public final class ValuePattern {
  private final long[] list;
  private final List<Level> levels;

  /**
   * A repetition.
   *
   * @param count how often what is within is repeated, at least 2
   * @param step what is added each time
   */
  public record Level(int count, long step) {}

  private ValuePattern(long[] list, List<Level> levels) {
    this.list = list;
    this.levels = List.copyOf(levels);
  }

  /**
   * Finds the rule. Takes time in proportion to the numbers and their divisors.
   *
   * @param values at least one
   * @return the rule with the fewest numbers; without levels if there is none that is shorter
   */
  public static ValuePattern of(long[] values) {
    List<Level> levels = new ArrayList<>();
    int length = values.length;
    while (true) {
      int period = period(values, length);
      if (period + 2 > length) {
        return new ValuePattern(Arrays.copyOf(values, length), levels);
      }
      levels.add(0, new Level(length / period, values[period] - values[0]));
      length = period;
    }
  }

  /** The least divisor at whose distance all numbers differ by the same. */
  private static int period(long[] values, int length) {
    for (int period = 1; 2 * period <= length; period++) {
      if (length % period == 0 && isPeriod(values, length, period)) {
        return period;
      }
    }
    return length;
  }

  private static boolean isPeriod(long[] values, int length, int period) {
    for (int i = period; i < length; i++) {
      long step = values[i] - values[i - period];
      boolean overflows = ((values[i] ^ values[i - period]) & (values[i] ^ step)) < 0;
      if (overflows || step != values[period] - values[0]) {
        return false;
      }
    }
    return true;
  }

  /** {@return the numbers that are repeated, at least one; a copy} */
  public long[] list() {
    return list.clone();
  }

  /** {@return the repetitions, innermost first} */
  public List<Level> levels() {
    return levels;
  }

  /** {@return how many numbers the rule describes} */
  public int length() {
    int length = list.length;
    for (Level level : levels) {
      length *= level.count();
    }
    return length;
  }

  /** {@return how many numbers it takes to write the rule, runs of equal ones counted as two} */
  public int numbers() {
    int runs = 1;
    for (int i = 1; i < list.length; i++) {
      runs += list[i] != list[i - 1] ? 1 : 0;
    }
    return Math.min(list.length, 2 * runs) + 2 * levels.size();
  }

  /**
   * Computes a number by the rule.
   *
   * @param index from 0 on; after {@link #length()} the numbers start over
   * @return the number
   */
  public long at(long index) {
    long value = list[(int) (index % list.length)];
    long rest = index / list.length;
    for (Level level : levels) {
      value += rest % level.count() * level.step();
      rest /= level.count();
    }
    return value;
  }
}
