package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.DurationHistogram.Bin;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/** The histograms of bursts before records, by the signature of the call before. */
final class Bursts {
  /**
   * In longer loops the burst between iterations is not distinguished from that before the first.
   */
  static final int MOST_ITERATIONS = 1 << 16;

  /** Picoseconds for a million of thousands of instructions at 1 instr/s. */
  private static final double INSTRUCTION_UNIT_PS = 1e9;

  private final Map<String, Integer> none = Map.of();
  private final Map<Rsd, Map<String, Integer>> bySignature = new HashMap<>();
  private final Map<Rsd, Integer> merged = new HashMap<>();
  private final Map<List<Bin>, Integer> ids = new HashMap<>();
  private final Set<Rsd> open = new HashSet<>();
  private final TraceSink sink;
  private final double instructionsPerSecond;
  private boolean hasUsedRate;

  Bursts(TraceSink sink, double instructionsPerSecond) {
    this.sink = sink;
    this.instructionsPerSecond = instructionsPerSecond;
  }

  /**
   * Marks a record as preceded by different calls in one of its places, and defines the histogram
   * from which its bursts are then drawn. To be called after {@link #define(Rsd)}, and before the
   * programs are written.
   */
  void open(Rsd rsd) {
    if (open.add(rsd) && bySignature.containsKey(rsd)) {
      boolean isTimed = !rsd.times().isEmpty();
      List<Bin> bins = new ArrayList<>();
      for (Statistic statistic : isTimed ? rsd.times() : rsd.instructions()) {
        bins.addAll(isTimed ? statistic.bins() : durations(statistic));
      }
      merged.put(rsd, define(bins));
    }
  }

  /** Whether all bursts before a record are drawn from all of its histograms. */
  boolean isOpen(Rsd rsd) {
    return open.contains(rsd);
  }

  /** Whether some durations come from instructions. */
  boolean hasUsedRate() {
    return hasUsedRate;
  }

  /** Defines the histograms of a record. */
  void define(Rsd rsd) {
    boolean isTimed = !rsd.times().isEmpty();
    for (Statistic statistic : isTimed ? rsd.times() : rsd.instructions()) {
      List<Bin> bins = isTimed ? statistic.bins() : durations(statistic);
      if (!bins.isEmpty()) {
        bySignature
            .computeIfAbsent(rsd, key -> new HashMap<>())
            .put(statistic.signature(), define(bins));
      }
    }
  }

  private List<Bin> durations(Statistic statistic) {
    hasUsedRate = true;
    double factor = INSTRUCTION_UNIT_PS / instructionsPerSecond;
    return statistic.bins().stream()
        .map(
            bin -> {
              if (bin.maxPs() * factor > Long.MAX_VALUE / 2.0) {
                throw statistic
                    .line()
                    .error(
                        "expected instructions that take less than 53 days at "
                            + instructionsPerSecond
                            + " instr/s, found more");
              }
              return new Bin(
                  bin.count(),
                  Math.round(bin.minPs() * factor),
                  Math.round(bin.meanPs() * factor),
                  Math.round(bin.maxPs() * factor));
            })
        .toList();
  }

  private int define(List<Bin> bins) {
    Integer known = ids.get(bins);
    if (known != null) {
      return known;
    }
    int id = ids.size();
    sink.histogram(new DurationHistogram(id, bins));
    ids.put(bins, id);
    return id;
  }

  /**
   * The histogram of the burst before a record, null if there is none.
   *
   * @param before signature of the call before, null where that is not always the same one
   */
  @Nullable Integer before(Rsd rsd, @Nullable String before) {
    if (open.contains(rsd)) {
      return merged.get(rsd);
    }
    return before == null ? null : bySignature.getOrDefault(rsd, none).get(before);
  }

  /**
   * For each iteration of a loop 0 for the first and 1 for others, null if there are too many
   * iterations to tell.
   */
  static @Nullable Values notFirst(Values counts) {
    if (counts instanceof Values.Scoped scoped) {
      List<Values.Scope> scopes = new ArrayList<>();
      for (Values.Scope scope : scoped.scopes()) {
        Values values = notFirst(scope.values());
        if (values == null) {
          return null;
        }
        scopes.add(new Values.Scope(scope.ranks(), values));
      }
      return new Values.Scoped(scopes);
    }
    long[] cycle =
        counts instanceof Values.Constant constant
            ? new long[] {constant.value()}
            : ((Values.Cyclic) counts).values();
    LongArrayList flags = new LongArrayList();
    for (long count : cycle) {
      if (flags.size() + count > MOST_ITERATIONS) {
        return null;
      }
      for (long i = 0; i < count; i++) {
        flags.add(i == 0 ? 0 : 1);
      }
    }
    if (flags.isEmpty()) {
      flags.add(0);
    }
    long[] shortest = Line.smallestPeriod(flags.toLongArray());
    return shortest.length == 1 ? new Values.Constant(shortest[0]) : new Values.Cyclic(shortest);
  }
}
