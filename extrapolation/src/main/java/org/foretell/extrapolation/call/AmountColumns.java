package org.foretell.extrapolation.call;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Sums up the amounts of the bursts of a rank between two calls. */
final class AmountColumns {
  private final Map<Amount, LongArrayList> columns = new EnumMap<>(Amount.class);
  private final long[] sums = new long[Amount.values().length];
  private final @Nullable BurstCounts counts;

  AmountColumns(Set<Amount> amounts, @Nullable BurstCounts counts) {
    this.counts = counts;
    amounts.forEach(amount -> columns.put(amount, new LongArrayList()));
  }

  void add(OpView burst) {
    if (columns.isEmpty()) {
      return;
    }
    if (counts != null) {
      counts.next();
    }
    for (Amount amount : columns.keySet()) {
      OpField field = amount.field();
      BurstCounter counter = amount.counter();
      long own = Amount.UNKNOWN;
      if (field != null) {
        own = burst.get(field);
      } else if (counter != null && counts != null) {
        own = counts.get(counter);
      }
      long sum = sums[amount.ordinal()];
      boolean isKnown = own >= 0 && sum >= 0;
      sums[amount.ordinal()] = isKnown ? Math.addExact(sum, own) : Amount.UNKNOWN;
    }
  }

  /** Goes to the next call. */
  void next() {
    columns.forEach(
        (amount, column) -> {
          column.add(sums[amount.ordinal()]);
          sums[amount.ordinal()] = 0;
        });
  }

  Map<Amount, long[]> toArrays() {
    Map<Amount, long[]> arrays = new EnumMap<>(Amount.class);
    columns.forEach((amount, column) -> arrays.put(amount, column.toLongArray()));
    return arrays;
  }
}
