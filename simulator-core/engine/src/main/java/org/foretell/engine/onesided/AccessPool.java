package org.foretell.engine.onesided;

import org.foretell.engine.kernel.RecordPool;

/** Ops of ranks on windows whose answers have not come. */
final class AccessPool extends RecordPool {
  private static final int STRIDE = 1;
  private static final int SLOT = 0;

  AccessPool() {
    super("one-sided ops", STRIDE);
  }

  /**
   * An op that is sent.
   *
   * @param slot request slot, or one of the names of {@code RequestTable}
   */
  int create(int slot) {
    int access = allocate();
    set(access, SLOT, slot);
    return access;
  }

  int slot(int access) {
    return (int) get(access, SLOT);
  }

  void slot(int access, int slot) {
    set(access, SLOT, slot);
  }
}
