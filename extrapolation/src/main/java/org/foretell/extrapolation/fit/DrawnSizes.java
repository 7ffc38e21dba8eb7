package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Drawn;
import org.foretell.extrapolation.law.Sample;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of irregular exchanges that follow from data, as in a sort of keys. The mean and the
 * relative spread grow with the number of ranks; the shape is that of the largest trace.
 */
final class DrawnSizes {
  private DrawnSizes() {}

  /**
   * Draws the sizes of an exchange of all with all, where both sides of a pair can agree.
   *
   * @param elements of the lists, with the other rank as innermost iteration
   * @return null for other ops, or if one trace alone has the exchange
   */
  static @Nullable Drawn of(OpCode code, OpField field, List<Sample> elements, Grid target) {
    boolean isExchange =
        switch (code) {
          case ALLTOALLV, ALLTOALLW, IALLTOALLV, IALLTOALLW -> true;
          // Any other op has no size for each pair of ranks.
          default -> false;
        };
    SortedMap<Integer, List<Long>> sizes = new TreeMap<>();
    for (Sample sample : elements) {
      sizes
          .computeIfAbsent(sample.place().grid().ranks(), k -> new ArrayList<>())
          .add(sample.value());
    }
    if (!isExchange || sizes.size() < 2) {
      return null;
    }
    // What is sent is what is received, in another order; sums must not depend on it.
    sizes.values().forEach(own -> own.sort(null));
    SortedMap<Integer, Double> means = new TreeMap<>();
    SortedMap<Integer, Double> spreads = new TreeMap<>();
    for (Map.Entry<Integer, List<Long>> trace : sizes.entrySet()) {
      double mean = trace.getValue().stream().mapToLong(v -> v).average().orElse(0);
      double variance =
          trace.getValue().stream()
              .mapToDouble(size -> (size / mean - 1) * (size / mean - 1))
              .average()
              .orElse(0);
      if (mean <= 0 || variance <= 0) {
        return null;
      }
      means.put(trace.getKey(), mean);
      spreads.put(trace.getKey(), Math.sqrt(variance));
    }
    Growth growth = Growth.of(means, target.ranks());
    int largest = sizes.lastKey();
    double wider = Growth.of(spreads, target.ranks()).value() / spreads.getOrDefault(largest, 1.0);
    double mean = means.getOrDefault(largest, 1.0);
    double[] factors =
        BurstLaw.bins(
            sizes.getOrDefault(largest, List.of()).stream()
                .mapToDouble(size -> Math.max(0, 1 + (size / mean - 1) * wider))
                .toArray());
    return new Drawn(
        growth.value(),
        factors,
        WholeElements.of(elements),
        field == OpField.RECEIVE_BYTES_BY_RANK,
        growth.text(1, "bytes"));
  }
}
