package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpField;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Values that differ by rank in the form that takes least room: one value for all, one for each of
 * some regular sets of ranks, or one for each rank; of peers the ranks themselves or distances.
 */
final class RankValues {
  /** More different values are not looked at as sets of ranks. */
  private static final int MOST_SCOPES = 1 << 10;

  private final RankSet set;
  private final int[] ranks;
  private final int ranksOfTrace;

  /**
   * For a program.
   *
   * @param set its ranks
   */
  RankValues(RankSet set, int ranksOfTrace) {
    this.set = set;
    ranks = set.toArray();
    this.ranksOfTrace = ranksOfTrace;
  }

  /** The position of each rank in the program's set. */
  int[] positions(int[] of) {
    return Arrays.stream(of).map(set::indexOf).toArray();
  }

  /** Which rank is at a position. */
  int rank(int position) {
    return ranks[position];
  }

  /** The rank at a distance from another. */
  long at(int rank, long distance) {
    return Math.floorMod(rank + distance, (long) ranksOfTrace);
  }

  int size() {
    return ranks.length;
  }

  /**
   * Numbers by position, those of ranks that never come here being any.
   *
   * @param defined which positions matter
   */
  Values plain(long[] values, boolean[] defined) {
    return cheapest(values, defined, 1);
  }

  /**
   * What a field varies by.
   *
   * @param values by position, as many as {@code width} for each; ranks if the field is one
   */
  Variation field(OpField field, long[] values, boolean[] defined, int width) {
    Values absolute = cheapest(values, defined, width);
    if (!field.isRank() || absolute instanceof Values.Constant) {
      return new Variation(field, false, absolute);
    }
    for (int i = 0; i < values.length; i++) {
      if (defined[i] && values[i] < 0) {
        return new Variation(field, false, absolute);
      }
    }
    long[] distances = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      distances[i] = OpTable.distance(values[i] - ranks[i], ranksOfTrace);
    }
    Values relative = cheapest(distances, defined, 1);
    return bytes(relative) < bytes(absolute)
        ? new Variation(field, true, relative)
        : new Variation(field, false, absolute);
  }

  /**
   * Constants and cycles by position.
   *
   * @param byPosition null for ranks that never come here, which get any
   */
  Values scoped(@Nullable Values[] byPosition) {
    Values last = Arrays.stream(byPosition).filter(Objects::nonNull).findFirst().orElseThrow();
    Map<Values, List<Integer>> ranksOf = new LinkedHashMap<>();
    for (int i = 0; i < byPosition.length; i++) {
      Values here = byPosition[i];
      last = here == null ? last : here;
      ranksOf.computeIfAbsent(last, v -> new ArrayList<>()).add(ranks[i]);
    }
    if (ranksOf.size() == 1) {
      return last;
    }
    List<Values.Scope> scopes = new ArrayList<>();
    ranksOf.forEach(
        (each, of) ->
            scopes.add(
                new Values.Scope(
                    RankSections.of(of.stream().mapToInt(i -> i).sorted().toArray()), each)));
    return new Values.Scoped(scopes);
  }

  private Values cheapest(long[] values, boolean[] defined, int width) {
    long[] filled = fill(values, defined, width);
    Values perRank = new Values.PerRank(filled);
    Map<List<Long>, List<Integer>> byValue = new LinkedHashMap<>();
    for (int i = 0; i < ranks.length; i++) {
      List<Long> value = Arrays.stream(filled, i * width, (i + 1) * width).boxed().toList();
      byValue.computeIfAbsent(value, v -> new ArrayList<>()).add(ranks[i]);
      if (byValue.size() > MOST_SCOPES) {
        return perRank;
      }
    }
    if (byValue.size() == 1) {
      return width == 1
          ? new Values.Constant(filled[0])
          : new Values.Cyclic(Arrays.copyOf(filled, width));
    }
    List<Values.Scope> scopes = new ArrayList<>();
    byValue.forEach((value, members) -> scopes.add(scope(value, members)));
    Values scoped = new Values.Scoped(scopes);
    return bytes(scoped) < bytes(perRank) ? scoped : perRank;
  }

  private static Values.Scope scope(List<Long> value, List<Integer> members) {
    int[] sorted = members.stream().mapToInt(i -> i).sorted().toArray();
    long[] numbers = value.stream().mapToLong(i -> i).toArray();
    return new Values.Scope(
        RankSections.of(sorted),
        numbers.length == 1 ? new Values.Constant(numbers[0]) : new Values.Cyclic(numbers));
  }

  /** Gives ranks that never come here the values of the one before. */
  private static long[] fill(long[] values, boolean[] defined, int width) {
    int last = 0;
    while (!defined[last]) {
      last++;
    }
    long[] filled = values.clone();
    for (int i = 0; i < defined.length; i++) {
      last = defined[i] ? i : last;
      System.arraycopy(values, last * width, filled, i * width, width);
    }
    return filled;
  }

  /** About how many bytes values take. */
  static long bytes(Values values) {
    if (values instanceof Values.Constant constant) {
      return bytes(constant.value());
    }
    if (values instanceof Values.Cyclic cyclic) {
      return 2 + Arrays.stream(cyclic.values()).map(RankValues::bytes).sum();
    }
    if (values instanceof Values.PerRank perRank) {
      return 2 + Arrays.stream(perRank.values()).map(RankValues::bytes).sum();
    }
    if (values instanceof Values.Scoped scoped) {
      long sum = 3;
      for (Values.Scope scope : scoped.scopes()) {
        sum += RankSections.numbers(scope.ranks()) + 1 + bytes(scope.values());
      }
      return sum;
    }
    return 1;
  }

  private static long bytes(long value) {
    return 1L + (Long.SIZE - Long.numberOfLeadingZeros((value << 1) ^ (value >> 63))) / 7;
  }
}
