package org.foretell.engine.reference.buslink;

import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Request;
import org.jspecify.annotations.Nullable;

/** A rank between its bursts. */
final class Life {
  final RankState rank;
  final int node;

  /** Whether there is an op at hand. */
  boolean hasOp;

  /** The part of the op at hand that comes next. */
  int step;

  /** Whether the op at hand is being executed: if it ends now it has not blocked. */
  boolean executing;

  /** Whether it has ended meanwhile. */
  boolean over;

  /** Whether the rank goes on before others of its node when its op ends. */
  boolean atHead;

  /** Whether the op at hand leaves the rank its CPU. */
  boolean keepsCpu;

  /** How long the CPU is busy after the op at hand. */
  long afterPs;

  /** When it was executed latest. */
  long executedPs;

  /** Of a sendrecv. */
  @Nullable Request received;

  /** Whether the startup of the message that it sends next has been paid. */
  boolean paid;

  Life(RankState rank, int node) {
    this.rank = rank;
    this.node = node;
  }
}
