package org.foretell.structure.grammar;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Lines as a list of steps: leaves in the order of the text, and where runs begin and end. Leaves
 * and runs are their numbers from 0 up, in the order of the text.
 */
public final class Steps {
  private static final int RUN = -1;
  private static final int END = -2;

  private final IntArrayList steps = new IntArrayList();
  private final IntArrayList symbols = new IntArrayList();

  /** The symbol of each run, and its length; -1 where that varies. */
  private final IntArrayList runSymbols = new IntArrayList();

  private final IntArrayList lengths = new IntArrayList();

  /** Number of the first leaf of each line, and of the one after the last; the same of runs. */
  private final int[] firstLeaf;

  private final int[] firstRun;
  private int depth;

  public Steps(Grammar grammar, int[] lines) {
    firstLeaf = new int[lines.length + 1];
    firstRun = new int[lines.length + 1];
    for (int line = 0; line < lines.length; line++) {
      firstLeaf[line] = symbols.size();
      firstRun[line] = runSymbols.size();
      append(grammar, lines[line]);
    }
    firstLeaf[lines.length] = symbols.size();
    firstRun[lines.length] = runSymbols.size();
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
        steps.add(runSymbols.size());
        runSymbols.add(symbol);
        lengths.add(grammar.isVarying(symbol) ? -1 : grammar.length(symbol));
        depth = Math.max(depth, ++now);
        open.push(END);
        open.push(grammar.left(symbol));
      } else {
        open.push(grammar.right(symbol));
        open.push(grammar.left(symbol));
      }
    }
  }

  public int leaves() {
    return symbols.size();
  }

  public int runs() {
    return lengths.size();
  }

  public int depth() {
    return depth;
  }

  public int symbol(int leaf) {
    return symbols.getInt(leaf);
  }

  public int firstLeaf(int line) {
    return firstLeaf[line];
  }

  public int firstRun(int line) {
    return firstRun[line];
  }

  public boolean varies(int run) {
    return lengths.getInt(run) < 0;
  }

  public int length(int run) {
    return lengths.getInt(run);
  }

  public boolean hasVaryingRuns() {
    return lengths.contains(-1);
  }

  /** The step of a leaf or a border: for matching. */
  public int size() {
    return steps.size();
  }

  /** The leaf at a step; -1 if a run begins there, whose number follows; -2 if one ends. */
  public int step(int index) {
    return steps.getInt(index);
  }

  /** How often varying runs go round, in the order in which a rank comes to them. */
  public interface Counts {
    int next(int run);
  }

  /**
   * Visits the leaves.
   *
   * @param counts of runs that vary
   */
  public Walk walk(Counts counts) {
    return new Walk(counts);
  }

  /** The counts of each run that varies, entry by entry, from those of the symbols of runs. */
  public int[][] countsByRun(Int2ObjectMap<IntArrayList> bySymbol) {
    int[][] counts = new int[runs()][];
    IntArrayList[] found = new IntArrayList[runs()];
    Arrays.setAll(found, run -> new IntArrayList());
    int[] next = new int[runs()];
    int[] place = runSymbols.toIntArray();
    // Runs of one symbol share the counts, and take them in the order of execution.
    for (int run = 0; run < place.length; run++) {
      place[run] = runSymbols.indexOf(runSymbols.getInt(run));
    }
    Walk walk =
        walk(
            run -> {
              int count = bySymbol.get(runSymbols.getInt(run)).getInt(next[place[run]]++);
              found[run].add(count);
              return count;
            });
    while (walk.hasNext()) {
      walk.next();
    }
    Arrays.setAll(counts, run -> found[run].toIntArray());
    return counts;
  }

  /** Visits the leaves in the order in which a rank executes them. */
  public final class Walk {
    private final Counts counts;
    private final int[] starts = new int[depth];
    private final int[] left = new int[depth];
    private final int[] indexes = new int[depth];
    private int at;
    private int top;
    private int ahead = RUN;

    private Walk(Counts counts) {
      this.counts = counts;
    }

    /** Whether there is another leaf. */
    public boolean hasNext() {
      while (ahead < 0 && at < steps.size()) {
        int step = steps.getInt(at++);
        if (step == RUN) {
          enter(steps.getInt(at++));
        } else if (step != END) {
          ahead = step;
        } else if (--left[top - 1] == 0) {
          top--;
        } else {
          indexes[top - 1]++;
          at = starts[top - 1];
        }
      }
      return ahead >= 0;
    }

    private void enter(int run) {
      int count = varies(run) ? counts.next(run) : length(run);
      if (count == 0) {
        at = afterEnd(at);
      } else {
        left[top] = count;
        indexes[top] = 0;
        starts[top++] = at;
      }
    }

    /**
     * The next leaf.
     *
     * @throws IllegalStateException if the rank has run all of them
     */
    public int next() {
      if (!hasNext()) {
        throw new IllegalStateException("the rank has run all ops of its outline");
      }
      int leaf = ahead;
      ahead = RUN;
      return leaf;
    }

    /** How many runs the walk is in. */
    public int depth() {
      return top;
    }

    /** The iteration of each of them, the outermost first; not to be changed. */
    public int[] indexes() {
      return indexes;
    }
  }

  /** The step after the end of a run. */
  public int afterEnd(int body) {
    int open = 1;
    int step = body;
    while (open > 0) {
      int what = steps.getInt(step++);
      open += what == RUN ? 1 : what == END ? -1 : 0;
      step += what == RUN ? 1 : 0;
    }
    return step;
  }

  /**
   * Adds how often each leaf runs.
   *
   * @param counts by run, of those that vary: all that a rank has
   * @param ranks how many ranks have these
   * @param sums by leaf
   */
  public void addCounts(int[][] counts, int ranks, long[] sums) {
    long[] factors = new long[depth + 1];
    factors[0] = ranks;
    int now = 0;
    for (int i = 0; i < steps.size(); i++) {
      int step = steps.getInt(i);
      if (step == RUN) {
        int run = steps.getInt(++i);
        factors[now + 1] =
            varies(run)
                ? ranks * Arrays.stream(counts[run]).asLongStream().sum()
                : factors[now] * length(run);
        now++;
      } else if (step == END) {
        now--;
      } else {
        sums[step] += factors[now];
      }
    }
  }
}
