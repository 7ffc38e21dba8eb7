package org.foretell.engine.onesided;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.EventList;
import org.foretell.engine.state.RankTable;
import org.foretell.observe.PathLeg;
import org.foretell.result.InputException;
import org.jspecify.annotations.Nullable;

/**
 * What is under way that its rank may have to wait for, in accounts that are known by their
 * numbers. The op of a rank waits for one account at a time.
 */
public final class CompletionAccounts {
  private static final int FIRST = 64;

  /** Accounts, at most: their numbers are in events. */
  private static final int MOST = 1 << 27;

  private final RankTable ranks;
  private int count;
  private int[] owners = new int[FIRST];
  private int[] underWay = new int[FIRST];
  private long[] latestPs = new long[FIRST];
  private boolean[] awaited = new boolean[FIRST];

  /** Until when others have held back something that is complete. */
  private long[] heldUntilPs = new long[FIRST];

  /** The moment of the latest end in each account. */
  private int[] causeOf = new int[FIRST];

  private final Causes causes;

  /** Null where ranks know at once when something will be complete. */
  private final @Nullable EventList events;

  /**
   * There are no accounts.
   *
   * @param events where ranks learn in an event of its own that all is complete for which they
   *     wait; null where that time is known when the last of it takes effect
   */
  public CompletionAccounts(RankTable ranks, Causes causes, @Nullable EventList events) {
    this.events = events;
    this.ranks = ranks;
    this.causes = causes;
    causes.setup().heldBy(this::visitCauses);
  }

  private void visitCauses(IntConsumer moment) {
    for (int cause : causeOf) {
      moment.accept(cause);
    }
  }

  /** A new account of a rank, numbered one higher than the one before. */
  int open(int owner) {
    if (count == MOST) {
      throw new InputException(
          "more than "
              + MOST
              + " pairs of a rank and what its one-sided ops reach through a window or context");
    }
    if (count == owners.length) {
      owners = Arrays.copyOf(owners, 2 * count);
      underWay = Arrays.copyOf(underWay, 2 * count);
      latestPs = Arrays.copyOf(latestPs, 2 * count);
      awaited = Arrays.copyOf(awaited, 2 * count);
      heldUntilPs = Arrays.copyOf(heldUntilPs, 2 * count);
      causeOf = Arrays.copyOf(causeOf, 2 * count);
    }
    owners[count] = owner;
    return count++;
  }

  /** Something is under way. */
  void starts(int account) {
    underWay[account]++;
  }

  /** Whether something is under way, as far as the rank knows. */
  boolean isUnderWay(int account) {
    return underWay[account] > 0;
  }

  /**
   * Something of an account is complete at a time that is known from the beginning.
   *
   * @param peer where it takes effect
   * @param after the moment from which that follows
   */
  void isComplete(int account, int peer, long timePs, int after) {
    if (timePs > latestPs[account]) {
      int owner = owners[account];
      int there = causes.happened(PathLeg.Kind.LATENCY, owner, peer, 0, timePs, after);
      causeOf[account] = causes.momentAt(owner, timePs, there);
    }
    latestPs[account] = Math.max(latestPs[account], timePs);
  }

  /**
   * Something that was under way is complete, or will be, as far as its rank knows.
   *
   * @param peer where it takes effect
   * @param heldPs until when another rank has held it back, 0 if none has
   * @param after the moment from which that follows
   * @return whether the op of the rank waited for that and waits no more
   */
  boolean completes(int account, int peer, long timePs, long heldPs, int after) {
    heldUntilPs[account] = Math.max(heldUntilPs[account], heldPs);
    isComplete(account, peer, timePs, after);
    if (--underWay[account] > 0 || !awaited[account]) {
      return false;
    }
    awaited[account] = false;
    if (!endsLater(account)) {
      isKnown(account);
    }
    return true;
  }

  /** Whether the rank of an account, of which all is complete, learns of it later. */
  private boolean endsLater(int account) {
    EventList later = events;
    if (later == null || latestPs[account] <= later.nowPs()) {
      return false;
    }
    later.completesAt(account, owners[account], latestPs[account]);
    return true;
  }

  /** The rank of an account that waits for it learns that all is complete. */
  public void isKnown(int account) {
    ranks.partEnds(owners[account], latestPs[account], heldUntilPs[account], causeOf[account]);
  }

  /** The rank of an account. */
  public int owner(int account) {
    return owners[account];
  }

  /**
   * As {@link #completes}, of what is in two accounts of a rank. What a moved parameter does to
   * when the rank knows counts in one of them: in that of all if nothing there is later, else in
   * its own.
   *
   * @param known the moment at which the rank knows
   */
  boolean complete(int all, int its, int peer, long timePs, long heldPs, int after, int known) {
    boolean forAll = timePs > latestPs[all];
    boolean goesOn = completes(all, peer, timePs, heldPs, forAll ? known : after);
    return completes(its, peer, timePs, heldPs, forAll ? after : known) || goesOn;
  }

  /**
   * The op of the account's rank waits until all of it is complete.
   *
   * @return whether it is not known yet when that will be
   */
  boolean await(int account) {
    int rank = owners[account];
    if (underWay[account] == 0) {
      if (endsLater(account)) {
        ranks.expect(rank);
        return false;
      }
      boolean isKnown = causeOf[account] != CauseTree.NONE;
      int end = isKnown ? causeOf[account] : causes.clock(rank);
      ranks.part(rank, latestPs[account], heldUntilPs[account], end);
      return false;
    }
    awaited[account] = true;
    ranks.expect(rank);
    return true;
  }
}
