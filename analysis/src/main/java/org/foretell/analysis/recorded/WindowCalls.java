package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Which posts, completes and unlocks of others a rank's calls of windows may have waited for. Of a
 * rank's posts to another the first belongs to the first start of that one, and so on. A library
 * may ask for a lock in any call until that is given back. For one rank.
 */
final class WindowCalls {
  private static final int[] NOBODY = {};

  /** Begin the keys of groups, which are no communicators. */
  private static final long POST = 0x9057;

  private static final long COMPLETE = 0xc0e7;
  private static final long ANY_LOCK = 0x10c5;
  private static final long EXCLUSIVE_LOCK = 0x10c6;

  /** Stands for all targets of a window. */
  private static final int ALL = -1;

  private final int rank;
  private final RankTimeline timeline;
  private final CallGroups groups;
  private final CommunicatorNames communicators;
  private final Long2IntOpenHashMap counts = new Long2IntOpenHashMap(0);

  /** By window the groups that the present epochs of start and of post are about. */
  private final Int2ObjectOpenHashMap<int[]> started = new Int2ObjectOpenHashMap<>(0);

  private final Int2ObjectOpenHashMap<int[]> completing = new Int2ObjectOpenHashMap<>(0);
  private final Int2ObjectOpenHashMap<int[]> posted = new Int2ObjectOpenHashMap<>(0);

  /** By window and target whether the lock that the rank has is shared. */
  private final Long2IntOpenHashMap shared = new Long2IntOpenHashMap(0);

  /** By window where all is locked, the targets that have been accessed since the last flush. */
  private final Long2ObjectOpenHashMap<IntOpenHashSet> accessed = new Long2ObjectOpenHashMap<>(0);

  WindowCalls(int rank, RankTimeline timeline, CallGroups groups, CommunicatorNames communicators) {
    this.rank = rank;
    this.timeline = timeline;
    this.groups = groups;
    this.communicators = communicators;
    shared.defaultReturnValue(OpView.NONE);
  }

  /** A call of a window that may have waited, or lets others go on. */
  void called(OpView op, int call) {
    int window = (int) op.get(OpField.OBJECT);
    int target = target(op, call);
    switch (op.code()) {
      case WIN_POST -> {
        release(between(op, POST, call, true), call);
        posted.put(window, between(op, COMPLETE, call, false));
      }
      case WIN_START -> {
        started.put(window, between(op, POST, call, false));
        completing.put(window, between(op, COMPLETE, call, true));
        needs(started.getOrDefault(window, NOBODY), Need.POST, call);
      }
      case WIN_COMPLETE -> {
        needs(started.getOrDefault(window, NOBODY), Need.POST, call);
        release(completing.getOrDefault(window, NOBODY), call);
      }
      case WIN_WAIT -> needs(posted.getOrDefault(window, NOBODY), Need.COMPLETE, call);
      case WIN_LOCK -> {
        if (target >= 0) {
          boolean isShared = (op.get(OpField.FLAGS) & OpCode.LOCK_SHARED) != 0;
          shared.put(at(window, target), isShared ? 1 : 0);
          needsLock(window, target, call);
        }
      }
      case WIN_UNLOCK -> {
        if (target >= 0) {
          needsLock(window, target, call);
          unlock(window, target, call);
        }
      }
      case WIN_LOCK_ALL -> {
        accessed.put(window, new IntOpenHashSet());
        timeline.add(call, Need.LOCK.of(lock(EXCLUSIVE_LOCK, window, ALL, call)));
      }
      case WIN_UNLOCK_ALL -> {
        needsAll(window, call);
        accessed.remove(window);
      }
      case WIN_FLUSH, WIN_FLUSH_LOCAL -> {
        if (target >= 0) {
          needsLock(window, target, call);
        }
      }
      case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL -> needsAll(window, call);
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
          WIN_SYNC,
          RGET_ACCUMULATE,
          WIN_TEST -> {
        IntOpenHashSet targets = accessed.get(window);
        if (targets != null && target >= 0) {
          targets.add(target);
        }
      }
      // Of RMA all are listed: no other op is one of a window.
      default -> throw new AssertionError(op);
    }
  }

