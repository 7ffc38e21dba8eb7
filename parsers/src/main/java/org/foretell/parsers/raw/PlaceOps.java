package org.foretell.parsers.raw;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/** Which ops of OpenSHMEM have to do with symmetric places that ranks wait for. */
final class PlaceOps {
  private PlaceOps() {}

  /** Whether it waits for a place, or tests it. */
  static boolean isWait(@Nullable OpCode op) {
    return op == OpCode.SHMEM_WAIT_UNTIL || op == OpCode.SHMEM_TEST;
  }

  /** Whether it may update a place of another rank. */
  static boolean isUpdate(@Nullable OpCode op) {
    return op != null && op.has(OpField.VARIABLES) && op.has(OpField.PEER);
  }

  /** Whether it uses a lock. */
  static boolean isLock(@Nullable OpCode op) {
    return op == OpCode.SHMEM_SET_LOCK
        || op == OpCode.SHMEM_TEST_LOCK
        || op == OpCode.SHMEM_CLEAR_LOCK;
  }
}
