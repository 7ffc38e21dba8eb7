package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.OpCode;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * Compares how long the columns of a file are with what its programs take from them. A sink that
 * passes durations on does not notice that some are missing.
 */
final class ColumnDemands {
  private final ExecutionCounter executions = new ExecutionCounter();
  private final List<ExecutionCounter.ColumnDemand> durations = new ArrayList<>();
  private final List<ExecutionCounter.ColumnDemand> callTimes = new ArrayList<>();
  private final List<ExecutionCounter.ColumnDemand> bursts = new ArrayList<>();

  void beginProgram(RankSet ranks) {
    executions.beginProgram(ranks);
  }

  void op(List<Variation> variations, OpCode code) {
    executions.op(ExecutionCounter.takesColumn(variations), code);
  }

  void beginRepeat(Values count) {
    executions.beginRepeat(count);
  }

  void endRepeat() {
    executions.endRepeat();
  }

  void endProgram() {
    executions.endProgram();
    durations.add(executions.columnDemand());
    callTimes.add(executions.callDemand());
    bursts.add(executions.burstDemand());
  }

  /**
   * To be called after the last program.
   *
   * @throws IllegalStateException if a rank has another number of durations, or of times of calls
   *     where it has any, than its program takes, or more counts than it has bursts
   */
  void check(Contents contents) {
    check(durations, contents.columns(), ColumnKind.DURATIONS);
    check(callTimes, contents.callTimes(), ColumnKind.CALL_TIMES);
    for (BurstCounter counter : BurstCounter.values()) {
      check(bursts, contents.counts().get(counter.ordinal()), ColumnKind.of(counter));
    }
  }

  private static void check(
      List<ExecutionCounter.ColumnDemand> demands, Contents.Columns columns, ColumnKind kind) {
    boolean orNone = kind != ColumnKind.DURATIONS;
    if (orNone && columns.ranks().length == 0) {
      return;
    }
    boolean[] isAsked = new boolean[columns.ranks().length];
    for (ExecutionCounter.ColumnDemand demand : demands) {
      if (demand.isNone()) {
        continue;
      }
      int[] index = {0};
      demand
          .ranks()
          .forEach(
              rank -> {
                long expected = demand.of(index[0]++);
                int at = Arrays.binarySearch(columns.ranks(), rank);
                if (at >= 0) {
                  isAsked[at] = true;
                  compare(rank, expected, columns.counts()[at], kind);
                } else if (!orNone) {
                  compare(rank, expected, 0, kind);
                }
              });
    }
    for (int i = 0; i < isAsked.length; i++) {
      if (!isAsked[i]) {
        compare(columns.ranks()[i], 0, columns.counts()[i], kind);
      }
    }
  }

  private static void compare(int rank, long expected, long found, ColumnKind kind) {
    // Bursts that a rank leaves out have no counts; only its durations say how many these are.
    boolean fits = kind.isCounted() ? found <= expected : found == expected;
    if (!fits) {
      throw kind.mismatch(rank, expected, found);
    }
  }
}
