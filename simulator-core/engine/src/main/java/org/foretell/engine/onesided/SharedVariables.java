package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import org.foretell.trace.OpView;

/**
 * How often the variables of each rank have been updated, and how many of these updates waits have
 * taken. There is one account for each variable that is updated or waited for; its waits take from
 * all updates, or each from those that one rank made, never both. Who made an update is noted as
 * long as that may matter and only where it is not always the same rank.
 */
final class SharedVariables {
  /** How the waits of a variable take updates. */
  enum Taking {
    /** No wait has taken any. */
    UNKNOWN,
    /** By any rank. */
    BY_ANYBODY,
    /** Each by a rank that it names. */
    BY_SOURCE
  }

  private static final Taking[] TAKING = Taking.values();
  private static final int UNKNOWN = -1;
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;
  private static final int SHIFT = 32;

  /** Accounts by rank and variable. */
  private final Long2IntOpenHashMap byName = new Long2IntOpenHashMap();

  private int count;
  private long[] names = new long[64];
  private long[] updates = new long[64];
  private long[] taken = new long[64];
  private byte[] taking = new byte[64];

  /** The only rank that has made updates, NOBODY or SEVERAL. */
  private int[] source = new int[64];

  /** Op of the last wait that took some, for messages; -1 if none has. */
  private long[] lastWait = new long[64];

  /** Updates less those taken, by account and rank that made them, where there are several. */
  private final Long2LongOpenHashMap bySource = new Long2LongOpenHashMap();

  SharedVariables() {
    byName.defaultReturnValue(UNKNOWN);
  }

  /** The account of a rank's variable. */
  int account(int rank, int variable) {
    long name = (long) rank << SHIFT | variable;
    int known = byName.get(name);
    if (known == UNKNOWN) {
      known = count++;
      byName.put(name, known);
      if (known == names.length) {
        grow(2 * known);
      }
      names[known] = name;
      source[known] = NOBODY;
      lastWait[known] = -1;
    }
    return known;
  }

  private void grow(int length) {
    names = Arrays.copyOf(names, length);
    updates = Arrays.copyOf(updates, length);
    taken = Arrays.copyOf(taken, length);
    taking = Arrays.copyOf(taking, length);
    source = Arrays.copyOf(source, length);
    lastWait = Arrays.copyOf(lastWait, length);
  }

  int accounts() {
    return count;
  }

  int rank(int account) {
    return (int) (names[account] >> SHIFT);
  }

  int variable(int account) {
    return (int) names[account];
  }

  /** All updates so far. */
  long updates(int account) {
    return updates[account];
  }

  /** The op of the last wait that took updates, -1 if none has. */
  long lastWait(int account) {
    return lastWait[account];
  }

  Taking taking(int account) {
    return TAKING[taking[account]];
  }

  /** A rank makes an update. */
  void updated(int account, int by) {
    long before = updates[account]++;
    if (taking[account] == Taking.BY_ANYBODY.ordinal()) {
      return;
    }
    int only = source[account];
    if (only == NOBODY) {
      source[account] = by;
    } else if (only == SEVERAL) {
      bySource.addTo(key(account, by), 1);
    } else if (only != by) {
      source[account] = SEVERAL;
      bySource.addTo(key(account, only), before - taken[account]);
      bySource.addTo(key(account, by), 1);
    }
  }

  /**
   * Waits take updates in one way from now on.
   *
   * @param by who makes the updates, NONE for whoever does
   * @return whether no wait has taken in the other way
   */
  boolean agrees(int account, int by) {
    Taking wanted = by == OpView.NONE ? Taking.BY_ANYBODY : Taking.BY_SOURCE;
    if (taking[account] == Taking.UNKNOWN.ordinal()) {
      taking[account] = (byte) wanted.ordinal();
    }
    return taking[account] == wanted.ordinal();
  }

  /** Updates that no wait has taken, by a rank or, for NONE, by any rank. */
  long left(int account, int by) {
    if (by == OpView.NONE) {
      return updates[account] - taken[account];
    }
    int only = source[account];
    return only == SEVERAL
        ? bySource.get(key(account, by))
        : only == by ? updates[account] - taken[account] : 0;
  }

  /** A wait takes updates if there are that many, by a rank or, for NONE, by any rank. */
  boolean take(int account, int by, long howMany, long operation) {
    if (left(account, by) < howMany) {
      return false;
    }
    taken[account] += howMany;
    lastWait[account] = operation;
    if (by != OpView.NONE && source[account] == SEVERAL) {
      bySource.addTo(key(account, by), -howMany);
    }
    return true;
  }

  private static long key(int account, int by) {
    return (long) account << SHIFT | by;
  }
}
