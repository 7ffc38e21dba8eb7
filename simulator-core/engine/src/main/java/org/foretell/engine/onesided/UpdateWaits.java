package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import org.foretell.engine.state.RankTable;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that wait for updates of variables: of their own, of several of their own, or in a poll of
 * one of another rank, whose request then waits there.
 */
final class UpdateWaits {
  private static final int NOTHING = -1;
  private static final int SHIFT = 32;

  private final RankTable ranks;
  private final SharedVariables variables;
  private final PollAnswers polls;

  /** By rank the account that it waits for; also for one that waits for any of several. */
  private final int[] awaited;

  private final long[] needed;
  private final int[] source;

  /** What ranks wait for that wait for several variables. */
  private final Int2ObjectOpenHashMap<Several> several = new Int2ObjectOpenHashMap<>();

  /** By account the requests of polls that wait there, in the order in which they came. */
  private final Int2ObjectOpenHashMap<IntArrayList> requests = new Int2ObjectOpenHashMap<>();

  /** Updates that a rank has seen in polls, by account and rank. */
  private final Long2LongOpenHashMap seen = new Long2LongOpenHashMap();

  /** Who answers the request of a poll, and knows what it is about. */
  interface PollAnswers {
    /** Which rank asks. */
    int rank(int request);

    /** How many updates it needs. */
    long needed(int request);

    /** They have come. */
    void answer(int request, long sentPs, int after);
  }

  /** How many of several variables a rank waits for. */
  private enum HowMany {
    ALL,
    ANY,
    SOME
  }

  /** Several variables that a rank waits for. */
  private record Several(IntArrayList accounts, HowMany howMany) {}

  /**
   * Nobody waits.
   *
   * @param users how many of the ranks execute one-sided ops, all or none
   */
  UpdateWaits(RankTable ranks, int users, SharedVariables variables, PollAnswers polls) {
    this.ranks = ranks;
    this.variables = variables;
    this.polls = polls;
    awaited = new int[users];
    Arrays.fill(awaited, NOTHING);
    needed = new long[users];
    source = new int[users];
  }

  /** The op of a rank takes updates of a variable, and waits until they have come. */
  void await(int rank, int account, int by, long count) {
    if (!variables.take(account, by, count, ranks.operation(rank))) {
      awaited[rank] = account;
      needed[rank] = count;
      source[rank] = by;
      ranks.expect(rank);
    }
  }

  /** As {@link #await}, for so many updates of each of some variables. */
  void awaitAll(int rank, int[] accounts, long count) {
    await(rank, accounts, count, HowMany.ALL);
  }

  /** As {@link #await}, for an update of the first of some variables that has one. */
  void awaitAny(int rank, int[] accounts) {
    await(rank, accounts, 1, HowMany.ANY);
  }

  /** As {@link #await}, for an update of each variable that has one, at least of one. */
  void awaitSome(int rank, int[] accounts) {
    await(rank, accounts, 1, HowMany.SOME);
  }

  private void await(int rank, int[] accounts, long count, HowMany howMany) {
    Several what = new Several(new IntArrayList(accounts), howMany);
    needed[rank] = count;
    if (!take(rank, what)) {
      several.put(rank, what);
      awaited[rank] = what.accounts.getInt(0);
      source[rank] = OpView.NONE;
      ranks.expect(rank);
    }
  }

  /** Takes what is there of what a rank waits for; whether that is enough. */
  private boolean take(int rank, Several what) {
    boolean some = false;
    for (int i = 0; i < what.accounts.size(); i++) {
      boolean taken =
          variables.take(what.accounts.getInt(i), OpView.NONE, needed[rank], ranks.operation(rank));
      some |= taken;
      if (taken && what.howMany == HowMany.ANY) {
        return true;
      }
      if (taken && what.howMany == HowMany.ALL) {
        what.accounts.removeInt(i--);
      }
    }
    return what.howMany == HowMany.ALL ? what.accounts.isEmpty() : some;
  }

  /** A variable has been updated: its rank may go on. */
  void updated(int account, long nowPs, long sentPs, int after) {
    int rank = variables.rank(account);
    if (awaited[rank] != NOTHING) {
      boolean goesOn = several.containsKey(rank) ? comes(rank) : comesAlone(rank, account);
      if (goesOn) {
        awaited[rank] = NOTHING;
        ranks.partEnds(rank, nowPs, sentPs, after);
      }
    }
  }

  /** A variable has been updated: polls of it may be answered. */
  void answer(int account, long sentPs, int after) {
    IntArrayList polling = requests.isEmpty() ? null : requests.get(account);
    if (polling != null) {
      polling.removeIf(request -> satisfied(request, account, sentPs, after));
      if (polling.isEmpty()) {
        requests.remove(account);
      }
    }
  }

  private boolean comesAlone(int rank, int account) {
    return awaited[rank] == account
        && variables.take(account, source[rank], needed[rank], ranks.operation(rank));
  }

  private boolean comes(int rank) {
    Several what = several.get(rank);
    if (!take(rank, what)) {
      awaited[rank] = what.accounts.getInt(0);
      return false;
    }
    several.remove(rank);
    return true;
  }

  /** The request of a poll is at the rank whose variable it asks for; it may have to wait. */
  void polled(int request, int account, int after) {
    if (!satisfied(request, account, 0, after)) {
      requests.computeIfAbsent(account, unused -> new IntArrayList()).add(request);
    }
  }

  private boolean satisfied(int request, int account, long sentPs, int after) {
    long key = (long) account << SHIFT | polls.rank(request);
    long before = seen.get(key);
    long count = polls.needed(request);
    if (variables.updates(account) - before < count) {
      return false;
    }
    if (count > 0) {
      seen.put(key, before + count);
    }
    polls.answer(request, sentPs, after);
    return true;
  }

  /** Who has to update what a rank waits for, ANY when it may be anyone. */
  int awaitedSource(int rank) {
    return source[rank] == OpView.NONE ? OpView.ANY : source[rank];
  }

  /** What a rank waits for, for messages; null if it waits for no update of its own variables. */
  @Nullable String awaited(int rank) {
    int account = awaited[rank];
    if (account == NOTHING) {
      return null;
    }
    Several what = several.get(rank);
    if (what != null) {
      int[] shown = what.accounts.intStream().map(variables::variable).limit(8).toArray();
      return "waits for an update of "
          + (what.howMany == HowMany.ALL ? "each" : "one")
          + " of its variables "
          + Arrays.toString(shown)
          + (shown.length < what.accounts.size() ? " and others" : "");
    }
    long came = variables.left(account, source[rank]);
    long missing = needed[rank] - came;
    return "waits for "
        + (missing == 1 ? "an update" : missing + " updates")
        + " of its variable "
        + variables.variable(account)
        + (came > 0 ? " (" + came + " of " + needed[rank] + " have come)" : "")
        + others(account, rank);
  }

  /** Updates that are there, but not by the rank that is waited for. */
  private String others(int account, int rank) {
    long left = variables.left(account, OpView.NONE) - variables.left(account, source[rank]);
    return source[rank] == OpView.NONE || left == 0
        ? ""
        : " (other ranks made " + left + " that no wait has taken)";
  }
}
