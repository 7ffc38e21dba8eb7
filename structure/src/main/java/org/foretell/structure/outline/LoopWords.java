package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How often a loop runs, for people. */
public final class LoopWords {
  /** Groups of ranks that are listed. */
  private static final int MOST_GROUPS = 6;

  private LoopWords() {}

  /**
   * {@return the count of a loop: {@code 300 times, i in 0..299}; {@code i + 1 times (1 to 300), j
   * from 0}; {@code 17 to 19 times (17 on ranks 1, 3; 19 on rank 2)}. The index is left out where
   * no value depends on it}
   *
   * @param loop of an outline
   * @param level how many loops it is in
   */
  public static String of(Part.Loop loop, int level) {
    LoopCount count = loop.count();
    boolean usesIndex = loop.body().stream().anyMatch(part -> part.usesIndex(level));
    String index = ValueRule.indexName(level);
    if (count.isConstant()) {
      long times = count.rule().base();
      return (times == 1 ? "once" : String.format(Locale.US, "%,d times", times))
          + (usesIndex ? ", " + index + " in 0.." + (times - 1) : "");
    }
    List<String> notes = new ArrayList<>();
    if (count.rule().isFound()) {
      notes.add(count.rule().least() + " to " + count.rule().most());
    } else if (count.byRank().isEmpty()) {
      notes.add(String.format(Locale.US, "%,.1f on average", count.mean()));
    }
    for (LoopCount.OfRanks each : count.byRank()) {
      if (notes.size() == MOST_GROUPS && count.byRank().size() > MOST_GROUPS) {
        notes.add("others on other ranks");
        break;
      }
      notes.add(
          String.format(Locale.US, "%,d on rank", each.iterations())
              + (each.ranks().size() == 1 ? " " : "s ")
              + each.ranks().toString().replace(",", ", "));
    }
    return count.rule().text()
        + " times ("
        + String.join("; ", notes)
        + ")"
        + (usesIndex ? ", " + index + " from 0" : "");
  }
}
