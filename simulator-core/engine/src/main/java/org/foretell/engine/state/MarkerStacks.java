package org.foretell.engine.state;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The phase markers that each rank has begun and not ended. */
public final class MarkerStacks {
  /** Deepest nesting. */
  public static final int MOST_OPEN = 1 << 16;

  private final int ranks;

  /** By rank the open markers, the innermost last; empty until there is a first one. */
  private @Nullable IntArrayList[] stacks = {};

  public MarkerStacks(int ranks) {
    this.ranks = ranks;
  }

  private @Nullable IntArrayList open(int rank) {
    IntArrayList stack = rank < stacks.length ? stacks[rank] : null;
    return stack == null || stack.isEmpty() ? null : stack;
  }

  /** The innermost open marker of a rank, or NONE. */
  public int innermost(int rank) {
    IntArrayList stack = open(rank);
    return stack == null ? OpView.NONE : stack.topInt();
  }

  /**
   * Begins a marker.
   *
   * @return false if too many are open
   */
  public boolean begin(int rank, int marker) {
    if (stacks.length == 0) {
      stacks = new IntArrayList[ranks];
    }
    IntArrayList stack = stacks[rank];
    if (stack == null) {
      stack = new IntArrayList(4);
      stacks[rank] = stack;
    }
    if (stack.size() == MOST_OPEN) {
      return false;
    }
    stack.push(marker);
    return true;
  }

  /**
   * Ends a marker.
   *
   * @return false if it is not the innermost open one
   */
  public boolean end(int rank, int marker) {
    IntArrayList stack = open(rank);
    if (stack == null || stack.topInt() != marker) {
      return false;
    }
    stack.popInt();
    return true;
  }
}
