package org.foretell.engine;

/** Receives that have been posted and not yet matched. */
final class ReceivePool extends RecordPool {
  private static final int NEXT = 0;
  private static final int POSTED_PS = 1;
  private static final int CAPACITY_BYTES = 2;
  private static final int RANK_SLOT = 3;
  private static final int OPERATION = 4;
  private static final int ORDER = 5;

  ReceivePool() {
    super("receives");
  }

  int create(int rank, int slot, long postedPs, long capacityBytes, long operation, long order) {
    int receive = allocate();
    set(receive, NEXT, NONE);
    set(receive, POSTED_PS, postedPs);
    set(receive, CAPACITY_BYTES, capacityBytes);
    set(receive, RANK_SLOT, (long) rank << 32 | (slot & 0xffff_ffffL));
    set(receive, OPERATION, operation);
    set(receive, ORDER, order);
    return receive;
  }

  int next(int receive) {
    return (int) get(receive, NEXT);
  }

  void next(int receive, int next) {
    set(receive, NEXT, next);
  }

  long postedPs(int receive) {
    return get(receive, POSTED_PS);
  }

  /** Size of the buffer, -1 when unknown. */
  long capacityBytes(int receive) {
    return get(receive, CAPACITY_BYTES);
  }

  int rank(int receive) {
    return (int) (get(receive, RANK_SLOT) >> 32);
  }

  /** Request slot, or one of {@link RequestTable}'s names. */
  int slot(int receive) {
    return (int) get(receive, RANK_SLOT);
  }

  void slot(int receive, int slot) {
    set(receive, RANK_SLOT, (long) rank(receive) << 32 | (slot & 0xffff_ffffL));
  }

  /** Number of the op that posted it. */
  long operation(int receive) {
    return get(receive, OPERATION);
  }

  /** Grows from one posted receive to the next. */
  long order(int receive) {
    return get(receive, ORDER);
  }
}
