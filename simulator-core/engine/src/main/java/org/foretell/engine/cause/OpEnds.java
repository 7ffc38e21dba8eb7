package org.foretell.engine.cause;

import java.util.function.IntConsumer;

/** By rank what the latest end of the parts of its op follows from. */
public final class OpEnds {
  private final Causes causes;
  private final int[] ready;

  /** By rank the moment of what its op did last; read only in the event in which that was. */
  private final int[] latest;

  /** All ranks are at the beginning. */
  public OpEnds(Causes causes, int ranks) {
    this.causes = causes;
    ready = new int[ranks];
    latest = new int[ready.length];
    causes.setup().heldBy(this::visit);
  }

  private void visit(IntConsumer moment) {
    for (int rank = 0; rank < ready.length; rank++) {
      boolean isFinished = causes.clock(rank) == CauseTree.NONE;
      moment.accept(isFinished ? CauseTree.NONE : ready[rank]);
    }
  }

  /** A rank begins a step of an op. */
  public void step(int rank) {
    latest[rank] = causes.clock(rank);
  }

  /** The moment of what the step that a rank has just executed did last. */
  public int latest(int rank) {
    return latest[rank];
  }

  /** A rank begins an op that may block. */
  public void begins(int rank) {
    ready[rank] = causes.clock(rank);
    latest[rank] = ready[rank];
  }

  /** A part of the op of a rank ends later than those before it. */
  public void isLater(int rank, long endPs, int after) {
    latest[rank] = causes.momentAt(rank, endPs, after);
    ready[rank] = causes.later(latest[rank], ready[rank]);
  }

  /** A part of the op of a rank ends no later than others. */
  public void isEarly(int rank, long endPs, int after) {
    latest[rank] = after;
    if (causes.compare() && causes.endPs(after) == endPs) {
      ready[rank] = causes.later(ready[rank], after);
    }
  }

  /** A rank goes on, as all parts of its op have ended. */
  public void goesOn(int rank) {
    causes.clockIs(rank, causes.endPs(ready[rank]), ready[rank]);
  }
}
