package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Lines as a list of steps: leaves in the order of the text, and where runs begin and end. A leaf
 * is its number from 0 up.
 */
final class Steps {
  private static final int RUN = -1;
  private static final int END = -2;

  private final IntArrayList steps = new IntArrayList();
  private final IntArrayList symbols = new IntArrayList();

  /** Number of the first leaf of each line, and of the one after the last. */
  private final int[] firstLeaf;

  private int depth;

  Steps(Grammar grammar, int[] lines) {
    firstLeaf = new int[lines.length + 1];
    for (int line = 0; line < lines.length; line++) {
      firstLeaf[line] = symbols.size();
      append(grammar, lines[line]);
    }
    firstLeaf[lines.length] = symbols.size();
  }

  /** Nesting has no bound, so there is no recursion. */
  private void append(Grammar grammar, int line) {
    IntArrayList open = new IntArrayList();
    open.push(line);
    int now = 0;
    while (!open.isEmpty()) {
      int symbol = open.popInt();
      if (symbol == END) {
        steps.add(END);
        now--;
      } else if (grammar.isLeaf(symbol)) {
        steps.add(symbols.size());
        symbols.add(symbol);
      } else if (grammar.isRun(symbol)) {
        steps.add(RUN);
        steps.add(grammar.length(symbol));
        depth = Math.max(depth, ++now);
        open.push(END);
        open.push(grammar.left(symbol));
      } else {
        open.push(grammar.right(symbol));
        open.push(grammar.left(symbol));
      }
    }
  }

  int leaves() {
    return symbols.size();
  }

  int symbol(int leaf) {
    return symbols.getInt(leaf);
  }

  int firstLeaf(int line) {
    return firstLeaf[line];
  }

  Walk walk() {
    return new Walk();
  }

  /** Visits the leaves in the order in which a rank executes them. */
  final class Walk {
    private int at;
    private int top;
    private int[] starts = new int[2];
    private int[] left = new int[2];

    private Walk() {
      starts = new int[depth];
      left = new int[depth];
    }

    /**
     * The next leaf.
     *
     * @throws IllegalStateException if the rank has run all of them
     */
    int next() {
      while (at < steps.size()) {
        int step = steps.getInt(at++);
        if (step == RUN) {
          left[top] = steps.getInt(at++);
          starts[top++] = at;
        } else if (step != END) {
          return step;
        } else if (--left[top - 1] == 0) {
          top--;
        } else {
          at = starts[top - 1];
        }
      }
      throw new IllegalStateException("the rank has run all ops of its outline");
    }
  }

  /** How often each leaf runs. */
  long[] counts() {
    long[] counts = new long[leaves()];
    long[] factors = new long[depth + 1];
    Arrays.fill(factors, 1);
    int now = 0;
    for (int i = 0; i < steps.size(); i++) {
      int step = steps.getInt(i);
      if (step == RUN) {
        factors[now + 1] = factors[now] * steps.getInt(++i);
        now++;
      } else if (step == END) {
        now--;
      } else {
        counts[step] = factors[now];
      }
    }
    return counts;
  }
}
