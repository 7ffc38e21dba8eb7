package org.foretell.analysis.efficiency;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * The computing time of each rank in each phase, and the factor on its bursts that would balance
 * it: to the mean over the ranks that compute in the phase. Memory is some 20 bytes for each rank
 * and phase. For one thread at a time.
 */
public final class PhaseBalance {
  private final Long2LongOpenHashMap sumsPs = new Long2LongOpenHashMap();
  private final Int2DoubleOpenHashMap phaseSumsPs = new Int2DoubleOpenHashMap();
  private final Int2IntOpenHashMap phaseRanks = new Int2IntOpenHashMap();

  /** Creates an empty balance. */
  public PhaseBalance() {}

  private static long key(int rank, int marker) {
    return (long) marker << 32 | rank;
  }

  /**
   * Adds a burst of a rank.
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
   * {@return how long a burst takes if the work of its phase is balanced, picoseconds}
   *
   * @param rank the rank of the burst
   * @param marker the innermost phase, or {@link org.foretell.trace.OpView#NONE}
   * @param durationPs its original duration, picoseconds
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
