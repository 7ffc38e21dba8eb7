package org.foretell.engine.onesided;

import java.util.Arrays;
import org.foretell.engine.state.RankTable;

/**
 * What is under way that its rank may have to wait for, in accounts that are known by their
 * numbers. The op of a rank waits for one account at a time.
 */
final class CompletionAccounts {
  private static final int FIRST = 64;

  private final RankTable ranks;
  private int count;
  private int[] owners = new int[FIRST];
  private int[] underWay = new int[FIRST];
  private long[] latestPs = new long[FIRST];
  private boolean[] awaited = new boolean[FIRST];

  CompletionAccounts(RankTable ranks) {
    this.ranks = ranks;
  }

  /** A new account of a rank, numbered one higher than the one before. */
  int open(int owner) {
    if (count == owners.length) {
      owners = Arrays.copyOf(owners, 2 * count);
      underWay = Arrays.copyOf(underWay, 2 * count);
      latestPs = Arrays.copyOf(latestPs, 2 * count);
      awaited = Arrays.copyOf(awaited, 2 * count);
    }
    owners[count] = owner;
    return count++;
  }

  /** Something is under way. */
  void starts(int account) {
    underWay[account]++;
  }

  /** Something of an account is complete at a time that is known from the beginning. */
  void isComplete(int account, long timePs) {
    latestPs[account] = Math.max(latestPs[account], timePs);
  }

  /**
   * Something that was under way is complete, or will be, as far as its rank knows.
   *
   * @return whether the op of the rank waited for that and waits no more
   */
  boolean completes(int account, long timePs) {
    isComplete(account, timePs);
    if (--underWay[account] > 0 || !awaited[account]) {
      return false;
    }
    awaited[account] = false;
    ranks.partEnds(owners[account], latestPs[account], 0);
    return true;
  }

  /**
   * The op of the account's rank waits until all of it is complete.
   *
   * @return whether it is not known yet when that will be
   */
  boolean await(int account) {
    int rank = owners[account];
    if (underWay[account] == 0) {
      ranks.part(rank, latestPs[account], 0);
      return false;
    }
    awaited[account] = true;
    ranks.expect(rank);
    return true;
  }
}
