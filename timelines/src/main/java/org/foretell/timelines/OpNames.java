package org.foretell.timelines;

import java.util.Locale;
import org.foretell.trace.OpCode;

/** Ops as programs call them. */
final class OpNames {
  private static final String[] NAMES = new String[OpCode.values().length];

  static {
    for (OpCode code : OpCode.values()) {
      NAMES[code.ordinal()] = made(code);
    }
  }

  private OpNames() {}

  static String of(OpCode code) {
    return NAMES[code.ordinal()];
  }

  /** A word for the kind of op, by which viewers filter. */
  static String category(OpCode code) {
    return switch (code.family()) {
      case COMPUTE -> "compute";
      case MARKER, LOCAL -> "local";
      case POINT_TO_POINT, PERSISTENT -> "point-to-point";
      case COMPLETION -> "completion";
      case COLLECTIVE -> "collective";
      case COMMUNICATOR -> "communicator";
      case RMA -> "one-sided";
      case FILE -> "file";
      case SHMEM -> "shmem";
    };
  }

  private static String made(OpCode code) {
    String lower = code.name().toLowerCase(Locale.ROOT);
    return switch (code.family()) {
      case COMPUTE, MARKER, SHMEM -> lower;
      case LOCAL ->
          code == OpCode.EVENT ? lower : "MPI_" + code.name().charAt(0) + lower.substring(1);
      case POINT_TO_POINT, PERSISTENT, COMPLETION, COLLECTIVE, COMMUNICATOR, RMA, FILE ->
          "MPI_" + code.name().charAt(0) + lower.substring(1);
    };
  }
}
