package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The parts of ranks in windows, and whether the members of each call its collectives in the same
 * order. A window is known by the matching context of its own communicator.
 */
public final class Windows {
  private static final int SHIFT = 32;

  private final RankTable ranks;
  private final boolean announced;
  private final ProblemLog problems;
  final CompletionAccounts accounts;
  private final Long2ObjectOpenHashMap<RankWindow> ofRanks = new Long2ObjectOpenHashMap<>();
  private final WindowCalls calls = new WindowCalls();

  /** Those of windows that several parts share; null where there is one. */
  private final @Nullable WindowCalls splitCalls;

  /**
   * No rank has a window.
   *
   * @param accounts of what is under way
   * @param announced whether the trace says that it holds windows; no others may be made
   * @param splitCalls of windows that several parts share; null where there is one
   */
  public Windows(
      RankTable ranks,
      CompletionAccounts accounts,
      boolean announced,
      ProblemLog problems,
      @Nullable WindowCalls splitCalls) {
    this.splitCalls = splitCalls;
    this.ranks = ranks;
    this.announced = announced;
    this.problems = problems;
    this.accounts = accounts;
  }

  /** Whether there may be any. */
  public boolean areAnnounced() {
    return announced;
  }

  /** How many ranks may have windows, all or none: those have a row in tables by rank. */
  public int users() {
    return announced ? ranks.size() : 0;
  }

  /** The part of a rank in a window, which it calls by a name. */
  public RankWindow of(int rank, int context, long name) {
    RankWindow part = of(rank, context);
    part.name = name;
    return part;
  }

  /** The part of a rank in a window. */
  RankWindow of(int rank, int context) {
    long key = key(rank, context);
    RankWindow part = ofRanks.get(key);
    if (part == null) {
      part = new RankWindow(rank, context, accounts);
      ofRanks.put(key, part);
    }
    return part;
  }

  /** All parts; for reports. */
  Iterable<RankWindow> parts() {
    return ofRanks.values();
  }

  /**
   * A rank calls a collective of a window.
   *
   * @param size of the window's communicator
   * @param isSplit whether other parts of the replay have some of its members
   */
  public void calls(RankWindow part, OpCode code, int size, boolean isSplit) {
    int number = part.calls++;
    WindowCalls all = splitCalls != null && isSplit ? splitCalls : calls;
    WindowCalls.Call call =
        all.add(part.context, code, part.rank, ranks.operation(part.rank), number, size);
    if (call != null && all == splitCalls) {
      throw new NeedsOnePart();
    }
    if (call != null) {
      throw problems.fatal(
          Problem.Kind.MISMATCHED_COLLECTIVE,
          "collective number " + number + " on a window is not the same for all: {0}, but {1}",
          part.rank,
          ranks.operation(part.rank),
          call.rank,
          call.operation);
    }
  }

  /**
   * A rank has freed a window. If all have, nothing is under way any more but what gives back
   * locks.
   */
  public void forget(int rank, int context) {
    if (!calls.areOpen(context) && (splitCalls == null || !splitCalls.areOpen(context))) {
      ofRanks.remove(key(rank, context));
    }
  }

  private static long key(int rank, int context) {
    return (long) rank << SHIFT | (context & RecordPool.LOW);
  }
}
