package org.foretell.parsers.column;

import java.util.Arrays;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.TraceSink;

/**
 * Gathers the counts of a rank's bursts before a sink gets them. A counter that never counted gets
 * no column. Not thread safe.
 */
public final class CountColumns {
  private static final BurstCounter[] COUNTERS = BurstCounter.values();

  private final ColumnWriter[] columns = new ColumnWriter[COUNTERS.length];
  private final long[] waiting = new long[COUNTERS.length];
  private final boolean[] known = new boolean[COUNTERS.length];

  /**
   * Columns without counts.
   *
   * @param sink gets them
   */
  public CountColumns(TraceSink sink) {
    for (BurstCounter counter : COUNTERS) {
      columns[counter.ordinal()] =
          new ColumnWriter(
              (rank, counts, offset, length) -> sink.counts(rank, counter, counts, offset, length));
    }
  }

  /**
   * Adds the count of the next burst.
   *
   * @param rank the same until the next {@link #flush}
   * @param counter that counted
   * @param count at least 0, or {@link BurstCounts#UNKNOWN}
   */
  public void add(int rank, BurstCounter counter, long count) {
    int index = counter.ordinal();
    if (count == BurstCounts.UNKNOWN && !known[index]) {
      waiting[index]++;
      return;
    }
    known[index] = true;
    for (; waiting[index] > 0; waiting[index]--) {
      columns[index].add(rank, BurstCounts.UNKNOWN);
    }
    columns[index].add(rank, count);
  }

  /**
   * Passes on what has been added: the rank has no further burst.
   *
   * @param rank of the bursts
   */
  public void flush(int rank) {
    for (ColumnWriter column : columns) {
      column.flush(rank);
    }
    Arrays.fill(waiting, 0);
    Arrays.fill(known, false);
  }
}
