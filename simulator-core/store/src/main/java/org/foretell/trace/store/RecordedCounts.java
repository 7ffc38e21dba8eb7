package org.foretell.trace.store;

import java.util.Arrays;
import java.util.Optional;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.jspecify.annotations.Nullable;

/** The counts of a rank's bursts, each counter from a column of its own. */
final class RecordedCounts implements BurstCounts {
  private static final int COUNTERS = BurstCounter.values().length;

  /** Null for a counter that did not count. */
  private final @Nullable ColumnCursor[] columns = new ColumnCursor[COUNTERS];

  private final long[] current = new long[COUNTERS];

  private RecordedCounts() {
    Arrays.fill(current, UNKNOWN);
  }

  /** Those of a rank; empty if no counter counted. */
  static Optional<BurstCounts> of(RecordedTrace trace, int rank) {
    RecordedCounts counts = new RecordedCounts();
    boolean any = false;
    for (BurstCounter counter : BurstCounter.values()) {
      int[] ranks = trace.contents().counts().get(counter.ordinal()).ranks();
      if (Arrays.binarySearch(ranks, rank) >= 0) {
        counts.columns[counter.ordinal()] = ColumnCursor.counts(trace, counter, rank);
        any = true;
      }
    }
    return any ? Optional.of(counts) : Optional.empty();
  }

  @Override
  public void next() {
    for (int i = 0; i < COUNTERS; i++) {
      ColumnCursor column = columns[i];
      if (column != null) {
        current[i] = column.next() - 1;
      }
    }
  }

  @Override
  public long get(BurstCounter counter) {
    return current[counter.ordinal()];
  }
}
