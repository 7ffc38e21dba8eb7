package org.foretell.structure.op;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The shortest list that repeated gives another one. */
final class Periods {
  private Periods() {}

  /** The least divisor of the number of groups after which all groups repeat. */
  static int of(long[] values, int width) {
    int groups = values.length / width;
    for (int divisor : divisors(groups)) {
      int shift = divisor * width;
      if (Arrays.equals(values, shift, values.length, values, 0, values.length - shift)) {
        return divisor;
      }
    }
    return groups;
  }

  private static List<Integer> divisors(int number) {
    List<Integer> low = new ArrayList<>();
    List<Integer> high = new ArrayList<>();
    for (int i = 1; (long) i * i <= number; i++) {
      if (number % i == 0) {
        low.add(i);
        if (i != number / i) {
          high.add(0, number / i);
        }
      }
    }
    low.addAll(high);
    return low;
  }
}
