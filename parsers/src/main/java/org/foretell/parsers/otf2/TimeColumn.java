package org.foretell.parsers.otf2;

/** Gathers times of a rank before a sink gets them. */
final class TimeColumn {
  /** Takes times. */
  interface Target {
    void take(int rank, long[] timesPs, int offset, int length);
  }

  private final Target target;
  private final long[] timesPs = new long[1 << 12];
  private int length;

  TimeColumn(Target target) {
    this.target = target;
  }

  void add(int rank, long timePs) {
    timesPs[length++] = timePs;
    if (length == timesPs.length) {
      flush(rank);
    }
  }

  void flush(int rank) {
    if (length > 0) {
      target.take(rank, timesPs, 0, length);
      length = 0;
    }
  }
}
