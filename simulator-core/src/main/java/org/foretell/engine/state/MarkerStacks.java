package org.foretell.engine.state;

import java.util.Arrays;
import org.foretell.trace.OpView;

/** The phase markers that each rank has begun and not ended. */
public final class MarkerStacks {
  /** Deepest nesting. */
  public static final int MOST_OPEN = 1 << 16;

  private final int ranks;

  /** By rank the number of open markers, then the markers; empty until there is a first one. */
  private int[][] stacks = {};

  public MarkerStacks(int ranks) {
    this.ranks = ranks;
  }

  /** The innermost open marker of a rank, or NONE. */
  public int innermost(int rank) {
    int[] stack = rank < stacks.length ? stacks[rank] : null;
    return stack == null || stack[0] == 0 ? OpView.NONE : stack[stack[0]];
  }

  /**
   * Begins a marker.
   *
   * @return false if too many are open
   */
  public boolean begin(int rank, int marker) {
    if (stacks.length == 0) {
      stacks = new int[ranks][];
    }
    int[] stack = stacks[rank];
    if (stack == null) {
      stack = new int[4];
    } else if (stack[0] + 1 == stack.length) {
      if (stack[0] == MOST_OPEN) {
        return false;
      }
      stack = Arrays.copyOf(stack, Math.min(2 * stack.length, MOST_OPEN + 1));
    }
    stack[++stack[0]] = marker;
    stacks[rank] = stack;
    return true;
  }

  /**
   * Ends a marker.
   *
   * @return false if it is not the innermost open one
   */
  public boolean end(int rank, int marker) {
    int[] stack = rank < stacks.length ? stacks[rank] : null;
    if (stack == null || stack[0] == 0 || stack[stack[0]] != marker) {
      return false;
    }
    stack[0]--;
    return true;
  }
}
