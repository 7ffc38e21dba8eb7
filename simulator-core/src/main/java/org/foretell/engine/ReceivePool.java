package org.foretell.engine;

/**
 * Receives that have been posted and not yet matched. The rank that posted one is known from the
 * channel in which it stands.
 */
final class ReceivePool extends RecordPool {
  /** Longs of a record. */
  static final int STRIDE = 4;

  private static final int NEXT_SLOT = 0;
  private static final int POSTED_PS = 1;
  private static final int CAPACITY_BYTES = 2;
  private static final int OPERATION = 3;

  ReceivePool() {
    super("receives", STRIDE);
  }

  int create(int slot, long postedPs, long capacityBytes, long operation) {
    int receive = allocate();
    set(receive, NEXT_SLOT, slot & LOW);
    set(receive, POSTED_PS, postedPs);
    set(receive, CAPACITY_BYTES, capacityBytes);
    set(receive, OPERATION, operation);
    return receive;
  }

  int next(int receive) {
    return (int) (get(receive, NEXT_SLOT) >>> 32);
  }

  void next(int receive, int next) {
    set(receive, NEXT_SLOT, (long) next << 32 | (get(receive, NEXT_SLOT) & LOW));
  }

  /** Request slot, or one of {@link RequestTable}'s names. */
  int slot(int receive) {
    return (int) get(receive, NEXT_SLOT);
  }

  void slot(int receive, int slot) {
    set(receive, NEXT_SLOT, (get(receive, NEXT_SLOT) & ~LOW) | (slot & LOW));
  }

  long postedPs(int receive) {
    return get(receive, POSTED_PS);
  }

  /** Size of the buffer, -1 when unknown. */
  long capacityBytes(int receive) {
    return get(receive, CAPACITY_BYTES);
  }

  /** Number of the op that posted it. */
  long operation(int receive) {
    return get(receive, OPERATION);
  }
}
