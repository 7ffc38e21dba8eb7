package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Which posts, completes and unlocks of others a rank's calls of windows may have waited for. Of a
 * rank's posts to another the first belongs to the first start of that one, and so on. For one
 * rank.
 */
final class WindowCalls {
  private static final int[] NOBODY = {};

  /** Begin the keys of groups, which are no communicators. */
  private static final long POST = 0x9057;

  private static final long COMPLETE = 0xc0e7;
  private static final long ANY_LOCK = 0x10c5;
  private static final long EXCLUSIVE_LOCK = 0x10c6;

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

  /** By window how many the rank had made on its communicator before. */
  private final Int2IntOpenHashMap made = new Int2IntOpenHashMap(0);

  private final Long2IntOpenHashMap madeOn = new Long2IntOpenHashMap(0);

  WindowCalls(int rank, RankTimeline timeline, CallGroups groups, CommunicatorNames communicators) {
    this.rank = rank;
    this.timeline = timeline;
    this.groups = groups;
    this.communicators = communicators;
  }

  /** A window has been made. */
  void made(int window) {
    made.put(window, madeOn.addTo(communicators.ofWindow(window), 1));
  }

  /**
   * A call of a window that may have waited, or lets others go on.
   *
   * @return whether it is known for what
   */
  boolean called(OpView op, int call) {
    int window = (int) op.get(OpField.OBJECT);
    if (communicators.ofWindow(window) != Communicator.WORLD) {
      // Ranks are those of the communicator, of which it is not known which they are.
      return !mayWait(op.code());
    }
    switch (op.code()) {
      case WIN_POST -> {
        release(between(op, POST, window, true), call);
        posted.put(window, between(op, COMPLETE, window, false));
      }
      case WIN_START -> {
        started.put(window, between(op, POST, window, false));
        completing.put(window, between(op, COMPLETE, window, true));
        needs(started.getOrDefault(window, NOBODY), Need.POST, call);
      }
      case WIN_COMPLETE -> {
        needs(started.getOrDefault(window, NOBODY), Need.POST, call);
        release(completing.getOrDefault(window, NOBODY), call);
      }
      case WIN_WAIT -> needs(posted.getOrDefault(window, NOBODY), Need.COMPLETE, call);
      case WIN_LOCK -> {
        boolean isShared = (op.get(OpField.FLAGS) & OpCode.LOCK_SHARED) != 0;
        shared.put(target(window, op.peer()), isShared ? 1 : 0);
        long kind = isShared ? EXCLUSIVE_LOCK : ANY_LOCK;
        if (op.peer() >= 0) {
          timeline.add(call, Need.LOCK.of(lock(kind, window, op.peer())));
        }
      }
      case WIN_UNLOCK -> {
        if (op.peer() >= 0) {
          groups.release(lock(ANY_LOCK, window, op.peer()), rank, call);
          if (shared.get(target(window, op.peer())) == 0) {
            groups.release(lock(EXCLUSIVE_LOCK, window, op.peer()), rank, call);
          }
        }
      }
      default -> {
        return !mayWait(op.code());
      }
    }
    return true;
  }

  private static boolean mayWait(OpCode code) {
    return switch (code) {
      case WIN_START, WIN_WAIT, WIN_LOCK, WIN_LOCK_ALL, WIN_COMPLETE -> true;
      default -> false;
    };
  }

  private static long target(int window, int peer) {
    return (long) window << 32 | (peer & 0xffff_ffffL);
  }

  private long name(int window) {
    return CommunicatorNames.mixed(communicators.ofWindow(window), made.get(window));
  }

  private int lock(long kind, int window, int target) {
    return groups.number(
        CommunicatorNames.mixed(CommunicatorNames.mixed(kind, name(window)), target));
  }

  /** The groups of what goes between this rank and each of the ranks that a call lists. */
  private int[] between(OpView op, long kind, int window, boolean fromHere) {
    int[] numbers = new int[op.listLength(OpField.RANKS)];
    for (int i = 0; i < numbers.length; i++) {
      long other = op.listElement(OpField.RANKS, i);
      long from = fromHere ? rank : other;
      long to = fromHere ? other : rank;
      long pair =
          CommunicatorNames.mixed(
              CommunicatorNames.mixed(CommunicatorNames.mixed(kind, name(window)), from), to);
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
