package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.Values;
import org.foretell.trace.Values.Constant;
import org.foretell.trace.Values.Cyclic;

/** Gathers which ranks have which vector, and makes values of a trace of them. */
final class ValuesByRank {
  /** Vectors, compared by what is in them. */
  private final Map<Cyclic, IntArrayList> ranks = new LinkedHashMap<>();

  /** Adds ranks, all of them new and above those that have the same vector. */
  void add(long[] cycle, int... some) {
    IntArrayList members = ranks.computeIfAbsent(new Cyclic(cycle), key -> new IntArrayList());
    members.addElements(members.size(), some);
  }

  /**
   * The values, scoped where they differ.
   *
   * @param width how many numbers each use takes
   */
  Values values(int width) {
    if (ranks.size() == 1) {
      return simple(ranks.keySet().iterator().next().values(), width);
    }
    List<Values.Scope> scopes = new ArrayList<>();
    ranks.forEach(
        (cycle, members) -> {
          int[] sorted = members.toIntArray();
          java.util.Arrays.sort(sorted);
          scopes.add(new Values.Scope(RankLists.of(sorted), simple(cycle.values(), width)));
        });
    return new Values.Scoped(scopes);
  }

  private static Values simple(long[] cycle, int width) {
    return cycle.length == 1 && width == 1 ? new Constant(cycle[0]) : new Cyclic(cycle);
  }

  /** Whether some vector has a number. */
  boolean anyMatch(java.util.function.LongPredicate wanted) {
    return ranks.keySet().stream()
        .anyMatch(cycle -> java.util.Arrays.stream(cycle.values()).anyMatch(wanted));
  }
}
