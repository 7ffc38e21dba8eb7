package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.trace.OpView;

/**
 * What the one-sided ops of each rank, context by context, have under way, and who waits for it in
 * a quiet. A context is known by a number; that of a rank's default context is the rank. A number
 * that a rank's destroyed context had is given to the next that the rank makes.
 */
final class OneSidedContexts {
  /** The rank has destroyed the context. */
  static final int DESTROYED = -2;

  private static final int UNKNOWN = -1;
  private static final int SHIFT = 32;

  private final CompletionAccounts accounts;
  private final Long2IntOpenHashMap others = new Long2IntOpenHashMap();

  /** By rank the number of its last context beside the default one. */
  private final Int2IntOpenHashMap last = new Int2IntOpenHashMap();

  /** By rank the last number that is free. */
  private final Int2IntOpenHashMap free = new Int2IntOpenHashMap();

  /** By number less the number of users the one before it, in the lists that begin with these. */
  private int[] previous = {};

  /** The same for free ones. */
  private int[] previousFree = {};

  private final int users;

  /**
   * Nothing is under way.
   *
   * @param accounts of which there are none yet
   * @param users how many of the ranks execute one-sided ops, all or none
   */
  OneSidedContexts(CompletionAccounts accounts, int users) {
    this.users = users;
    this.accounts = accounts;
    others.defaultReturnValue(UNKNOWN);
    last.defaultReturnValue(UNKNOWN);
    free.defaultReturnValue(UNKNOWN);
    for (int rank = 0; rank < users; rank++) {
      accounts.open(rank);
    }
  }

  static boolean isDefault(long named) {
    return named == 0 || named == OpView.NONE;
  }

  private static long key(int rank, long named) {
    return (long) rank << SHIFT | (named & RecordPool.LOW);
  }

  /**
   * The number of a rank's context, {@link #DESTROYED} if it is no more.
   *
   * @param named what an op calls it; 0 and NONE are the default context
   */
  int of(int rank, long named) {
    if (isDefault(named)) {
      return rank;
    }
    int known = others.get(key(rank, named));
    return known == UNKNOWN ? open(rank, named) : known;
  }

  /** A rank makes a context, if it has none of that name. */
  void create(int rank, long named) {
    if (!isDefault(named) && others.get(key(rank, named)) == DESTROYED) {
      open(rank, named);
    }
  }

  private int open(int rank, long named) {
    int number = free.get(rank);
    if (number == UNKNOWN) {
      number = accounts.open(rank);
      int index = number - users;
      if (index >= previous.length) {
        previous = Arrays.copyOf(previous, Math.max(16, 2 * index));
        previousFree = Arrays.copyOf(previousFree, previous.length);
      }
      previous[index] = last.put(rank, number);
    } else {
      free.put(rank, previousFree[number - users]);
    }
    others.put(key(rank, named), number);
    return number;
  }

  /** A rank destroys a context, which is complete before the rank's next op. */
  void destroy(int rank, long named) {
    int number = others.put(key(rank, named), DESTROYED);
    previousFree[number - users] = free.put(rank, number);
  }

  /** An op of a context is under way. */
  void starts(int context) {
    accounts.starts(context);
  }

  /** Whether something of a context is under way, as far as its rank knows. */
  boolean isUnderWay(int context) {
    return accounts.isUnderWay(context);
  }

  /** An op of a context is complete, or will be, as far as its rank knows. */
  void completes(int context, int peer, long timePs, int after) {
    accounts.completes(context, peer, timePs, 0, after);
  }

  /** The op of the context's rank waits until all of a context is complete. */
  void quiet(int context) {
    accounts.await(context);
  }

  /** The op of a rank waits until all of all its contexts is complete. */
  void quietAll(int rank) {
    accounts.await(rank);
    for (int one = last.get(rank); one != UNKNOWN; one = previous[one - users]) {
      accounts.await(one);
    }
  }
}
