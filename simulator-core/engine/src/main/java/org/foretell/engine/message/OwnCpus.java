package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.state.CpuPolicy;

/** Each rank has a CPU of its own, for which strands and messages wait in {@link CpuQueues}. */
public final class OwnCpus extends CpuPolicy {
  private final EventList eventList;
  private final CpuQueues queues;
  private final int ranks;

  /** By collective in the background its rank. */
  private int[] rankOf = {};

  /** By collective in the background the sequence number of its event, which it keeps. */
  private long[] sequences = {};

  public OwnCpus(EventList eventList, CpuQueues queues, int ranks) {
    this.eventList = eventList;
    this.queues = queues;
    this.ranks = ranks;
  }

  @Override
  public boolean competes() {
    return true;
  }

  private int rank(int strand) {
    return strand < ranks ? strand : rankOf[strand - ranks];
  }

  @Override
  public boolean waitsToSend(int strand) {
    int rank = rank(strand);
    long now = eventList.nowPs();
    if (queues.canSend(rank, now)) {
      return false;
    }
    if (strand < ranks) {
      queues.waitToSend(rank, now);
    } else {
      backgroundWaits(strand, true);
    }
    return true;
  }

  private void backgroundWaits(int strand, boolean sends) {
    int number = strand - ranks;
    int event = EventCode.background(number);
    queues.backgroundWaits(rankOf[number], event, sequences[number], sends);
  }

  @Override
  public long computesFromPs(int strand, long clockPs) {
    int rank = rank(strand);
    long now = eventList.nowPs();
    if (queues.canCompute(rank, now)) {
      return now;
    }
    if (strand < ranks) {
      queues.waitToCompute(rank, now);
    } else {
      backgroundWaits(strand, false);
    }
    return NOT_YET;
  }

  @Override
  public void computes(int strand, long untilPs) {
    queues.keepCpu(rank(strand), untilPs);
  }

  @Override
  public void joins(int strand, int rank) {
    int number = strand - ranks;
    if (number >= rankOf.length) {
      int length = Math.max(number + 1, 2 * rankOf.length);
      rankOf = Arrays.copyOf(rankOf, length);
      sequences = Arrays.copyOf(sequences, length);
    }
    rankOf[number] = rank;
  }

  @Override
  public void rankGoesOn(int rank, long timePs, int after) {
    eventList.rankGoesOn(rank, timePs, after);
  }

  @Override
  public void collectiveGoesOn(int strand, long timePs) {
    int number = strand - ranks;
    sequences[number] = eventList.backgroundGoesOn(number, timePs);
  }

  @Override
  public long finishedPs(int rank, long clockPs) {
    return Math.max(clockPs, queues.cpuPs(rank));
  }
}
