package org.foretell.parsers.raw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Notes about a run for its user, counted during reading. */
final class RawNotes {
  private static final int MOST_TEXTS = 64;

  private final int mostTexts;
  private final Map<String, Count> counts = new LinkedHashMap<>();
  private final Map<String, Long> others = new TreeMap<>();

  /** None, of a run. */
  RawNotes() {
    this(MOST_TEXTS);
  }

  private RawNotes(int mostTexts) {
    this.mostTexts = mostTexts;
  }

  /** None, of a rank: all of them, since which are kept depends on the ranks before. */
  static RawNotes ofRank() {
    return new RawNotes(Integer.MAX_VALUE);
  }

  /** Adds those of the next rank, and forgets them there. */
  void takeAll(RawNotes next) {
    next.counts.forEach(this::add);
    next.others.forEach((call, number) -> others.merge(call, number, Long::sum));
    next.counts.clear();
    next.others.clear();
  }

  private void add(String what, Count more) {
    if (isFullFor(what)) {
      return;
    }
    Count count = counts.computeIfAbsent(what, key -> new Count());
    count.number += more.number;
    count.ranks += count.lastRank == more.firstRank ? more.ranks - 1 : more.ranks;
    count.lastRank = more.lastRank;
    if (count.firstRank == OpView.NONE) {
      count.firstRank = more.firstRank;
    }
  }

  private boolean isFullFor(String what) {
    return counts.size() >= mostTexts && !counts.containsKey(what);
  }

  private static final class Count {
    long number;
    int ranks;
    int firstRank = OpView.NONE;
    int lastRank = OpView.NONE;
  }

  /**
   * Something happened in a rank.
   *
   * @param what a sentence
   */
  void rank(int rank, String what) {
    add(rank, what, 1);
  }

  /** Something happened so many times in a rank. */
  void add(int rank, String what, long number) {
    if (number == 0 || isFullFor(what)) {
      return;
    }
    Count count = counts.computeIfAbsent(what, key -> new Count());
    count.number += number;
    if (count.lastRank != rank) {
      count.ranks++;
      count.lastRank = rank;
    }
    if (count.firstRank == OpView.NONE) {
      count.firstRank = rank;
    }
  }

  /** A call that is no op. Those that only concern their own rank are not worth a note. */
  void otherCall(RawFunction function) {
    if (!LocalCalls.include(function.name())) {
      others.merge(function.name(), 1L, Long::sum);
    }
  }

  /** A field that the vocabulary has no place for. */
  void dropped(RawFunction function, RawFunction.Field field) {
    if (function.op() != null && !field.name().equals("provided")) {
      rank(
          0,
          "the field "
              + field.name()
              + " of "
              + function.name()
              + " does not exist in the op "
              + text(function.op())
              + " and is left out");
    }
  }

  private static String text(OpCode op) {
    return op.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** One sentence each. */
  List<String> list() {
    List<String> list = new ArrayList<>();
    counts.forEach((what, count) -> list.add(where(count) + ": " + what));
    if (!others.isEmpty()) {
      StringBuilder calls = new StringBuilder();
      others.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .limit(10)
          .forEach(
              entry ->
                  calls
                      .append(calls.isEmpty() ? "" : ", ")
                      .append(entry.getValue())
                      .append(' ')
                      .append(entry.getKey()));
      list.add(
          "calls with unknown effects on other ranks only take their time: "
              + calls
              + (others.size() > 10 ? ", .." : ""));
    }
    return list;
  }

  private static String where(Count count) {
    String ranks =
        count.ranks == 1
            ? "rank " + count.firstRank
            : count.ranks + " ranks, rank " + count.firstRank + " first";
    return count.number > count.ranks ? ranks + ", " + count.number + " times" : ranks;
  }
}
