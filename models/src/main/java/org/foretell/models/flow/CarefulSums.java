package org.foretell.models.flow;

import java.util.Arrays;

/**
 * Sums of numbers that come and go. What is far smaller than others is not lost while those are
 * there: each sum keeps what rounding has left out of it (Knuth's exact sum of two), so that it is
 * right to the last few bits also when the large ones have gone.
 */
final class CarefulSums {
  private double[] sum;

  /** What the sum lacks, at most half of its last bit. */
  private double[] rest;

  /** So many sums, all 0. */
  CarefulSums(int sums) {
    sum = new double[sums];
    rest = new double[sums];
  }

  /** Makes room for so many sums. */
  void reserve(int sums) {
    if (sums > sum.length) {
      sum = Arrays.copyOf(sum, sums);
      rest = Arrays.copyOf(rest, sums);
    }
  }

  double get(int index) {
    return sum[index];
  }

  /** Makes a sum 0. */
  void clear(int index) {
    sum[index] = 0;
    rest[index] = 0;
  }

  /** Adds a number, below 0 to take it away. */
  void add(int index, double number) {
    double before = sum[index];
    double rounded = before + number;
    double added = rounded - before;
    double lost = (before - (rounded - added)) + (number - added) + rest[index];
    double after = rounded + lost;
    sum[index] = after;
    rest[index] = lost - (after - rounded);
  }
}
