package org.foretell.analysis.efficiency;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * How long each rank computes in each phase, and by what its bursts would have to be multiplied so
 * that all ranks that compute there compute as long: the mean of those. Memory is some 20 bytes for
 * each rank and phase. Used by one thread at a time.
 */
public final class PhaseBalance {
  private final Long2LongOpenHashMap sumsPs = new Long2LongOpenHashMap();
  private final Int2DoubleOpenHashMap phaseSumsPs = new Int2DoubleOpenHashMap();
  private final Int2IntOpenHashMap phaseRanks = new Int2IntOpenHashMap();

  /** Nobody has computed. */
  public PhaseBalance() {}

  private static long key(int rank, int marker) {
    return (long) marker << 32 | rank;
  }

  /**
   * A rank computes.
   *
   * @param rank its number
   * @param marker the innermost phase, or {@link org.foretell.trace.OpView#NONE}
   * @param durationPs for how long, picoseconds
   */
  public void add(int rank, int marker, long durationPs) {
    if (durationPs == 0) {
      return;
    }
    if (sumsPs.addTo(key(rank, marker), durationPs) == 0) {
      phaseRanks.addTo(marker, 1);
    }
    phaseSumsPs.addTo(marker, (double) durationPs);
  }

  /**
   * {@return how long a burst takes where the work of its phase is shared out evenly, picoseconds}
   *
   * @param rank whose burst
   * @param marker the innermost phase, or {@link org.foretell.trace.OpView#NONE}
   * @param durationPs how long it takes otherwise, picoseconds
   */
  public long balancedPs(int rank, int marker, long durationPs) {
    long ownPs = sumsPs.get(key(rank, marker));
    if (ownPs == 0) {
      return durationPs;
    }
    double meanPs = phaseSumsPs.get(marker) / phaseRanks.get(marker);
    return Math.round(durationPs * (meanPs / ownPs));
  }
}
