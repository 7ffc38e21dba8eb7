package org.foretell.structure.cluster.online;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.foretell.structure.cluster.values.Executions;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/**
 * The iterations of each rank's main loop: of those that are in no other loop, the one that makes
 * the most calls. All its iterations have as many.
 */
final class LoopMarkers implements ProgramSink {
  private final long[] before;
  private final long[] period;
  private final long[] iterations;

  /** For each rank of the current program, and each level of loops. */
  private int[] members = {};

  private RankSet ranks = RankSet.of(0);
  private final Deque<Level> levels = new ArrayDeque<>();

  /** A body of a loop, or the program. */
  private static final class Level {
    final long[] entries;
    final long[] counts;
    final long[] events;

    /** Whether each rank makes as many calls in each iteration. */
    final boolean[] regular;

    Level(int size) {
      entries = new long[size];
      counts = new long[size];
      events = new long[size];
      regular = new boolean[size];
      java.util.Arrays.fill(regular, true);
    }
  }

  private LoopMarkers(int size) {
    before = new long[size];
    period = new long[size];
    iterations = new long[size];
  }

  /** Finds the main loop of each rank. */
  static LoopMarkers of(TraceSource source) {
    LoopMarkers loops = new LoopMarkers(source.info().ranks());
    source.describe(loops);
    return loops;
  }

  /** Where the iterations of a rank end. */
  MarkerRule rule(int rank) {
    return new MarkerRule() {
      private long events;

      @Override
      public boolean endsBefore(OpView op) {
        return false;
      }

      @Override
      public boolean endsAfter(OpView op) {
        if (period[rank] == 0 || op.code().family() == OpCode.Family.COMPUTE) {
          return false;
        }
        long inLoop = ++events - before[rank];
        return inLoop > 0
            && inLoop % period[rank] == 0
            && inLoop / period[rank] <= iterations[rank];
      }
    };
  }

  @Override
  public void beginProgram(RankSet programRanks) {
    ranks = programRanks;
    members = programRanks.toArray();
    levels.clear();
    Level program = new Level(members.length);
    java.util.Arrays.fill(program.entries, 1);
    levels.push(program);
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    if (op.code().family() != OpCode.Family.COMPUTE) {
      Level level = levels.element();
      for (int i = 0; i < members.length; i++) {
        level.events[i] = Executions.plus(level.events[i], level.entries[i]);
      }
    }
  }

  @Override
  public void beginRepeat(Values count) {
    Level around = levels.element();
    Level body = new Level(members.length);
    for (int i = 0; i < members.length; i++) {
      Values own = Executions.of(count, ranks, members[i]);
      body.counts[i] = Executions.iterations(own, around.entries[i]);
      body.entries[i] = body.counts[i];
      around.regular[i] &= own instanceof Values.Constant;
    }
    levels.push(body);
  }

  @Override
  public void endRepeat() {
    Level body = levels.pop();
    Level around = levels.element();
    boolean outermost = levels.size() == 1;
    for (int i = 0; i < members.length; i++) {
      around.regular[i] &= outermost || body.regular[i];
      int rank = members[i];
      boolean most = body.events[i] > Executions.times(period[rank], iterations[rank]);
      if (outermost && body.regular[i] && body.counts[i] > 1 && most) {
        before[rank] = around.events[i];
        iterations[rank] = body.counts[i];
        period[rank] = body.events[i] / body.counts[i];
      }
      around.events[i] = Executions.plus(around.events[i], body.events[i]);
    }
  }

  @Override
  public void endProgram() {
    levels.clear();
  }
}
