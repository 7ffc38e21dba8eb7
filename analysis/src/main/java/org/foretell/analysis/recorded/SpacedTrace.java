package org.foretell.analysis.recorded;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.CallTimes;
import org.foretell.trace.Capability;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * A trace without its bursts, but with a short one before each call. In a replay in which all other
 * ops take no time, no two calls of a rank begin at the same time, so that the time of a send or
 * receive identifies its call. Closing it leaves the trace open. For one thread at a time.
 */
public final class SpacedTrace implements TraceSource {
  private final TraceSource trace;

  /**
   * Wraps a trace.
   *
   * @param trace of sequences of ops; stays open
   */
  public SpacedTrace(TraceSource trace) {
    this.trace = trace;
  }

  @Override
  public TraceInfo info() {
    return trace.info();
  }

  @Override
  public TraceTables tables() {
    return trace.tables();
  }

  @Override
  public boolean isRecorded() {
    return trace.isRecorded();
  }

  @Override
  public Set<Capability> capabilities() {
    return trace.capabilities();
  }

  @Override
  public int world(int rank) {
    return trace.world(rank);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalInt requestSlots() {
    return trace.requestSlots();
  }

  @Override
  public RankCursor open(int rank) {
    return new Spaced(trace.open(rank));
  }

  @Override
  public Optional<CallTimes> callTimes(int rank) {
    return trace.callTimes(rank);
  }

  @Override
  public Optional<BurstCounts> counts(int rank) {
    return trace.counts(rank);
  }

  @Override
  public SortedMap<Integer, CountedBursts> countedBursts() {
    return trace.countedBursts();
  }

  @Override
  public void describe(TraceSink sink) {
    trace.describe(sink);
  }

  @Override
  public void close() {}

  private static final class Spaced implements RankCursor {
    private final RankCursor cursor;
    private final OpView call = new OpView();
    private boolean hasCall;
    private long delivered;

    Spaced(RankCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next(OpView view) {
      if (hasCall) {
        hasCall = false;
        delivered++;
        view.copyFrom(call);
        return true;
      }
      while (cursor.next(call)) {
        if (call.code().family() == OpCode.Family.COMPUTE) {
          continue;
        }
        delivered++;
        if (call.code().isCall()) {
          hasCall = true;
          view.reset(OpCode.ELAPSE);
        } else {
          view.copyFrom(call);
        }
        return true;
      }
      return false;
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
