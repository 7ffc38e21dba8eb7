package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.foretell.engine.kernel.RecordPool;

/**
 * Polls: what those ask for that have come to their targets and have not been answered, and what
 * ranks wait for whose polls are under way.
 */
final class PollTable extends RecordPool {
  private static final long NOTHING = -1;
  private static final int STRIDE = 4;
  private static final int RANK_ACCOUNT = 0;
  private static final int NEEDED = 1;
  private static final int BYTES = 2;

  /** By rank the rank that it polls, and the variable there. */
  private final Int2LongOpenHashMap awaited = new Int2LongOpenHashMap();

  PollTable() {
    super("polls", STRIDE, 0);
    awaited.defaultReturnValue(NOTHING);
  }

  /** A poll of a rank has come that waits until an account has so many more updates. */
  int add(int rank, int account, long needed, long bytes) {
    int poll = allocate();
    set(poll, RANK_ACCOUNT, (long) rank << 32 | account);
    set(poll, NEEDED, needed);
    set(poll, BYTES, bytes);
    return poll;
  }

  int rank(int poll) {
    return (int) (get(poll, RANK_ACCOUNT) >> 32);
  }

  int account(int poll) {
    return (int) get(poll, RANK_ACCOUNT);
  }

  long needed(int poll) {
    return get(poll, NEEDED);
  }

  long bytes(int poll) {
    return get(poll, BYTES);
  }

  /** The op of a rank polls a variable of another. */
  void await(int rank, int polled, int variable) {
    awaited.put(rank, (long) polled << 32 | variable);
  }

  /** The answer has come to a rank for which its op has waited. */
  void ends(int rank) {
    if (!awaited.isEmpty()) {
      awaited.remove(rank);
    }
  }

  /** Whether the op of a rank polls a variable. */
  boolean isAwaiting(int rank) {
    return awaited.get(rank) != NOTHING;
  }

  /** The rank whose variable the op of a rank polls. */
  int polled(int rank) {
    return (int) (awaited.get(rank) >> 32);
  }

  /** That variable. */
  int variable(int rank) {
    return (int) awaited.get(rank);
  }
}
