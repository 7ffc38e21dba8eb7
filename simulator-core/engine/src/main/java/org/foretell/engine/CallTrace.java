package org.foretell.engine;

import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/** The trace of a program in which some ranks call one collective, and nothing else happens. */
final class CallTrace implements TraceSource {
  private final TraceInfo info;
  private final TraceTables tables;
  private final boolean[] calls;
  private final int members;

  /**
   * The members call, whatever they call, a barrier.
   *
   * @param ranks of the world
   * @param worldRanks of the members
   */
  CallTrace(int ranks, int[] worldRanks) {
    info = TraceInfo.ofRanks(ranks);
    Communicator communicator = new Communicator(Communicator.FIRST_FREE, worldRanks);
    tables = new TraceTables(List.of(), List.of(), List.of(communicator), List.of());
    members = worldRanks.length;
    calls = new boolean[ranks];
    for (int rank : worldRanks) {
      calls[rank] = true;
    }
  }

  @Override
  public TraceInfo info() {
    return info;
  }

  @Override
  public TraceTables tables() {
    return tables;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.noneOf(Capability.class);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.of(members);
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.of(0);
  }

  @Override
  public RankCursor open(int rank) {
    return new Cursor(calls[rank] ? 1 : 0);
  }

  @Override
  public void describe(TraceSink sink) {
    throw new AssertionError("a call is replayed and not written");
  }

  @Override
  public void close() {
    // it holds nothing
  }

  /** The ops of one rank. */
  private static final class Cursor implements RankCursor {
    private final int ops;
    private int delivered;

    Cursor(int ops) {
      this.ops = ops;
    }

    @Override
    public boolean next(OpView view) {
      if (delivered == ops) {
        return false;
      }
      delivered++;
      view.reset(OpCode.BARRIER).set(OpField.COMMUNICATOR, Communicator.FIRST_FREE);
      return true;
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {
      // it holds nothing
    }
  }
}
