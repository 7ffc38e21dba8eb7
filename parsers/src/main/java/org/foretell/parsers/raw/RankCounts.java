package org.foretell.parsers.raw;

import org.foretell.parsers.column.ColumnWriter;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.TraceSink;

/**
 * What counters counted during the bursts of a rank, on its way to a sink. A counter that never
 * counted gets no column: its unknown numbers wait until the first known one.
 */
final class RankCounts {
  private static final BurstCounter[] COUNTERS = BurstCounter.values();

  private final ColumnWriter[] columns = new ColumnWriter[COUNTERS.length];
  private final long[] waiting = new long[COUNTERS.length];
  private final boolean[] known = new boolean[COUNTERS.length];

  RankCounts(TraceSink sink) {
    for (BurstCounter counter : COUNTERS) {
      columns[counter.ordinal()] =
          new ColumnWriter(
              (rank, counts, offset, length) -> sink.counts(rank, counter, counts, offset, length));
    }
  }

  /** A burst without counts. */
  void addNone(int rank) {
    for (int i = 0; i < COUNTERS.length; i++) {
      add(rank, i, BurstCounts.UNKNOWN);
    }
  }

  /** The next burst. */
  void add(int rank, long[] counts) {
    for (int i = 0; i < COUNTERS.length; i++) {
      add(rank, i, counts[i]);
    }
  }

  private void add(int rank, int counter, long count) {
    if (count == BurstCounts.UNKNOWN && !known[counter]) {
      waiting[counter]++;
      return;
    }
    known[counter] = true;
    for (; waiting[counter] > 0; waiting[counter]--) {
      columns[counter].add(rank, BurstCounts.UNKNOWN);
    }
    columns[counter].add(rank, count);
  }

  /** The rank has no further burst. */
  void flush(int rank) {
    for (int i = 0; i < COUNTERS.length; i++) {
      columns[i].flush(rank);
      waiting[i] = 0;
      known[i] = false;
    }
  }
}
