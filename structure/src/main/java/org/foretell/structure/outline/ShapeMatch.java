package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import org.foretell.structure.grammar.Steps;

/**
 * Finds out whether a sequence of ops follows the loops of another rank's program, with other
 * counts. Each loop takes as many iterations as fit. Only a loop that is in no other may take none:
 * else programs without call sites, which are but sends and receives, would match by chance. Takes
 * time in proportion to the sequence, times the depth of the loops.
 */
final class ShapeMatch {
  private static final int RUN = -1;

  /** Loops are followed by recursion. */
  private static final int DEEPEST = 100;

  private final Steps steps;
  private final int[] sequence;

  /** The runs that were entered, in order, and their counts. */
  private final IntArrayList entered = new IntArrayList();

  private final IntArrayList counts = new IntArrayList();

  private ShapeMatch(Steps steps, int[] sequence) {
    this.steps = steps;
    this.sequence = sequence;
  }

  /**
   * The counts that make a program this sequence, by run and entry.
   *
   * @return empty if no counts do
   */
  static Optional<int[][]> counts(Steps steps, int[] sequence) {
    if (steps.depth() > DEEPEST) {
      return Optional.empty();
    }
    ShapeMatch match = new ShapeMatch(steps, sequence);
    return match.match(0, steps.size(), 0, 0) == sequence.length
        ? Optional.of(match.byRun())
        : Optional.empty();
  }

  /**
   * The place in the sequence after some steps; -1 if they do not fit.
   *
   * @param least iterations of each loop whose count varies
   */
  private int match(int from, int to, int place, int least) {
    int at = place;
    int step = from;
    while (step < to) {
      int leaf = steps.step(step);
      if (leaf == RUN) {
        int after = steps.afterEnd(step + 2);
        at = run(steps.step(step + 1), step + 2, after - 1, at, least);
        step = after;
      } else {
        boolean fits = at < sequence.length && sequence[at] == steps.symbol(leaf);
        at = fits ? at + 1 : -1;
        step++;
      }
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }

  private int run(int run, int body, int end, int place, int least) {
    int entry = entered.size();
    entered.add(run);
    counts.add(0);
    int at = place;
    int count = 0;
    while (steps.varies(run) || count < steps.length(run)) {
      int known = entered.size();
      int next = match(body, end, at, 1);
      if (next <= at) {
        entered.size(known);
        counts.size(known);
        break;
      }
      at = next;
      count++;
    }
    counts.set(entry, count);
    boolean isEnough = steps.varies(run) ? count >= least : count == steps.length(run);
    return isEnough ? at : -1;
  }

  private int[][] byRun() {
    IntArrayList[] found = new IntArrayList[steps.runs()];
    Arrays.setAll(found, run -> new IntArrayList());
    for (int i = 0; i < entered.size(); i++) {
      found[entered.getInt(i)].add(counts.getInt(i));
    }
    return Arrays.stream(found).map(IntArrayList::toIntArray).toArray(int[][]::new);
  }
}
