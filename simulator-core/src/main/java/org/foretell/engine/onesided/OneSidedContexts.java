package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
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

  private final CompletionAccounts accounts;
  private final Long2IntOpenHashMap others = new Long2IntOpenHashMap();

  OneSidedContexts(RankTable ranks) {
    accounts = new CompletionAccounts(ranks);
    others.defaultReturnValue(UNKNOWN);
    for (int rank = 0; rank < ranks.size(); rank++) {
      accounts.open(rank);
    }
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
      known = accounts.open(rank);
      others.put(key, known);
    }
    return known;
  }

  /** An op of a context is under way. */
  void starts(int context) {
    accounts.starts(context);
  }

  /** An op of a context is complete, or will be, as far as its rank knows. */
  void completes(int context, long timePs) {
    accounts.completes(context, timePs);
  }

  /** The op of the context's rank waits until all of a context is complete. */
  void quiet(int context) {
    accounts.await(context);
  }
}
