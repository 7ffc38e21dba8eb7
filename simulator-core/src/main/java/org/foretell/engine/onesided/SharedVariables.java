package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.engine.state.RankTable;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * How often the variables of each rank have been updated by others, and which ranks wait for an
 * update. Updates are counted by variable, and by variable and who made them; a wait takes its
 * updates from one of these accounts.
 */
final class SharedVariables {
  private static final int UNKNOWN = -1;
  private static final int NOTHING = -1;
  private static final int SHIFT = 32;

  private final RankTable ranks;

  /** Accounts of all updates of a variable, by rank and name. */
  private final Long2IntOpenHashMap all = new Long2IntOpenHashMap();

  /** Accounts of those that one rank has made, by account of the variable and that rank. */
  private final Long2IntOpenHashMap bySource = new Long2IntOpenHashMap();

  private int accounts;

  /** By account the updates that have come and that no wait has taken. */
  private long[] left = new long[64];

  /** By rank the account that it waits for. */
  private final int[] awaited;

  private final long[] needed;
  private final int[] variable;
  private final int[] source;

  SharedVariables(RankTable ranks) {
    this.ranks = ranks;
    all.defaultReturnValue(UNKNOWN);
    bySource.defaultReturnValue(UNKNOWN);
    awaited = new int[ranks.size()];
    Arrays.fill(awaited, NOTHING);
    needed = new long[ranks.size()];
    variable = new int[ranks.size()];
    source = new int[ranks.size()];
  }

  private int account(int rank, int name, int by) {
    int whole = account(all, (long) rank << SHIFT | name);
    return by == OpView.NONE ? whole : account(bySource, (long) whole << SHIFT | by);
  }

  private int account(Long2IntOpenHashMap among, long key) {
    int known = among.get(key);
    if (known == UNKNOWN) {
      known = accounts++;
      among.put(key, known);
      if (known == left.length) {
        left = Arrays.copyOf(left, 2 * known);
      }
    }
    return known;
  }

  /** A rank updates a variable of another, now. */
  void updated(int rank, int name, int by, long nowPs, long sentPs) {
    int whole = account(rank, name, OpView.NONE);
    int own = account(rank, name, by);
    left[whole]++;
    left[own]++;
    int account = awaited[rank];
    if ((account == whole || account == own) && take(account, needed[rank])) {
      awaited[rank] = NOTHING;
      ranks.partEnds(rank, nowPs, sentPs);
    }
  }

  private boolean take(int account, long count) {
    if (left[account] < count) {
      return false;
    }
    left[account] -= count;
    return true;
  }

  /** Takes updates of a variable, if that many have come. */
  boolean take(int rank, int name, int by, long count) {
    return take(account(rank, name, by), count);
  }

  /** As {@link #take(int, int, int, long)}, but the op of the rank waits until they have come. */
  void await(int rank, int name, int by, long count) {
    int account = account(rank, name, by);
    if (!take(account, count)) {
      awaited[rank] = account;
      needed[rank] = count;
      variable[rank] = name;
      source[rank] = by;
      ranks.expect(rank);
    }
  }

  /** Who has to update what a rank waits for, ANY when it may be anyone. */
  int awaitedSource(int rank) {
    return source[rank] == OpView.NONE ? OpView.ANY : source[rank];
  }

  /** What a rank waits for, for messages; null if it waits for no update. */
  @Nullable String awaited(int rank) {
    if (awaited[rank] == NOTHING) {
      return null;
    }
    long missing = needed[rank] - left[awaited[rank]];
    return "waits for "
        + (missing == 1 ? "an update" : missing + " updates")
        + " of its variable "
        + variable[rank];
  }
}
