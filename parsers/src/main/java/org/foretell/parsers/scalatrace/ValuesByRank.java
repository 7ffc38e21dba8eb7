package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
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
          scopes.add(new Values.Scope(set(members), simple(cycle.values(), width)));
        });
    return new Values.Scoped(scopes);
  }

  /** Writes lines of a parameter: one for all ranks, or one for each group of ranks. */
  void print(String key, StringBuilder text) {
    if (ranks.size() == 1) {
      text.append(key).append(' ');
      numbers(ranks.keySet().iterator().next(), text);
      text.append('\n');
      return;
    }
    ranks.forEach(
        (cycle, members) -> {
          text.append(key).append(' ');
          scope(cycle, members, text);
          text.append('\n');
        });
  }

  /** Writes the groups of ranks one after the other. */
  void printScoped(StringBuilder text) {
    ranks.forEach((cycle, members) -> scope(cycle, members, text));
  }

  private static void scope(Cyclic cycle, IntArrayList members, StringBuilder text) {
    text.append("( ");
    numbers(cycle, text);
    text.append(")[ ").append(RankLists.text(set(members))).append(" ]");
  }

  private static void numbers(Cyclic cycle, StringBuilder text) {
    for (long number : cycle.values()) {
      if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
        throw new TraceException(
            "ScalaTrace's format has numbers of 32 bits, so it cannot store "
                + number
                + "; convert the trace to .bin or to text instead");
      }
      text.append(number).append(' ');
    }
  }

  private static RankSet set(IntArrayList members) {
    int[] sorted = members.toIntArray();
    Arrays.sort(sorted);
    return RankLists.of(sorted);
  }

  private static Values simple(long[] cycle, int width) {
    return cycle.length == 1 && width == 1 ? new Constant(cycle[0]) : new Cyclic(cycle);
  }

  /** Whether some vector has a number. */
  boolean anyMatch(LongPredicate wanted) {
    return ranks.keySet().stream()
        .anyMatch(cycle -> Arrays.stream(cycle.values()).anyMatch(wanted));
  }
}
