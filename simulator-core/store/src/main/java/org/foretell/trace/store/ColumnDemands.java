package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/**
 * Compares how long the columns of a file are with what its programs take from them. A sink that
 * passes durations on does not notice that some are missing.
 */
final class ColumnDemands {
  private final ExecutionCounter executions = new ExecutionCounter();
  private final List<ExecutionCounter.ColumnDemand> durations = new ArrayList<>();
  private final List<ExecutionCounter.ColumnDemand> callTimes = new ArrayList<>();

  void beginProgram(RankSet ranks) {
    executions.beginProgram(ranks);
  }

  void op(boolean takesColumn, boolean isCall) {
    executions.op(takesColumn, isCall);
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
  }

  /**
   * To be called after the last program.
   *
   * @throws IllegalStateException if a rank has another number of durations, or of times of calls
   *     where it has any, than its program takes
   */
  void check(Contents.Columns columns, Contents.Columns times) {
    check(durations, columns, false);
    check(callTimes, times, true);
  }

  private static void check(
      List<ExecutionCounter.ColumnDemand> demands, Contents.Columns columns, boolean isOfCalls) {
    if (isOfCalls && columns.ranks().length == 0) {
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
                  compare(rank, expected, columns.counts()[at], isOfCalls);
                } else if (!isOfCalls) {
                  compare(rank, expected, 0, false);
                }
              });
    }
    for (int i = 0; i < isAsked.length; i++) {
      if (!isAsked[i]) {
        compare(columns.ranks()[i], 0, columns.counts()[i], isOfCalls);
      }
    }
  }

  private static void compare(int rank, long expected, long found, boolean isOfCalls) {
    if (expected != found) {
      throw new IllegalStateException(
          "rank "
              + rank
              + (isOfCalls
                  ? " makes " + expected + " calls, but has times for " + found
                  : " takes " + expected + " durations from its column, but has " + found));
    }
  }
}
