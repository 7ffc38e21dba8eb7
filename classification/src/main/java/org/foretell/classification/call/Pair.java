package org.foretell.classification.call;

import org.jspecify.annotations.Nullable;

/** Both sides of a message, as far as they are known. */
final class Pair {
  final long bytes;
  @Nullable Half send;
  @Nullable Half receive;

  Pair(long bytes) {
    this.bytes = bytes;
  }
}
