package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.foretell.engine.kernel.RecordPool;

/** What polls ask for whose answers have not been sent, and which ranks wait for them. */
final class PollTable extends RecordPool {
  /** The rank waits for no poll. */
  static final int NOTHING = -1;

  private static final int STRIDE = 4;
  private static final int RANK_ACCOUNT = 0;
  private static final int NEEDED = 1;
  private static final int BYTES = 2;

  /** By rank the account of the variable that it polls. */
  private final Int2IntOpenHashMap awaited = new Int2IntOpenHashMap();

  PollTable() {
    super("polls", STRIDE, 0);
    awaited.defaultReturnValue(NOTHING);
  }

  /** A rank waits until an account has so many more updates than the rank has seen. */
  int add(int rank, int account, long needed, long bytes) {
    int poll = allocate();
    set(poll, RANK_ACCOUNT, (long) rank << 32 | account);
    set(poll, NEEDED, needed);
    set(poll, BYTES, bytes);
    awaited.put(rank, account);
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

  /** The answer is sent. */
  void remove(int poll) {
    awaited.remove(rank(poll));
    release(poll);
  }

  /** The account of the variable that a rank waits for, {@link #NOTHING} if it polls none. */
  int awaited(int rank) {
    return awaited.get(rank);
  }
}
