package org.foretell.engine.cause;

import java.util.function.IntConsumer;

/** By rank what the latest end of the parts of its op follows from. */
public final class OpEnds {
  private final Causes causes;

  /** Empty where nobody asks. */
  private final int[] ready;

  /** All ranks are at the beginning. */
  public OpEnds(Causes causes, int ranks) {
    this.causes = causes;
    ready = new int[causes.areKept() ? ranks : 0];
    causes.heldBy(this::visit);
  }

  private void visit(IntConsumer moment) {
    for (int rank = 0; rank < ready.length; rank++) {
      boolean isFinished = causes.clock(rank) == CauseTree.NONE;
      moment.accept(isFinished ? CauseTree.NONE : ready[rank]);
    }
  }

  /** A rank begins an op that may block. */
  public void begins(int rank) {
    if (rank < ready.length) {
      ready[rank] = causes.clock(rank);
    }
  }

  /** A part of the op of a rank ends later than those before it. */
  public void isLater(int rank, long endPs, int after) {
    if (rank < ready.length) {
      ready[rank] = causes.later(causes.momentAt(rank, endPs, after), ready[rank]);
    }
  }

  /** A part of the op of a rank ends no later than others. */
  public void isEarly(int rank, long endPs, int after) {
    if (rank < ready.length && causes.compare() && causes.endPs(after) == endPs) {
      ready[rank] = causes.later(ready[rank], after);
    }
  }

  /** A rank goes on, as all parts of its op have ended. */
  public void goesOn(int rank) {
    if (rank < ready.length) {
      causes.clockIs(rank, causes.endPs(ready[rank]), ready[rank]);
    }
  }
}