  /**
   * {@return what a wait for the request of an access may wait for, below 0 if nothing}
   *
   * @param call the one that accesses
   */
  long need(OpView op, int call) {
    int window = (int) op.get(OpField.OBJECT);
    int target = target(op, call);
    boolean hasLock = accessed.containsKey(window) || shared.containsKey(at(window, target));
    return target >= 0 && hasLock ? Need.LOCK.of(awaitedLock(window, target, call)) : -1;
  }

  /** World rank of the target that an op names, below 0 if it names none. */
  private int target(OpView op, int call) {
    if (!op.code().has(OpField.PEER) || op.peer() < 0) {
      return OpView.NONE;
    }
    return communicators.worldRankInWindow(rank, op.get(OpField.OBJECT), call, op.peer());
  }

  private static long at(int window, int target) {
    return (long) window << 32 | (target & 0xffff_ffffL);
  }

  /** Who has a lock shared waits for exclusive ones. */
  private int awaitedLock(int window, int target, int call) {
    boolean isExclusive = shared.get(at(window, target)) == 0;
    return lock(isExclusive ? ANY_LOCK : EXCLUSIVE_LOCK, window, target, call);
  }

  private void needsLock(int window, int target, int call) {
    IntOpenHashSet targets = accessed.get(window);
    if (targets == null || targets.remove(target)) {
      timeline.add(call, Need.LOCK.of(awaitedLock(window, target, call)));
    }
  }

  /** Of what has been accessed where all is locked, or of single locks. */
  private void needsAll(int window, int call) {
    IntOpenHashSet targets = accessed.get(window);
    if (targets != null) {
      targets.forEach(
          target -> timeline.add(call, Need.LOCK.of(awaitedLock(window, target, call))));
      targets.clear();
      return;
    }
    for (long locked : shared.keySet()) {
      if ((int) (locked >> 32) == window) {
        timeline.add(call, Need.LOCK.of(awaitedLock(window, (int) locked, call)));
      }
    }
  }

  private void unlock(int window, int target, int call) {
    groups.release(lock(ANY_LOCK, window, target, call), rank, call);
    if (shared.remove(at(window, target)) == 0) {
      groups.release(lock(EXCLUSIVE_LOCK, window, target, call), rank, call);
      groups.release(lock(EXCLUSIVE_LOCK, window, ALL, call), rank, call);
    }
  }

  private int lock(long kind, int window, int target, int call) {
    long name = communicators.ofWindow(rank, window, call);
    return groups.number(CommunicatorNames.mixed(CommunicatorNames.mixed(kind, name), target));
  }

  /** The groups of what goes between this rank and each of the ranks that a call lists. */
  private int[] between(OpView op, long kind, int call, boolean fromHere) {
    long window = op.get(OpField.OBJECT);
    long begin = CommunicatorNames.mixed(kind, communicators.ofWindow(rank, window, call));
    int[] numbers = new int[op.listLength(OpField.RANKS)];
    for (int i = 0; i < numbers.length; i++) {
      int member = (int) op.listElement(OpField.RANKS, i);
      long other = communicators.worldRankInWindow(rank, window, call, member);
      long from = fromHere ? rank : other;
      long to = fromHere ? other : rank;
      long pair = CommunicatorNames.mixed(CommunicatorNames.mixed(begin, from), to);
      numbers[i] = groups.number(CommunicatorNames.mixed(pair, counts.addTo(pair, 1)));
    }
    return numbers;
  }

  private void release(int[] numbers, int call) {
    for (int number : numbers) {
      groups.release(number, rank, call);
    }
  }

  private void needs(int[] numbers, Need need, int call) {
    for (int number : numbers) {
      timeline.add(call, need.of(number));
    }
  }
}
