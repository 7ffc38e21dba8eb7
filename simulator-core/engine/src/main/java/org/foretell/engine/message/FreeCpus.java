package org.foretell.engine.message;

import org.foretell.engine.state.CpuPolicy;

/** CPUs are always free: a step is executed when its event comes. */
public final class FreeCpus extends CpuPolicy {
  private final EventList eventList;
  private final int ranks;

  public FreeCpus(EventList eventList, int ranks) {
    this.eventList = eventList;
    this.ranks = ranks;
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
    // nobody else needs the CPU
  }

  @Override
  public void joins(int strand, int rank) {
    // it needs no CPU of the rank
  }

  @Override
  public void rankGoesOn(int rank, long timePs, int after) {
    eventList.rankGoesOn(rank, timePs, after);
  }

  @Override
  public void collectiveGoesOn(int strand, long timePs) {
    eventList.backgroundGoesOn(strand - ranks, timePs);
  }
}
