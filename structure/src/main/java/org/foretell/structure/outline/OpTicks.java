package org.foretell.structure.outline;

import java.util.function.LongConsumer;

/** Counts the ops of one pass over a trace, and says now and then how many there were. */
final class OpTicks {
  private final LongConsumer listener;
  private final long everyOps;
  private long ops;
  private long next;

  /**
   * Of a pass that begins now.
   *
   * @param listener receives how many ops were read
   * @param everyOps between two calls of it, above 0
   */
  OpTicks(LongConsumer listener, long everyOps) {
    this.listener = listener;
    this.everyOps = everyOps;
    next = everyOps;
  }

  /** One more op. */
  void tick() {
    if (++ops >= next) {
      next = ops > Long.MAX_VALUE - everyOps ? Long.MAX_VALUE : ops + everyOps;
      listener.accept(ops);
    }
  }
}
