package org.foretell.extrapolation.outline;

import java.util.List;

/**
 * Orders symbols so that ranks go through them in as few iterations as possible, if each step back
 * in the order begins an iteration. The order is improved by moving one symbol at a time, as for
 * the linear ordering problem.
 */
final class FewestIterations {
  /** Beyond it the table of pairs is not worth its memory. */
  private static final int MOST_SYMBOLS = 500;

  private static final int MOST_PASSES = 50;

  private final long[][] follows;
  private final int[] symbols;

  private FewestIterations(List<int[]> sequences, int[] order) {
    int count = order.length;
    follows = new long[count][count];
    for (int[] sequence : sequences) {
      for (int i = 1; i < sequence.length; i++) {
        follows[sequence[i - 1]][sequence[i]]++;
      }
    }
    symbols = order;
  }

  /**
   * Improves an order.
   *
   * @param sequences of all ranks
   * @param order all symbols in turn
   * @return all symbols in turn
   */
  static int[] order(List<int[]> sequences, int[] order) {
    if (order.length > MOST_SYMBOLS) {
      return order;
    }
    FewestIterations improved = new FewestIterations(sequences, order.clone());
    for (int pass = 0; pass < MOST_PASSES && improved.pass(); pass++) {
      // Until nothing moves.
    }
    return improved.symbols;
  }

  /** Moves each symbol to where it is best; false if all are. */
  private boolean pass() {
    boolean moved = false;
    for (int symbol = 0; symbol < symbols.length; symbol++) {
      int from = 0;
      while (symbols[from] != symbol) {
        from++;
      }
      int to = best(from);
      if (to != from) {
        move(from, to);
        moved = true;
      }
    }
    return moved;
  }

  private int best(int from) {
    int symbol = symbols[from];
    int best = from;
    long least = 0;
    for (int direction = -1; direction <= 1; direction += 2) {
      long cost = 0;
      for (int to = from + direction; to >= 0 && to < symbols.length; to += direction) {
        // Behind what it stands before now, steps from there to it no longer go back.
        long change = follows[symbol][symbols[to]] - follows[symbols[to]][symbol];
        cost += direction * change;
        if (cost < least) {
          least = cost;
          best = to;
        }
      }
    }
    return best;
  }

  private void move(int from, int to) {
    int symbol = symbols[from];
    if (from < to) {
      System.arraycopy(symbols, from + 1, symbols, from, to - from);
    } else {
      System.arraycopy(symbols, to, symbols, to + 1, from - to);
    }
    symbols[to] = symbol;
  }
}
