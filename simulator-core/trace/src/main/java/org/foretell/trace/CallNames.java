package org.foretell.trace;

import java.util.Locale;

/** Ops as programs call them. Safe for several threads. */
public final class CallNames {
  private static final String[] NAMES = new String[OpCode.values().length];

  static {
    for (OpCode code : OpCode.values()) {
      NAMES[code.ordinal()] = made(code);
    }
  }

  private CallNames() {}

  /**
   * {@return the name of an op, such as {@code MPI_Send}, {@code shmem_put} or {@code compute}}
   *
   * @param code any op
   */
  public static String of(OpCode code) {
    return NAMES[code.ordinal()];
  }

  private static String made(OpCode code) {
    String lower = code.name().toLowerCase(Locale.ROOT);
    boolean isMpi =
        switch (code.family()) {
          case COMPUTE, MARKER, SHMEM -> false;
          case LOCAL -> code != OpCode.EVENT;
          case POINT_TO_POINT, PERSISTENT, COMPLETION, COLLECTIVE, COMMUNICATOR, RMA, FILE -> true;
        };
    return isMpi ? "MPI_" + code.name().charAt(0) + lower.substring(1) : lower;
  }
}
