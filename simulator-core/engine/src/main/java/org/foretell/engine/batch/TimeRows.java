package org.foretell.engine.batch;

import java.util.Arrays;

/** A time of each follower for each of some things, which have numbers; grows with these. */
final class TimeRows {
  private final int width;
  private long[] timesPs;

  /** All times are 0. */
  TimeRows(int width, int rows) {
    this.width = width;
    timesPs = new long[Math.multiplyExact(width, rows)];
  }

  /** The times, row after row; valid until {@link #reserve}. */
  long[] timesPs() {
    return timesPs;
  }

  /** Where a row begins, for which there is room. */
  int start(int row) {
    return row * width;
  }

  /** Makes room for a row. */
  void reserve(int row) {
    int end = Math.multiplyExact(row + 1, width);
    if (end > timesPs.length) {
      timesPs = Arrays.copyOf(timesPs, (int) Math.min(Integer.MAX_VALUE - 8, 2L * end));
    }
  }

  void set(int row, long[] fromPs) {
    reserve(row);
    System.arraycopy(fromPs, 0, timesPs, start(row), width);
  }

  void get(int row, long[] intoPs) {
    System.arraycopy(timesPs, start(row), intoPs, 0, width);
  }
}
