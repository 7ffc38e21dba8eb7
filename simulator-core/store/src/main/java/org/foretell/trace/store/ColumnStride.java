package org.foretell.trace.store;

import org.foretell.trace.TraceSink;

/**
 * Finds at what distance the values of a column are most alike: the number of bursts in the loop
 * that they come from, mostly.
 */
final class ColumnStride {
  /** Fewer values need no stride. */
  private static final int LEAST = 32;

  private static final int LONGEST = 256;

  /** Values looked at; more tell no more. */
  private static final int SAMPLE = 4096;

  private ColumnStride() {}

  /** The stride of the first {@code count} of some values, 1 if no other one is clearly better. */
  static int of(long[] values, int count) {
    int looked = Math.min(count, SAMPLE);
    int best = 1;
    if (looked < LEAST) {
      return best;
    }
    long least = cost(values, looked, 1) * 31 / 32;
    for (int stride = 2; stride <= Math.min(LONGEST, looked / 8); stride++) {
      long cost = cost(values, looked, stride);
      if (cost < least) {
        least = cost;
        best = stride;
      }
    }
    return best;
  }

  /** Bits of all differences at a distance. */
  private static long cost(long[] values, int count, int stride) {
    long bits = 0;
    for (int i = stride; i < count; i++) {
      if (values[i] != TraceSink.NO_BURST && values[i - stride] != TraceSink.NO_BURST) {
        bits += Long.SIZE - Long.numberOfLeadingZeros(Math.abs(values[i] - values[i - stride]));
      }
    }
    return bits * count / (count - stride);
  }
}
