package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;

/**
 * What counters counted while it is written: columns for each counter. A stored number is the count
 * plus 1, so that 0 is one that is not known.
 */
final class CountBuffers {
  private static final int AT_ONCE = 256;

  private final Map<BurstCounter, ColumnBuffers> columns = new EnumMap<>(BurstCounter.class);
  private final long[] stored = new long[AT_ONCE];

  CountBuffers(boolean packs, ColumnBuffers.Blocks blocks) {
    for (BurstCounter counter : BurstCounter.values()) {
      columns.put(counter, new ColumnBuffers(ColumnKind.of(counter), packs, blocks));
    }
  }

  void begin(int ranks) {
    columns.values().forEach(each -> each.begin(ranks));
  }

  /** A program runs so many bursts. */
  void demand(ExecutionCounter.ColumnDemand demand) {
    columns.values().forEach(each -> each.demand(demand));
  }

  void add(int rank, BurstCounter counter, long[] counts, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, counts.length);
    ColumnBuffers target = Objects.requireNonNull(columns.get(counter));
    int waiting = 0;
    for (int i = offset; i < offset + length; i++) {
      if (counts[i] < BurstCounts.UNKNOWN || counts[i] == Long.MAX_VALUE) {
        throw new IllegalArgumentException(
            "what a counter counted must be 0 to 2^63 - 2, or -1 if it is not known, but is "
                + counts[i]);
      }
      stored[waiting++] = counts[i] + 1;
      if (waiting == AT_ONCE) {
        target.add(rank, stored, 0, waiting);
        waiting = 0;
      }
    }
    target.add(rank, stored, 0, waiting);
  }

  /**
   * Takes over the columns of a part, which has none then.
   *
   * @param distance how much further on their blocks are now
   */
  void takeAll(CountBuffers part, long distance) {
    columns.forEach(
        (counter, each) ->
            each.takeAll(Objects.requireNonNull(part.columns.get(counter)), distance));
  }

  boolean isEmpty() {
    return columns.values().stream().allMatch(ColumnBuffers::isEmpty);
  }

  boolean isPacked() {
    return columns.values().stream().anyMatch(ColumnBuffers::isPacked);
  }

  /**
   * Checks that each rank has as many numbers as bursts, or none.
   *
   * @param leftOut bursts that a rank leaves out
   * @throws IllegalStateException if one has another number
   */
  void check(IntToLongFunction leftOut) {
    columns.values().forEach(each -> each.check(true, leftOut));
  }

  /** Flushes everything and says where it is, in the order of the counters. */
  List<Contents.Columns> end() {
    List<Contents.Columns> ended = new ArrayList<>();
    columns.values().forEach(each -> ended.add(each.end()));
    return ended;
  }
}
