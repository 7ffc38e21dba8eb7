package org.foretell.trace.store;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often the ops of a program run, from its structure alone. What runs too often to be
 * counted counts as {@link Long#MAX_VALUE}.
 */
final class ExecutionCounter {
  private final Deque<Level> levels = new ArrayDeque<>();
  private Level level = new Level(0, null);
  private RankSet ranks = RankSet.of(0);
  private long operations;
  private final Tally column = new Tally();
  private final Tally calls = new Tally();
  private final Tally bursts = new Tally();

  /** A body, how often each rank runs it, and how many ops stand directly in it. */
  private static final class Level {
    final long times;
    final long @Nullable [] timesByRank;
    long ops;
    long columnOps;
    long calls;
    long bursts;

    Level(long times, long @Nullable [] timesByRank) {
      this.times = times;
      this.timesByRank = timesByRank;
    }
  }

  void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    levels.clear();
    level = new Level(1, null);
    operations = 0;
    column.clear();
    calls.clear();
    bursts.clear();
  }

  void op(boolean takesColumn, OpCode code) {
    level.ops++;
    if (takesColumn) {
      level.columnOps++;
    }
    if (code.isCall()) {
      level.calls++;
    } else if (code == OpCode.COMPUTE) {
      level.bursts++;
    }
  }

  /** Whether a field takes its value from a column. */
  static boolean takesColumn(List<Variation> variations) {
    for (int i = 0; i < variations.size(); i++) {
      if (variations.get(i).values() instanceof Values.Column) {
        return true;
      }
    }
    return false;
  }

  /** Counts ops that take nothing from a column. */
  void ops(long number) {
    level.ops = plus(level.ops, number);
  }

  void beginRepeat(Values count) {
    levels.push(level);
    boolean byRank = count instanceof Values.PerRank || count instanceof Values.Scoped;
    if (!byRank && level.timesByRank == null) {
      level = new Level(iterations(count, level.times), null);
      return;
    }
    long[] times = new long[ranks.size()];
    long[] entries = level.timesByRank;
    if (entries == null) {
      Arrays.fill(times, level.times);
    } else {
      System.arraycopy(entries, 0, times, 0, times.length);
    }
    if (count instanceof Values.PerRank perRank) {
      for (int i = 0; i < times.length; i++) {
        times[i] = times(times[i], perRank.values()[i]);
      }
    } else if (count instanceof Values.Scoped scoped) {
      for (Values.Scope scope : scoped.scopes()) {
        scope
            .ranks()
            .forEach(
                rank -> {
                  int index = ranks.indexOf(rank);
                  times[index] = iterations(scope.values(), times[index]);
                });
      }
    } else {
      Arrays.setAll(times, i -> iterations(count, times[i]));
    }
    level = new Level(0, times);
  }

  int depth() {
    return levels.size();
  }

  void endRepeat() {
    fold();
    level = levels.pop();
  }

  void endProgram() {
    fold();
  }

  /** Ops that the whole program runs, all its ranks together. */
  long operations() {
    return operations;
  }

  /** How many durations the program's ranks take from their columns. */
  ColumnDemand columnDemand() {
    return column.demand(ranks);
  }

  /** How many calls the program's ranks make. */
  ColumnDemand callDemand() {
    return calls.demand(ranks);
  }

  /** How many bursts of computation the program's ranks run, or leave out. */
  ColumnDemand burstDemand() {
    return bursts.demand(ranks);
  }

  /**
   * Numbers of durations, or of times of calls.
   *
   * @param each what every rank takes
   * @param more what each rank takes beyond that, by its position in the set; null when nothing
   */
  record ColumnDemand(RankSet ranks, long each, long @Nullable [] more) {
    boolean isNone() {
      return each == 0 && more == null;
    }

    long of(int index) {
      return more == null ? each : plus(each, more[index]);
    }
  }

  private void fold() {
    long[] byRank = level.timesByRank;
    long executions = 0;
    if (byRank == null) {
      executions = times(level.times, ranks.size());
    } else {
      for (long times : byRank) {
        executions = plus(executions, times);
      }
    }
    operations = plus(operations, times(executions, level.ops));
    column.add(level, level.columnOps);
    calls.add(level, level.calls);
    bursts.add(level, level.bursts);
  }

  /** How often ops of one kind run. */
  private static final class Tally {
    private long uniform;
    private long @Nullable [] byRank;

    void clear() {
      uniform = 0;
      byRank = null;
    }

    void add(Level level, long ops) {
      if (ops == 0) {
        return;
      }
      long[] times = level.timesByRank;
      if (times == null) {
        uniform = plus(uniform, times(level.times, ops));
        return;
      }
      long[] counts = byRank == null ? new long[times.length] : byRank;
      for (int i = 0; i < counts.length; i++) {
        counts[i] = plus(counts[i], times(times[i], ops));
      }
      byRank = counts;
    }

    ColumnDemand demand(RankSet ranks) {
      return new ColumnDemand(ranks, uniform, byRank);
    }
  }

  /** Sum of the counts that a repeat takes when it is entered that often. */
  private static long iterations(Values count, long entries) {
    if (count instanceof Values.Constant constant) {
      return times(entries, constant.value());
    }
    if (!(count instanceof Values.Cyclic cyclic)) {
      throw new IllegalArgumentException("the count of a repeat cannot be " + count);
    }
    long[] cycle = cyclic.values();
    long sum = 0;
    for (long each : cycle) {
      sum = plus(sum, each);
    }
    long total = times(entries / cycle.length, sum);
    for (int i = 0; i < entries % cycle.length; i++) {
      total = plus(total, cycle[i]);
    }
    return entries == Long.MAX_VALUE && sum > 0 ? Long.MAX_VALUE : total;
  }

  /** Product of two numbers that are not negative. */
  static long times(long a, long b) {
    long product = a * b;
    return Math.multiplyHigh(a, b) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }

  /** Sum of two numbers that are not negative. */
  static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
