package org.foretell.inspection;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * How many ops each rank runs, without running them: from programs as they are stored. All of the
 * trace is read for it, so that what is damaged anywhere is found.
 */
public final class OpsOfRanks implements ProgramSink {
  private final long[] ops;
  private final boolean[] areMore;
  private final Deque<Long> factors = new ArrayDeque<>();

  /** Of the program at hand. */
  private long factor;

  private long sum;
  private boolean isMore;
  private @Nullable RankSet ranks;

  private OpsOfRanks(int count) {
    ops = new long[count];
    areMore = new boolean[count];
  }

  /**
   * Reads a trace once, nothing unrolled.
   *
   * @param trace stays open
   * @return the numbers of all ranks
   * @throws org.foretell.trace.TraceException if the trace is damaged anywhere
   */
  public static OpsOfRanks of(TraceSource trace) {
    OpsOfRanks counted = new OpsOfRanks(trace.info().ranks());
    trace.describe(counted);
    return counted;
  }

  /**
   * {@return how many ops a rank runs at least, {@link Long#MAX_VALUE} if there are more than that}
   *
   * @param rank world rank
   */
  public long least(int rank) {
    return ops[rank];
  }

  /**
   * {@return how many ops some ranks run together; -1 if that is not known, since loops run another
   * number of times by rank or each time}
   *
   * @param wanted world ranks
   */
  public long sum(RankSet wanted) {
    long all = 0;
    for (int rank = 0; rank < ops.length; rank++) {
      if (wanted.contains(rank)) {
        if (areMore[rank]) {
          return -1;
        }
        all = plus(all, ops[rank]);
      }
    }
    return all;
  }

  private static long plus(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  private static long times(long one, long other) {
    return other != 0 && one > Long.MAX_VALUE / other ? Long.MAX_VALUE : one * other;
  }

  @Override
  public void beginProgram(RankSet of) {
    ranks = of;
    factor = 1;
    sum = 0;
    isMore = false;
    factors.clear();
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    sum = plus(sum, factor);
  }

  @Override
  public void beginRepeat(Values count) {
    factors.push(factor);
    if (count instanceof Values.Constant constant) {
      factor = times(factor, constant.value());
    } else {
      factor = 0;
      isMore = true;
    }
  }

  @Override
  public void endRepeat() {
    factor = factors.pop();
  }

  @Override
  public void endProgram() {
    RankSet of = ranks;
    if (of != null) {
      of.forEach(
          rank -> {
            ops[rank] = sum;
            areMore[rank] = isMore;
          });
    }
  }

  @Override
  public void taskGraph(RankSet of, TaskGraph graph, boolean peersRelative) {
    of.forEach(rank -> ops[rank] = graph.tasks());
  }
}
