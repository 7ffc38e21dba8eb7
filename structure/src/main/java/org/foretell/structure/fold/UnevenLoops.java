package org.foretell.structure.fold;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.PairReplacement;
import org.foretell.structure.grammar.RunCounts;
import org.foretell.structure.grammar.Steps;

/**
 * Finds loops whose counts differ from entry to entry, such as triangular ones: runs of a symbol
 * are one symbol however long they are, and so are the runs of the pairs that are found then. Takes
 * n log n time for n symbols.
 */
final class UnevenLoops {
  private final Steps steps;
  private final int[][] counts;
  private final Nest.Place[] places;
  private int nextRun;

  private UnevenLoops(Steps steps, int[][] counts) {
    this.steps = steps;
    this.counts = counts;
    places = new Nest.Place[steps.leaves()];
    Arrays.setAll(places, leaf -> new Nest.Place());
  }

  /** A nest, and its places in no order. */
  record Found(List<Nest> nest, Nest.Place[] places) {}

  /**
   * Loops over symbols, filled with what the symbols stand for.
   *
   * @param symbols at least 0
   * @param ops the op of each
   */
  static Found of(IntArrayList symbols, IntArrayList ops) {
    int largest = symbols.intStream().max().orElse(0);
    Grammar grammar = new Grammar(largest + 1);
    RunCounts lengths = new RunCounts();
    Steps steps =
        new Steps(grammar, PairReplacement.reduce(grammar, symbols.toIntArray(), lengths));
    UnevenLoops loops = new UnevenLoops(steps, steps.countsByRun(lengths.inOrder()));
    List<Nest> nest = loops.nest(0, steps.size());
    loops.fill(ops);
    return new Found(nest, loops.places);
  }

  private List<Nest> nest(int from, int to) {
    List<Nest> nest = new ArrayList<>();
    int step = from;
    while (step < to) {
      int leaf = steps.step(step);
      if (leaf >= 0) {
        nest.add(places[leaf]);
        step++;
      } else {
        int run = nextRun++;
        int after = steps.afterEnd(step + 2);
        nest.addAll(loop(counts[run], nest(step + 2, after - 1)));
        step = after;
      }
    }
    return nest;
  }

  private static List<Nest> loop(int[] counts, List<Nest> body) {
    long[] wide = Arrays.stream(counts).asLongStream().toArray();
    if (Arrays.stream(counts).allMatch(count -> count == counts[0])) {
      return counts[0] == 1 ? body : List.of(new Nest.Loop(counts[0], body));
    }
    return List.of(new Nest.VaryingLoop(wide, body));
  }

  private void fill(IntArrayList ops) {
    int[] next = new int[counts.length];
    Steps.Walk walk = steps.walk(run -> counts[run][next[run]++]);
    for (int i = 0; i < ops.size(); i++) {
      places[walk.next()].add(ops.getInt(i), 1);
    }
  }
}
