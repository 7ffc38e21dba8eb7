package org.foretell.extrapolation.fit;

import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.fit.GeneratedCalls.Generated;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/** The trace that follows from laws; the calls of a rank are made when it is opened. */
public final class GeneratedTrace implements TraceSource {
  private final GeneratedCalls calls;
  private final CallPool pool;
  private final TraceInfo info;

  /**
   * Prepares the trace.
   *
   * @param program without failures
   * @param pool of the traces that it is from
   * @param info of the trace
   */
  public GeneratedTrace(FittedProgram program, CallPool pool, TraceInfo info) {
    calls = new GeneratedCalls(program, pool);
    this.pool = pool;
    this.info = info;
  }

  @Override
  public TraceInfo info() {
    return info;
  }

  @Override
  public TraceTables tables() {
    return new TraceTables(pool.sites(), pool.markers(), List.of(), List.of());
  }

  /** Returns all features that the calls may have. */
  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(
        EnumSet.of(
            Capability.TASK_GRAPHS,
            Capability.CALL_TIMES,
            Capability.HISTOGRAMS,
            Capability.BURST_WORK,
            Capability.UNORDERED_SHMEM));
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.empty();
  }

  @Override
  public RankCursor open(int rank) {
    GeneratedCalls.OfRank all = calls.of(rank);
    List<Generated> made = all.calls();
    return new RankCursor() {
      private int next;
      private boolean burstDone;
      private long delivered;

      @Override
      public boolean next(OpView view) {
        long burst = next < made.size() ? made.get(next).beforePs() : all.tailPs();
        if (!burstDone && burst > 0 && next <= made.size()) {
          burstDone = true;
          view.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, burst);
          if (next < made.size()) {
            view.set(OpField.CALL_SITE, made.get(next).site());
          }
          delivered++;
          return true;
        }
        if (next >= made.size()) {
          return false;
        }
        made.get(next++).fill(view);
        burstDone = false;
        delivered++;
        return true;
      }

      @Override
      public long delivered() {
        return delivered;
      }

      @Override
      public void close() {
        // The calls are in memory.
      }
    };
  }

  @Override
  public void describe(TraceSink sink) {
    sink.begin(info);
    for (int id = 0; id < pool.sites().size(); id++) {
      sink.callSite(id, pool.sites().get(id));
    }
    for (int id = 0; id < pool.markers().size(); id++) {
      sink.marker(id, pool.markers().get(id));
    }
    OpView view = new OpView();
    for (int rank = 0; rank < info.ranks(); rank++) {
      sink.beginProgram(RankSet.of(rank));
      try (RankCursor cursor = open(rank)) {
        while (cursor.next(view)) {
          sink.op(view);
        }
      }
      sink.endProgram();
    }
    sink.end();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
