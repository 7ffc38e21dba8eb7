package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;

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
  private final Long2ObjectOpenHashMap<RankWindow> parts = new Long2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<Calls> calls = new Int2ObjectOpenHashMap<>();

  /** The collectives of a window that some members have called, not all. */
  private static final class Calls {
    final ArrayDeque<Call> open = new ArrayDeque<>();
    int first;

    /** Who has called any. */
    final IntOpenHashSet ranks = new IntOpenHashSet();
  }

  /** One of them, and who called it first. */
  private static final class Call {
    final OpCode code;
    final int rank;
    final long operation;
    int members;

    Call(OpCode code, int rank, long operation) {
      this.code = code;
      this.rank = rank;
      this.operation = operation;
    }
  }

  /**
   * No rank has a window.
   *
   * @param announced whether the trace says that it holds windows; no others may be made
   */
  public Windows(RankTable ranks, boolean announced, ProblemLog problems, Causes causes) {
    this.ranks = ranks;
    this.announced = announced;
    this.problems = problems;
    accounts = new CompletionAccounts(ranks, causes);
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
    RankWindow part = parts.get(key);
    if (part == null) {
      part = new RankWindow(rank, context, accounts);
      parts.put(key, part);
    }
    return part;
  }

  /** All parts; for reports. */
  Iterable<RankWindow> parts() {
    return parts.values();
  }

  /**
   * A rank calls a collective of a window.
   *
   * @param size of the window's communicator
   */
  public void calls(RankWindow part, OpCode code, int size) {
    Calls window = calls.computeIfAbsent(part.context, context -> new Calls());
    window.ranks.add(part.rank);
    int number = part.calls++;
    Call call = null;
    int skipped = number - window.first;
    for (Call open : window.open) {
      if (skipped-- == 0) {
        call = open;
        break;
      }
    }
    if (call == null) {
      call = new Call(code, part.rank, ranks.operation(part.rank));
      window.open.add(call);
    } else if (call.code != code) {
      throw problems.fatal(
          Problem.Kind.MISMATCHED_COLLECTIVE,
          "collective number " + number + " on a window is not the same for all: {0}, but {1}",
          part.rank,
          ranks.operation(part.rank),
          call.rank,
          call.operation);
    }
    call.members++;
    while (!window.open.isEmpty() && window.open.getFirst().members == size) {
      window.open.removeFirst();
      window.first++;
    }
    if (code == OpCode.WIN_FREE && window.open.isEmpty()) {
      // Nothing of the window is under way any more but what gives back locks.
      calls.remove(part.context);
      window.ranks.forEach(rank -> parts.remove(key(rank, part.context)));
    }
  }

  private static long key(int rank, int context) {
    return (long) rank << SHIFT | (context & RecordPool.LOW);
  }
}
