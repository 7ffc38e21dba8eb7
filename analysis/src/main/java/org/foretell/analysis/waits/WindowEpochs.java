package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * For whom ranks wait in ops of windows and for locks, and what part of it the other one could have
 * spared: that from its last access on until it says that it has completed. Of each rank the latest
 * eight are known that came to where it may have waited for them. Takes 158 bytes for each rank and
 * 16 for each pair of ranks of which one has accessed the other's window.
 */
final class WindowEpochs {
  private static final long NEVER = -1;
  private static final int KEPT = 8;

  // By rank those that came, in any order, and when.
  private final int[] partners;
  private final long[] partnersPs;

  // By rank the latest access by others in a fence.
  private final int[] accessors;
  private final long[] accessPs;

  /** By rank from when on its op waits for others, if that is not its beginning. */
  private final long[] waitsFromPs;

  /** By rank the first such time in its op, {@link #NEVER} if there was none. */
  private final long[] firstFromPs;

  // By rank, of its latest epoch of start and complete.
  private final long[] startedPs;
  private final long[] completesFromPs;
  private final long[] completesUntilPs;

  /** By origin and target when the latest access ended at its origin. */
  private final Long2LongOpenHashMap accessedPs = new Long2LongOpenHashMap(0);

  WindowEpochs(int ranks) {
    partners = new int[Math.multiplyExact(ranks, KEPT)];
    partnersPs = filled(partners.length);
    accessors = new int[ranks];
    accessPs = filled(ranks);
    waitsFromPs = filled(ranks);
    firstFromPs = filled(ranks);
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

  /** What the op of a rank waits for is there. */
  void came(int rank, int other, long timePs) {
    int slot = rank * KEPT;
    for (int at = slot + 1; at < (rank + 1) * KEPT; at++) {
      if (partnersPs[at] < partnersPs[slot]) {
        slot = at;
      }
    }
    partners[slot] = other;
    partnersPs[slot] = timePs;
  }

  /** Another rank has accessed a rank that may be in a fence. */
  void accessed(int rank, int origin, long timePs) {
    accessors[rank] = origin;
    accessPs[rank] = timePs;
  }

  /**
   * {@return when a rank that waits in a fence was accessed last, 0 if not before the wait is over}
   */
  long accessedPs(int rank, long untilPs) {
    return accessPs[rank] <= untilPs ? accessPs[rank] : 0;
  }

  /** {@return who that was} */
  int accessor(int rank) {
    return accessors[rank];
  }

  /** What the op of a rank waits for others from now on it has not waited before. */
  void waitsFrom(int rank, long timePs) {
    waitsFromPs[rank] = timePs;
    firstFromPs[rank] = firstFromPs[rank] == NEVER ? timePs : firstFromPs[rank];
  }

  /** {@return when a rank has begun to wait for others in its op, which began at a time} */
  long waitsFromPs(int rank, long startPs) {
    return Math.max(startPs, waitsFromPs[rank]);
  }

  /**
   * {@return until when a rank has waited in its op: from the beginning on, or from when what the
   * call costs was over, or from a later step on}
   */
  long waitsUntilPs(int rank, long startPs, long waitPs) {
    long firstPs = firstFromPs[rank] + waitPs;
    long latestPs = waitsFromPs(rank, startPs) + waitPs;
    if (partner(rank, startPs + waitPs) >= 0) {
      return startPs + waitPs;
    }
    if (firstFromPs[rank] >= startPs && partner(rank, firstPs) >= 0) {
      return firstPs;
    }
    return partner(rank, latestPs) >= 0 ? latestPs : startPs + waitPs;
  }

  /** A rank goes on with its next op. */
  void next(int rank) {
    firstFromPs[rank] = NEVER;
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
      case WIN_CREATE,
          WIN_FREE,
          PUT,
          GET,
          ACCUMULATE,
          GET_ACCUMULATE,
          FETCH_AND_OP,
          COMPARE_AND_SWAP,
          RPUT,
          RGET,
          RACCUMULATE,
          WIN_FENCE,
          WIN_LOCK,
          WIN_UNLOCK,
          WIN_LOCK_ALL,
          WIN_UNLOCK_ALL,
          WIN_FLUSH,
          WIN_FLUSH_ALL,
          WIN_FLUSH_LOCAL,
          WIN_FLUSH_LOCAL_ALL,
          WIN_POST,
          WIN_WAIT,
          WIN_SYNC,
          RGET_ACCUMULATE,
          WIN_TEST -> {
        if (peer >= 0 && code.has(OpField.BYTES)) {
          accessedPs.put(key(rank, peer), endPs);
        }
      }
      // Of RMA all are listed: ops of other families have left above.
      default -> throw new AssertionError(code);
    }
  }

  private static long key(int origin, int target) {
    return (long) origin << 32 | target;
  }

  /** {@return for whom a rank has waited until a time, {@link OpView#NONE} if that is not known} */
  int partner(int rank, long untilPs) {
    for (int at = rank * KEPT; at < (rank + 1) * KEPT; at++) {
      if (partnersPs[at] == untilPs) {
        return partners[at];
      }
    }
    return OpView.NONE;
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
