package org.foretell.parsers.raw;

/** Gathers times of a rank before a sink gets them. */
final class ColumnWriter {
  /** Takes times. */
  interface Target {
    void take(int rank, long[] timesPs, int offset, int length);
  }

  private final Target target;
  private final long[] timesPs = new long[1024];
  private int length;

  ColumnWriter(Target target) {
    this.target = target;
  }

  void add(int rank, long timePs) {
    timesPs[length++] = timePs;
    if (length == timesPs.length) {
      flush(rank);
    }
  }

  void flush(int rank) {
    target.take(rank, timesPs, 0, length);
    length = 0;
  }
}
