package org.foretell.structure.outline;

import static java.util.Comparator.comparingInt;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.grammar.Steps;
import org.foretell.trace.RankSet;

/**
 * How often a loop runs.
 *
 * @param rule the iterations of an entry
 * @param mean iterations of an entry, on average over entries and ranks
 * @param byRank the iterations of ranks over all entries, if ranks differ; else empty. Ranks with
 *     equally many are together, the lowest first
 */
public record LoopCount(ValueRule rule, double mean, List<OfRanks> byRank) {
  /**
   * What some ranks have in common.
   *
   * @param ranks world ranks
   * @param iterations of each, over all entries
   */
  public record OfRanks(RankSet ranks, long iterations) {}

  /** Copies the list. */
  public LoopCount {
    byRank = List.copyOf(byRank);
  }

  /**
   * {@return a count that never changes}
   *
   * @param times at least 1
   */
  public static LoopCount of(long times) {
    return new LoopCount(
        new ValueRule(true, times, List.of(), times, times, 0), (double) times, List.of());
  }

  /** {@return whether it is the same at each entry and on each rank} */
  public boolean isConstant() {
    return rule.isConstant();
  }

  /** Takes the counts of the entries of a loop, rank by rank. */
  static final class Finder {
    private final RuleFinder rule = new RuleFinder(false);
    private final Int2LongLinkedOpenHashMap iterations = new Int2LongLinkedOpenHashMap();
    private int[] seen = {};
    private long entries;

    void take(int rank, int count, Steps.Walk walk) {
      int depth = walk.depth();
      if (seen.length < depth) {
        seen = new int[depth];
      }
      int[] at = walk.indexes();
      rule.take(count, at, depth, seen);
      for (int level = 0; level < depth; level++) {
        seen[level] = Math.max(seen[level], at[level] + 1);
      }
      iterations.addTo(rank, count);
      entries++;
    }

    LoopCount count() {
      Map<Long, List<Integer>> same = new LinkedHashMap<>();
      for (Int2LongMap.Entry entry : iterations.int2LongEntrySet()) {
        same.computeIfAbsent(entry.getLongValue(), key -> new ArrayList<>()).add(entry.getIntKey());
      }
      List<OfRanks> byRank = new ArrayList<>();
      if (same.size() > 1) {
        same.forEach(
            (count, ranks) -> {
              int[] sorted = ranks.stream().mapToInt(Integer::intValue).sorted().toArray();
              byRank.add(new OfRanks(RankSet.ofSorted(sorted), count));
            });
      }
      byRank.sort(comparingInt(each -> each.ranks().sections().get(0).start()));
      long all = Arrays.stream(iterations.values().toLongArray()).sum();
      return new LoopCount(rule.rule(), entries == 0 ? 0 : (double) all / entries, byRank);
    }
  }
}
