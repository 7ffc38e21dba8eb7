package org.foretell.engine.message;

import org.foretell.engine.kernel.RecordPool;

/**
 * Receives that have been posted and not yet matched. The rank that posted one is known from the
 * channel in which it stands.
 */
public final class ReceivePool extends RecordPool {
  /** Longs of a record. */
  static final int STRIDE = 4;

  private static final int NEXT_SLOT = 0;
  private static final int POSTED_PS = 1;
  private static final int CAPACITY_BYTES = 2;
  private static final int OPERATION = 3;

  ReceivePool() {
    super("receives", STRIDE);
  }

  public int create(int slot, long postedPs, long capacityBytes, long operation) {
    int receive = allocate();
    set(receive, NEXT_SLOT, slot & LOW);
    set(receive, POSTED_PS, postedPs);
    set(receive, CAPACITY_BYTES, capacityBytes);
    set(receive, OPERATION, operation);
    return receive;
  }

  public int next(int receive) {
    return (int) (get(receive, NEXT_SLOT) >>> 32);
  }

  public void next(int receive, int next) {
    set(receive, NEXT_SLOT, (long) next << 32 | (get(receive, NEXT_SLOT) & LOW));
  }

  /** Request slot, or one of {@code RequestTable}'s names. */
  public int slot(int receive) {
    return (int) get(receive, NEXT_SLOT);
  }

  public void slot(int receive, int slot) {
    set(receive, NEXT_SLOT, (get(receive, NEXT_SLOT) & ~LOW) | (slot & LOW));
  }

  public long postedPs(int receive) {
    return get(receive, POSTED_PS);
  }

  /** Size of the buffer, -1 when unknown. */
  long capacityBytes(int receive) {
    return get(receive, CAPACITY_BYTES);
  }

  /** Number of the op that posted it. */
  public long operation(int receive) {
    return get(receive, OPERATION);
  }
}
