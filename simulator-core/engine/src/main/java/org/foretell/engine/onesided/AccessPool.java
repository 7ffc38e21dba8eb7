package org.foretell.engine.onesided;

import org.foretell.engine.kernel.RecordPool;

/** Ops of ranks on windows that have not taken effect, or whose answer has not come. */
final class AccessPool extends RecordPool {
  private static final int STRIDE = 4;
  private static final int SLOT_EPOCH = 0;
  private static final int BYTES = 1;

  /** When it was let go on that a lock of its target had held back; 0 if none has. */
  private static final int LET_GO_PS = 2;

  private static final int SHIFT = 32;

  AccessPool() {
    super("one-sided ops", STRIDE);
  }

  /**
   * An op that is sent.
   *
   * @param slot request slot, or one of the names of {@code RequestTable}
   * @param epoch number of the epoch in which all targets are locked, 0 outside of one
   * @param bytes size of what it writes or reads
   */
  int create(int slot, int epoch, long bytes) {
    int access = allocate();
    set(access, SLOT_EPOCH, (long) slot << SHIFT | epoch);
    set(access, BYTES, bytes);
    set(access, LET_GO_PS, 0);
    return access;
  }

  int slot(int access) {
    return (int) (get(access, SLOT_EPOCH) >> SHIFT);
  }

  void slot(int access, int slot) {
    set(access, SLOT_EPOCH, (long) slot << SHIFT | epoch(access));
  }

  int epoch(int access) {
    return (int) get(access, SLOT_EPOCH);
  }

  long bytes(int access) {
    return get(access, BYTES);
  }

  /** The lock of its target that has held it back lets it go on. */
  void letGo(int access, long timePs) {
    set(access, LET_GO_PS, timePs);
  }

  long letGoPs(int access) {
    return get(access, LET_GO_PS);
  }
}
