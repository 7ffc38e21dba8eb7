package org.foretell.engine.collective;

import org.foretell.engine.kernel.RecordPool;

/** Calls of non-blocking collectives that are not complete. */
public final class CallPool extends RecordPool {
  /** Longs of a record. */
  static final int STRIDE = 2;

  private static final int SLOT_CONTEXT = 0;
  private static final int NUMBER = 1;

  CallPool() {
    super("non-blocking collectives", STRIDE);
  }

  public int create(int slot, int context, long number) {
    int call = allocate();
    set(call, SLOT_CONTEXT, (long) slot << 32 | context);
    set(call, NUMBER, number);
    return call;
  }

  /** Request slot, or one of {@code RequestTable}'s names. */
  public int slot(int call) {
    return (int) (get(call, SLOT_CONTEXT) >> 32);
  }

  public void slot(int call, int slot) {
    set(call, SLOT_CONTEXT, (long) slot << 32 | context(call));
  }

  int context(int call) {
    return (int) get(call, SLOT_CONTEXT);
  }

  /** Which of its communicator's collectives it is. */
  long number(int call) {
    return get(call, NUMBER);
  }
}
