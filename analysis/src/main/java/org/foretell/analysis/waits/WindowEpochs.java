package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * For whom ranks wait in ops of windows and for locks, and what part of it the other one could have
 * spared: that from its last access on until it says that it has completed. Takes 40 bytes for each
 * rank and 16 for each pair of ranks of which one has accessed the other's window.
 */
final class WindowEpochs {
  private static final long NEVER = Long.MIN_VALUE;

  private final int[] partner;
  private final long[] partnerPs;

  // By rank, of its latest epoch of start and complete.
  private final long[] startedPs;
  private final long[] completesFromPs;
  private final long[] completesUntilPs;

  /** By origin and target when the latest access ended at its origin. */
  private final Long2LongOpenHashMap accessedPs = new Long2LongOpenHashMap(0);

  WindowEpochs(int ranks) {
    partner = new int[ranks];
    partnerPs = filled(ranks);
    startedPs = filled(ranks);
    completesFromPs = filled(ranks);
    completesUntilPs = filled(ranks);
    accessedPs.defaultReturnValue(NEVER);
  }

  private static long[] filled(int ranks) {
    long[] timesPs = new long[ranks];
    Arrays.fill(timesPs, NEVER);
    return timesPs;
  }

  /** What the op of a rank waits for is there: the latest counts. */
  void came(int rank, int other, long timePs) {
    if (timePs >= partnerPs[rank]) {
      partner[rank] = other;
      partnerPs[rank] = timePs;
    }
  }

  /** A rank has ended an op. */
  void ended(int rank, OpCode code, int peer, long startPs, long endPs) {
    if (code.family() != OpCode.Family.RMA) {
      return;
    }
    switch (code) {
      case WIN_START -> startedPs[rank] = endPs;
      case WIN_COMPLETE -> {
        completesFromPs[rank] = startPs;
        completesUntilPs[rank] = endPs;
      }
      default -> {
        if (peer >= 0 && code.has(OpField.BYTES)) {
          accessedPs.put(key(rank, peer), endPs);
        }
      }
    }
  }

  private static long key(int origin, int target) {
    return (long) origin << 32 | target;
  }

  /** {@return for whom a rank has waited until a time, {@link OpView#NONE} if that is not known} */
  int partner(int rank, long untilPs) {
    return partnerPs[rank] == untilPs ? partner[rank] : OpView.NONE;
  }

  /**
   * {@return for how long a wait for accesses went on after the last of them, until their rank
   * called its complete}
   */
  long lateCompletePs(int rank, long startPs, long untilPs) {
    int other = partner(rank, untilPs);
    if (other < 0) {
      return 0;
    }
    boolean isKnown = completesFromPs[other] <= untilPs && completesUntilPs[other] >= untilPs;
    long calledPs = isKnown ? completesFromPs[other] : untilPs;
    long lastPs = Math.max(accessedPs.get(key(other, rank)), startedPs[other]);
    return Math.max(0, calledPs - Math.max(startPs, lastPs));
  }
}
