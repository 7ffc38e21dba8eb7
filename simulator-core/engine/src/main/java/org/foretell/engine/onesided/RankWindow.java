package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * A rank's part in a window: which epochs it is in, what it has under way, and what others want
 * from it. Ranks are world ranks.
 */
public final class RankWindow {
  private static final int UNKNOWN = -1;

  /** Epochs that are known apart. */
  private static final int MOST_EPOCHS = (1 << 27) - 1;

  private static final int[] NOBODY = {};

  final int rank;

  /** What distinguishes the window from others, for all of its ranks. */
  final int context;

  /** What the rank calls the window, once it has been told. */
  long name;

  private final CompletionAccounts accounts;

  /** The account of all that is under way, followed by that of what is so at its origin. */
  final int all;

  /** By target the first of two such accounts. */
  private final Int2IntOpenHashMap byTarget = new Int2IntOpenHashMap();

  private boolean isFenced;

  /** Targets that the rank has locked. */
  private final IntOpenHashSet locked = new IntOpenHashSet();

  private boolean isAllLocked;

  /** Number of the last epoch in which all was locked. */
  private int epochs;

  /** Targets that ops of such an epoch were sent to. */
  private final IntAVLTreeSet reached = new IntAVLTreeSet();

  /** Targets of the access epoch; null outside of one. */
  private int @Nullable [] started;

  /** Origins of the exposure epoch; null outside of one. */
  private int @Nullable [] posted;

  /** Those of ranks that have posted. */
  final SynchronisationMessages posts = new SynchronisationMessages();

  /** Those of ranks that have completed. */
  final SynchronisationMessages completes = new SynchronisationMessages();

  final TargetLock lock = new TargetLock();

  /** The collectives of the window that the rank has called. */
  int calls;

  RankWindow(int rank, int context, CompletionAccounts accounts) {
    this.rank = rank;
    this.context = context;
    this.accounts = accounts;
    all = openTwo();
    byTarget.defaultReturnValue(UNKNOWN);
  }

  private int openTwo() {
    int first = accounts.open(rank);
    accounts.open(rank);
    return first;
  }

  /** As {@link #all}, of what goes to one target. */
  int account(int target) {
    int known = byTarget.get(target);
    if (known == UNKNOWN) {
      known = openTwo();
      byTarget.put(target, known);
    }
    return known;
  }

  /** The number of the epoch in which all is locked, 0 outside of one. */
  int lockAllEpoch() {
    return isAllLocked ? epochs : 0;
  }

  /** An op of an epoch in which all is locked is sent to a target. */
  void reaches(int target) {
    reached.add(target);
  }

  private boolean isInEpoch() {
    return isAllLocked || !locked.isEmpty() || started != null;
  }

  /**
   * Why the rank may not execute an op, null if it may.
   *
   * @param target world rank, PROC_NULL, or NONE for an op that names none
   */
  public @Nullable String refusal(OpCode code, int target) {
    return switch (code) {
      case WIN_FENCE, WIN_FREE ->
          posted == null && !isInEpoch()
              ? null
              : "is inside of an epoch that begins with "
                  + (posted != null ? "win_post" : begun())
                  + "; end that first";
      case WIN_LOCK, WIN_LOCK_ALL, WIN_START -> refusalToBegin(code, target);
      case WIN_UNLOCK ->
          target == OpView.PROC_NULL || locked.contains(target)
              ? null
              : "unlocks what the rank has not locked (win_lock)";
      case WIN_UNLOCK_ALL ->
          isAllLocked ? null : "unlocks what the rank has not locked (win_lock_all)";
      case WIN_FLUSH, WIN_FLUSH_LOCAL ->
          isAllLocked || target == OpView.PROC_NULL || locked.contains(target)
              ? null
              : "flushes a target that the rank has not locked (win_lock, win_lock_all)";
      case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL ->
          isAllLocked || !locked.isEmpty()
              ? null
              : "flushes a window of which the rank has locked nothing (win_lock, win_lock_all)";
      case WIN_POST ->
          posted == null ? null : "follows another win_post without win_wait in between";
      case WIN_COMPLETE -> started != null ? null : "ends an epoch that no win_start began";
      case WIN_WAIT, WIN_TEST -> posted != null ? null : "ends an epoch that no win_post began";
      case WIN_SYNC -> null;
      case WIN_CREATE,
          PUT,
          GET,
          ACCUMULATE,
          GET_ACCUMULATE,
          FETCH_AND_OP,
          COMPARE_AND_SWAP,
          RPUT,
          RGET,
          RACCUMULATE,
          RGET_ACCUMULATE ->
          mayAccess(target)
              ? null
              : "accesses a target outside of an epoch for it (win_fence, win_lock, win_lock_all or"
                  + " win_start)";
      // Of RMA all are listed: another op fails.
      default -> throw new AssertionError(code);
    };
  }

  private @Nullable String refusalToBegin(OpCode code, int target) {
    if (code == OpCode.WIN_LOCK && target == OpView.PROC_NULL) {
      return null;
    }
    boolean besideLocks = code == OpCode.WIN_LOCK && !locked.isEmpty();
    if (besideLocks && locked.contains(target)) {
      return "locks what the rank has locked already";
    }
    return isInEpoch() && !besideLocks
        ? "is inside of an epoch that begins with " + begun() + "; end that first"
        : null;
  }

  private String begun() {
    return isAllLocked ? "win_lock_all" : started != null ? "win_start" : "win_lock";
  }

  private boolean mayAccess(int target) {
    int[] group = started;
    if (target == OpView.PROC_NULL || isAllLocked || locked.contains(target)) {
      return true;
    }
    if (group != null) {
      return Arrays.stream(group).anyMatch(member -> member == target);
    }
    return locked.isEmpty() && isFenced;
  }

  /** The rank has called a fence. */
  public void fence() {
    isFenced = true;
  }

  /** The rank locks a target. */
  void lock(int target) {
    locked.add(target);
  }

  /** The rank unlocks a target. */
  void unlock(int target) {
    locked.remove(target);
  }

  /** The rank locks all targets. */
  public void lockAll() {
    isAllLocked = true;
    epochs = epochs % MOST_EPOCHS + 1;
  }

  /** The rank unlocks all targets; which of them ops of the epoch were sent to, ascending. */
  public int[] unlockAll() {
    isAllLocked = false;
    int[] targets = reached.toIntArray();
    reached.clear();
    return targets;
  }

  /** The number of the last epoch in which all was locked; numbers are used again. */
  int epochs() {
    return epochs;
  }

  /** The rank begins to access others. */
  void start(int[] targets) {
    started = targets;
  }

  /** Targets of the access epoch. */
  public int[] started() {
    int[] targets = started;
    return targets == null ? NOBODY : targets;
  }

  /** The rank ends its access epoch. */
  public void endStart() {
    started = null;
  }

  /** The rank lets others access it. */
  public void post(int[] origins) {
    posted = origins;
  }

  /** Origins of the exposure epoch. */
  int[] posted() {
    int[] origins = posted;
    return origins == null ? NOBODY : origins;
  }

  /** The rank ends its exposure epoch. */
  void endPost() {
    posted = null;
  }
}
