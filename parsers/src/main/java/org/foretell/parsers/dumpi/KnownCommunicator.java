package org.foretell.parsers.dumpi;

import org.jspecify.annotations.Nullable;

/** A communicator, with its properties as far as a trace states them. */
final class KnownCommunicator {
  private static final int UNKNOWN = -1;

  final int id;

  /** The communicator that has the same members in the same order and is the oldest such. */
  final KnownCommunicator origin;

  /** This rank's number in it, -1 if that is not known. */
  int rank = UNKNOWN;

  int size = UNKNOWN;

  /** Dimensions of its grid; none if it has none. */
  int[] dimensions = {};

  /** The call that made it, if none of its ops can be replayed. */
  @Nullable String unusable;

  KnownCommunicator(int id, @Nullable KnownCommunicator origin) {
    this.id = id;
    this.origin = origin == null ? this : origin.origin;
  }
}
