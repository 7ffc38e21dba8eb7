package org.foretell.engine.buslink;

import org.foretell.engine.state.CpuPolicy;

/**
 * Strands take turns on the CPUs of their node. {@link NodeTurns} lets them pay for each step
 * before it is executed.
 */
public final class TurnCpus extends CpuPolicy {
  private final Turns turns;

  /** Who lets strands go on. */
  public interface Turns {
    /** The op, or the step of it, in which a rank was blocked has ended. */
    void rankGoesOn(int rank);

    /** A collective begins in the background of a rank. */
    void joins(int strand, int rank);

    /** A collective begins in the background, or a step has ended in which it was blocked. */
    void collectiveGoesOn(int strand);
  }

  public TurnCpus(Turns turns) {
    this.turns = turns;
  }

  @Override
  public boolean paysAhead() {
    return true;
  }

  @Override
  public boolean waitsToSend(int strand) {
    return false;
  }

  @Override
  public long computesFromPs(int strand, long clockPs) {
    return clockPs;
  }

  @Override
  public void computes(int strand, long untilPs) {
    throw new AssertionError("strand " + strand + " computes in a step rather than before it");
  }

  @Override
  public void joins(int strand, int rank) {
    turns.joins(strand, rank);
  }

  @Override
  public void rankGoesOn(int rank, long timePs, int after) {
    turns.rankGoesOn(rank);
  }

  @Override
  public void collectiveGoesOn(int strand, long timePs) {
    turns.collectiveGoesOn(strand);
  }
}
