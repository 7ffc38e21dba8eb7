package org.foretell.timelines;

import org.foretell.trace.OpCode;

/** Words for kinds of ops. */
final class OpCategories {
  private OpCategories() {}

  /** A word for the kind of op, by which viewers filter. */
  static String of(OpCode code) {
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
}
