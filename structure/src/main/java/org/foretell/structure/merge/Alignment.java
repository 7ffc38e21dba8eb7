package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.op.OpTable;
import org.jspecify.annotations.Nullable;

/**
 * Lays two programs side by side so that as many ops as can be stand beside one of the same shape,
 * in the order that both have: a longest common subsequence, level by level of the repeats. What
 * only one of them has is for its ranks alone.
 */
final class Alignment {
  /** Compared at most; programs that differ in more ways are not merged. */
  private static final long MOST_PAIRS = 1 << 24;

  private final OpTable ops;
  private final int classesBefore;
  private final int classes;
  private final Map<Pair, Integer> scores = new HashMap<>();
  private long pairs;

  private record Pair(Part first, Part second) {}

  private Alignment(OpTable ops, int classesBefore, int classes) {
    this.ops = ops;
    this.classesBefore = classesBefore;
    this.classes = classes;
  }

  /** The program of the classes of both, null if they are too long to be compared. */
  static @Nullable SharedProgram of(SharedProgram first, SharedProgram second, OpTable ops) {
    List<RankClass> all = new ArrayList<>(first.classes());
    all.addAll(second.classes());
    Alignment alignment = new Alignment(ops, first.classes().size(), all.size());
    List<Part> parts = alignment.merged(first.parts(), second.parts());
    return alignment.pairs > MOST_PAIRS ? null : SharedProgram.of(all, parts, ops);
  }

  /**
   * How many ops stand beside one of the same shape, at best, by how much of both is left; nothing
   * where that would be too much to compare.
   */
  private int[][] table(List<Part> first, List<Part> second) {
    pairs += (long) first.size() * second.size();
    if (pairs > MOST_PAIRS) {
      return new int[1][1];
    }
    int[][] best = new int[first.size() + 1][second.size() + 1];
    for (int i = first.size() - 1; i >= 0; i--) {
      for (int j = second.size() - 1; j >= 0; j--) {
        int score = score(first.get(i), second.get(j));
        best[i][j] = Math.max(best[i + 1][j], best[i][j + 1]);
        if (score > 0) {
          best[i][j] = Math.max(best[i][j], best[i + 1][j + 1] + score);
        }
      }
    }
    return best;
  }

  private int score(Part first, Part second) {
    if (first.isOp() != second.isOp()) {
      return 0;
    }
    if (first.isOp()) {
      int op = first.anyOp();
      int other = second.anyOp();
      return op == other ? 3 : ops.shape(op) == ops.shape(other) ? 2 : 0;
    }
    Pair pair = new Pair(first, second);
    Integer known = scores.get(pair);
    if (known != null) {
      return known;
    }
    int score = table(first.body(), second.body())[0][0];
    int least = Math.min(weight(first.body()), weight(second.body()));
    score = 2 * score >= least ? score + 1 : 0;
    scores.put(pair, score);
    return score;
  }

  private static int weight(List<Part> parts) {
    int weight = 0;
    for (Part part : parts) {
      weight += part.isOp() ? 3 : 1 + weight(part.body());
    }
    return weight;
  }

  private List<Part> merged(List<Part> first, List<Part> second) {
    int[][] best = table(first, second);
    List<Part> merged = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < first.size() && j < second.size() && pairs <= MOST_PAIRS) {
      int score = score(first.get(i), second.get(j));
      if (score > 0 && best[i][j] == best[i + 1][j + 1] + score) {
        merged.add(merged(first.get(i++), second.get(j++)));
      } else if (best[i][j] == best[i + 1][j]) {
        merged.add(widened(first.get(i++), 0));
      } else {
        merged.add(widened(second.get(j++), classesBefore));
      }
    }
    while (i < first.size()) {
      merged.add(widened(first.get(i++), 0));
    }
    while (j < second.size()) {
      merged.add(widened(second.get(j++), classesBefore));
    }
    return merged;
  }

  private Part merged(Part first, Part second) {
    BitSet scope = shifted(first.scope(), 0);
    scope.or(shifted(second.scope(), classesBefore));
    if (!first.isOp()) {
      return Part.repeat(counts(first, second), merged(first.body(), second.body()), scope);
    }
    if (first.isSame() && second.isSame() && first.anyOp() == second.anyOp()) {
      return Part.op(new int[] {first.anyOp()}, scope);
    }
    int[] all = new int[classes];
    for (int c = 0; c < classes; c++) {
      all[c] = c < classesBefore ? first.op(c) : second.op(c - classesBefore);
    }
    return Part.op(all, scope);
  }

  private long[] counts(Part first, Part second) {
    if (first.isSameCount() && second.isSameCount() && first.count(0) == second.count(0)) {
      return new long[] {first.count(0)};
    }
    long[] all = new long[classes];
    for (int c = 0; c < classes; c++) {
      all[c] = c < classesBefore ? first.count(c) : second.count(c - classesBefore);
    }
    return all;
  }

  /** A part of one of the programs among the classes of both. */
  private Part widened(Part part, int shift) {
    BitSet scope = shifted(part.scope(), shift);
    if (part.isOp()) {
      int[] all = new int[part.isSame() ? 1 : classes];
      for (int c = 0; c < all.length; c++) {
        all[c] = part.op(within(part, c - shift));
      }
      return Part.op(all, scope);
    }
    long[] all = new long[part.isSameCount() ? 1 : classes];
    for (int c = 0; c < all.length; c++) {
      all[c] = part.count(within(part, c - shift));
    }
    return Part.repeat(
        all, part.body().stream().map(inner -> widened(inner, shift)).toList(), scope);
  }

  /** A class for which a part has numbers; which one does not matter where it never comes. */
  private static int within(Part part, int rankClass) {
    return part.scope().get(Math.max(rankClass, 0))
        ? Math.max(rankClass, 0)
        : part.scope().nextSetBit(0);
  }

  private static BitSet shifted(BitSet scope, int shift) {
    if (shift == 0) {
      return (BitSet) scope.clone();
    }
    BitSet shifted = new BitSet();
    scope.stream().forEach(c -> shifted.set(c + shift));
    return shifted;
  }
}
