package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.state.RankTable;
import org.foretell.trace.OpView;

/**
 * What the one-sided ops of each rank, context by context, have under way, and who waits for it in
 * a quiet. A context is known by a number; that of a rank's default context is the rank.
 */
final class OneSidedContexts {
  private static final int UNKNOWN = -1;
  private static final int SHIFT = 32;

  private final RankTable ranks;
  private final Long2IntOpenHashMap others = new Long2IntOpenHashMap();

  /** Ranks of the contexts beyond the default ones. */
  private final IntArrayList owners = new IntArrayList();

  private int[] underWay;
  private long[] latestPs;
  private boolean[] awaited;

  OneSidedContexts(RankTable ranks) {
    this.ranks = ranks;
    others.defaultReturnValue(UNKNOWN);
    underWay = new int[ranks.size()];
    latestPs = new long[ranks.size()];
    awaited = new boolean[ranks.size()];
  }

  /**
   * The number of a rank's context.
   *
   * @param named what an op calls it; 0 and NONE are the default context
   */
  int of(int rank, long named) {
    if (named == 0 || named == OpView.NONE) {
      return rank;
    }
    long key = (long) rank << SHIFT | (named & RecordPool.LOW);
    int known = others.get(key);
    if (known == UNKNOWN) {
      known = ranks.size() + owners.size();
      owners.add(rank);
      others.put(key, known);
      if (known == underWay.length) {
        underWay = Arrays.copyOf(underWay, 2 * known);
        latestPs = Arrays.copyOf(latestPs, 2 * known);
        awaited = Arrays.copyOf(awaited, 2 * known);
      }
    }
    return known;
  }

  private int owner(int context) {
    return context < ranks.size() ? context : owners.getInt(context - ranks.size());
  }

  /** An op of a context is under way. */
  void starts(int context) {
    underWay[context]++;
  }

  /** An op of a context is complete, or will be, as far as its rank knows. */
  void completes(int context, long timePs) {
    latestPs[context] = Math.max(latestPs[context], timePs);
    if (--underWay[context] == 0 && awaited[context]) {
      awaited[context] = false;
      ranks.partEnds(owner(context), latestPs[context], 0);
    }
  }

  /** The op of a rank waits until all of a context is complete. */
  void quiet(int rank, int context) {
    if (underWay[context] == 0) {
      ranks.part(rank, latestPs[context], 0);
    } else {
      awaited[context] = true;
      ranks.expect(rank);
    }
  }
}
