package org.foretell.structure.merge;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.foretell.structure.op.LoopCounts;
import org.jspecify.annotations.Nullable;

/**
 * Walks over a shared program as a rank of one class executes it, and stops at ops that may take a
 * duration, or at all ops.
 */
public final class PlaceWalk {
  private final int rankClass;
  private final boolean everyOp;
  private final LoopCounts counts;

  /** By number of a repeat: how often the walk came to it. */
  private final long[] entries;

  private List<Part>[] lists;
  private int[] indexes;
  private long[] left;
  private int depth;
  private @Nullable Part at;

  /**
   * Before the first op.
   *
   * @param everyOp whether to stop at ops that take no duration too
   * @param counts of repeats that vary
   */
  public PlaceWalk(SharedProgram program, int rankClass, boolean everyOp, LoopCounts counts) {
    this.counts = counts;
    entries = new long[program.repeats()];
    this.rankClass = rankClass;
    this.everyOp = everyOp;
    lists = newLists(8);
    indexes = new int[8];
    left = new long[8];
    lists[0] = program.parts();
    left[0] = 1;
  }

  @SuppressWarnings("unchecked")
  private static List<Part>[] newLists(int length) {
    return (List<Part>[]) new List<?>[length];
  }

  /** Goes on to the next op; false after the last. */
  public boolean next() {
    while (true) {
      List<Part> list = lists[depth];
      if (indexes[depth] == list.size()) {
        if (--left[depth] > 0) {
          indexes[depth] = 0;
        } else if (depth-- == 0) {
          depth = 0;
          return false;
        }
        continue;
      }
      Part part = list.get(indexes[depth]++);
      if (!part.scope().get(rankClass)) {
        continue;
      }
      if (part.isOp()) {
        if (everyOp || part.place != Part.NOWHERE) {
          at = part;
          return true;
        }
      } else if (everyOp || part.hasPlaces) {
        long count = counts.at(part.count(rankClass), entries[part.repeat]++);
        if (count > 0) {
          enter(part.body(), count);
        }
      }
    }
  }

  private void enter(List<Part> body, long count) {
    if (++depth == lists.length) {
      lists = Arrays.copyOf(lists, 2 * depth);
      indexes = Arrays.copyOf(indexes, 2 * depth);
      left = Arrays.copyOf(left, 2 * depth);
    }
    lists[depth] = body;
    indexes[depth] = 0;
    left[depth] = count;
  }

  /** The op at which the walk has stopped. */
  public int op() {
    return part().op(rankClass);
  }

  /** Where it takes durations, -1 for nowhere. */
  public int place() {
    return part().place;
  }

  private Part part() {
    return Objects.requireNonNull(at);
  }
}
