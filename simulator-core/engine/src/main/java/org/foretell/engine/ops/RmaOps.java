package org.foretell.engine.ops;

import java.util.Arrays;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.onesided.RankWindow;
import org.foretell.engine.onesided.WindowAccess;
import org.foretell.engine.onesided.Windows;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.result.InputException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * The ops of MPI one-sided communication. Each consists of steps, in this order: a quiet, which
 * waits until what its rank has under way is complete; messages, one in a step; a collective. Most
 * have only one of these.
 *
 * <p>A window is a communicator of its own, which its ranks know by a name that no op of a trace
 * uses.
 */
public final class RmaOps {
  /** The communicator of a window is called this and the window's name together. */
  private static final int WINDOW_COMMUNICATORS = 1 << 30;

  private static final int[] NOBODY = {};

  /** What comes after a step. */
  enum Next {
    /** Nothing: what the op waits for now ends it. */
    NOTHING,
    /** The step after it, when what the op waits for now has come. */
    REST_AFTER_QUIET,
    /** The step after it, which sends another message, in an event of its own. */
    ANOTHER_MESSAGE,
    /** The collective that {@link #collective} gives. */
    COLLECTIVE
  }

  private final Windows windows;
  private final WindowAccess access;
  private final RankTable ranks;
  private final CommunicatorTable communicators;
  private final PointToPoint pointToPoint;
  private final ProblemLog problems;

  /** The collective that stands for an op. */
  private final OpView collective = new OpView();

  // Of the op in which each rank is:

  private final @Nullable RankWindow[] window;

  /** To whom it sends messages, a world rank in each step. */
  private final int[][] targets;

  /** Room for one of them. */
  private final int[][] single;

  /** The window that a rank has freed, whose name it may use again; NONE if there is none. */
  private final long[] freed;

  /** What executes one-sided ops. */
  public RmaOps(
      Windows windows,
      WindowAccess access,
      ReplayState state,
      CommunicatorTable communicators,
      PointToPoint pointToPoint) {
    this.windows = windows;
    this.access = access;
    ranks = state.ranks();
    this.communicators = communicators;
    this.pointToPoint = pointToPoint;
    problems = state.problems();
    int size = windows.users();
    window = new RankWindow[size];
    targets = new int[size][];
    Arrays.fill(targets, NOBODY);
    single = new int[size][1];
    freed = new long[size];
    Arrays.fill(freed, OpView.NONE);
  }

  /**
   * An op of a rank comes to be executed: finds out what it refers to, and whether it may. To be
   * called before its first step, any number of times.
   */
  public void prepare(int rank, OpView op) {
    if (!windows.areAnnounced()) {
      throw new InputException(
          "rank "
              + rank
              + ", op "
              + ranks.operation(rank)
              + " is one of MPI's one-sided ones, but the trace does not announce any");
    }
    if (freed[rank] != OpView.NONE) {
      long its = communicator(freed[rank]);
      windows.forget(rank, pointToPoint.group(rank, its).context);
      communicators.remove(rank, its);
      freed[rank] = OpView.NONE;
    }
    targets[rank] = NOBODY;
    long name = op.get(OpField.OBJECT);
    boolean known =
        name >= 0
            && name < WINDOW_COMMUNICATORS
            && communicators.handle(rank, communicator(name)) != CommunicatorTable.UNKNOWN;
    if (op.code() == OpCode.WIN_CREATE) {
      if (known || name < 0 || name >= WINDOW_COMMUNICATORS) {
        throw invalid(
            rank,
            "calls a window "
                + name
                + (known ? ", a name that is in use" : "; names are 0 to 2^30 - 1"));
      }
      return;
    }
    if (!known) {
      throw invalid(rank, "uses window " + name + ", which the rank has not (win_create)");
    }
    CommunicatorGroup group = pointToPoint.group(rank, communicator(name));
    RankWindow part = windows.of(rank, group.context, name);
    window[rank] = part;
    int target = OpView.NONE;
    if (op.code().has(OpField.PEER)) {
      target = member(rank, group, op.peer(), true);
      if (target >= 0) {
        single[rank][0] = target;
        targets[rank] = single[rank];
      }
    } else if (op.code().has(OpField.RANKS)) {
      targets[rank] = members(rank, group, op);
    }
    String refusal = part.refusal(op.code(), target);
    if (refusal != null) {
      throw invalid(rank, refusal);
    }
    if (op.code().has(OpField.BYTES) && op.bytes() < 0) {
      throw invalid(rank, "has a negative size");
    }
    if (op.code() == OpCode.WIN_COMPLETE) {
      targets[rank] = part.started();
    }
  }

  private static long communicator(long name) {
    return WINDOW_COMMUNICATORS + name;
  }

  private RuntimeException invalid(int rank, String why) {
    return problems.invalid(rank, ranks.operation(rank), why);
  }

  private int member(int rank, CommunicatorGroup group, long named, boolean nobodyAllowed) {
    if (named >= 0 && named < group.size()) {
      return group.worldRank((int) named);
    }
    if (named == OpView.PROC_NULL && nobodyAllowed) {
      return OpView.PROC_NULL;
    }
    throw invalid(rank, "names rank " + named + ", but the window has " + group.size() + " ranks");
  }

  private int[] members(int rank, CommunicatorGroup group, OpView op) {
    int[] members = new int[op.listLength(OpField.RANKS)];
    for (int i = 0; i < members.length; i++) {
      members[i] = member(rank, group, op.listElement(OpField.RANKS, i), false);
    }
    if (Arrays.stream(members).distinct().count() < members.length) {
      throw invalid(rank, "lists a rank twice");
    }
    return members;
  }

  private static boolean beginsWithQuiet(OpCode code) {
    return switch (code) {
      case WIN_FENCE, WIN_FREE, WIN_UNLOCK, WIN_UNLOCK_ALL, WIN_COMPLETE -> true;
      case WIN_CREATE, PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP -> false;
      case COMPARE_AND_SWAP, RPUT, RGET, RACCUMULATE, WIN_LOCK, WIN_LOCK_ALL, WIN_FLUSH -> false;
      case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL, WIN_POST, WIN_START -> false;
      case WIN_WAIT, WIN_SYNC, RGET_ACCUMULATE, WIN_TEST -> false;
      // Of RMA all are listed: no other op is one of a window.
      default -> false;
    };
  }

  /** The rank that a step sends a message to, NONE if to none. */
  public int sendsTo(int rank, OpView op, int at) {
    OpCode code = op.code();
    boolean sends = !isFlush(code) && code != OpCode.WIN_START && code != OpCode.WIN_WAIT;
    int message = at - (beginsWithQuiet(code) ? 1 : 0);
    return sends && message >= 0 && message < targets[rank].length
        ? targets[rank][message]
        : OpView.NONE;
  }

  private static boolean isFlush(OpCode code) {
    return switch (code) {
      case WIN_FLUSH, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL -> true;
      case WIN_CREATE, WIN_FREE, PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP -> false;
      case COMPARE_AND_SWAP, RPUT, RGET, RACCUMULATE, WIN_FENCE, WIN_LOCK, WIN_UNLOCK -> false;
      case WIN_LOCK_ALL, WIN_UNLOCK_ALL, WIN_POST, WIN_START, WIN_COMPLETE, WIN_WAIT -> false;
      case WIN_SYNC, RGET_ACCUMULATE, WIN_TEST -> false;
      // Of RMA all are listed: no other op is one of a window.
      default -> false;
    };
  }

  /** The size of the messages of an op. */
  public static long sentBytes(OpView op) {
    return switch (op.code()) {
      case PUT,
          RPUT,
          ACCUMULATE,
          RACCUMULATE,
          GET_ACCUMULATE,
          RGET_ACCUMULATE,
          FETCH_AND_OP,
          COMPARE_AND_SWAP ->
          OneSided.operandBytes(op);
      case WIN_CREATE, WIN_FREE, GET, RGET, WIN_FENCE, WIN_LOCK, WIN_UNLOCK, WIN_LOCK_ALL -> 0;
      case WIN_UNLOCK_ALL, WIN_FLUSH, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL -> 0;
      case WIN_POST, WIN_START, WIN_COMPLETE, WIN_WAIT, WIN_SYNC, WIN_TEST -> 0;
      // Of RMA all are listed: no other op is one of a window.
      default -> 0;
    };
  }

  /** Executes a step of a rank's op, the one after the last. */
  Next execute(int rank, OpView op, int at) {
    if (op.code() == OpCode.WIN_CREATE) {
      return Next.COLLECTIVE;
    }
    RankWindow part = part(rank);
    if (at == 0 && beginsWithQuiet(op.code())) {
      return quiet(rank, part, op);
    }
    int target = sendsTo(rank, op, at);
    switch (op.code()) {
      case WIN_FENCE, WIN_FREE -> {
        CommunicatorGroup group = pointToPoint.group(rank, communicator(op));
        windows.calls(part, op.code(), group.size(), group.isSplit());
        if (op.code() == OpCode.WIN_FENCE) {
          access.fence(part);
        } else {
          freed[rank] = op.get(OpField.OBJECT);
        }
        return Next.COLLECTIVE;
      }
      case WIN_LOCK -> {
        if (target >= 0) {
          boolean shared = (op.get(OpField.FLAGS) & OpCode.LOCK_SHARED) != 0;
          access.lock(part, target, !shared);
        }
      }
      case WIN_UNLOCK -> access.unlock(part, target);
      case WIN_LOCK_ALL -> part.lockAll();
      case WIN_UNLOCK_ALL -> access.unlockOfAll(part, target);
      case WIN_FLUSH, WIN_FLUSH_LOCAL -> {
        if (targets[rank].length > 0) {
          access.quiet(part, targets[rank][0], op.code() == OpCode.WIN_FLUSH_LOCAL);
        }
      }
      case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL ->
          access.quiet(part, op.code() == OpCode.WIN_FLUSH_LOCAL_ALL);
      case WIN_POST -> {
        part.post(targets[rank]);
        if (target >= 0) {
          access.post(part, target);
        }
      }
      case WIN_START -> access.start(part, targets[rank]);
      case WIN_COMPLETE -> access.complete(part, target);
      case WIN_WAIT -> access.awaitCompletes(part);
      case WIN_TEST -> test(part, op);
      case WIN_SYNC -> {
        // What is in memory has no copies here.
      }
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
          access(rank, part, target, op);
      // Of RMA all are listed: another op fails.
      default -> throw new AssertionError(op);
    }
    return sendsTo(rank, op, at + 1) >= 0 ? Next.ANOTHER_MESSAGE : Next.NOTHING;
  }

  private RankWindow part(int rank) {
    RankWindow part = window[rank];
    if (part == null) {
      throw new AssertionError("rank " + rank + " is in no op on a window");
    }
    return part;
  }

  private static long communicator(OpView op) {
    return communicator(op.get(OpField.OBJECT));
  }

  /** The quiet with which an op begins. */
  private Next quiet(int rank, RankWindow part, OpView op) {
    boolean isCollective = op.code() == OpCode.WIN_FENCE || op.code() == OpCode.WIN_FREE;
    if (op.code() == OpCode.WIN_UNLOCK) {
      if (targets[rank].length > 0) {
        access.quiet(part, targets[rank][0], false);
      }
    } else {
      access.quiet(part, false);
    }
    if (op.code() == OpCode.WIN_UNLOCK_ALL) {
      targets[rank] = part.unlockAll();
    } else if (op.code() == OpCode.WIN_COMPLETE) {
      part.endStart();
    }
    return isCollective || targets[rank].length > 0 ? Next.REST_AFTER_QUIET : Next.NOTHING;
  }

  private void test(RankWindow part, OpView op) {
    long outcome = op.get(OpField.OUTCOME);
    if (outcome == 1) {
      access.awaitCompletes(part);
    } else if (outcome == OpView.NONE) {
      access.testCompletes(part);
    }
  }

  private void access(int rank, RankWindow part, int target, OpView op) {
    OpCode code = op.code();
    int slot = code.has(OpField.REQUEST) ? pointToPoint.newSlot(rank, op) : RequestTable.DETACHED;
    if (target < 0) {
      pointToPoint.completeNow(rank, slot);
      return;
    }
    boolean reads =
        switch (code) {
          case PUT, RPUT, ACCUMULATE, RACCUMULATE -> false;
          case WIN_CREATE, WIN_FREE, GET, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP -> true;
          case RGET, WIN_FENCE, WIN_LOCK, WIN_UNLOCK, WIN_LOCK_ALL, WIN_UNLOCK_ALL -> true;
          case WIN_FLUSH, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL, WIN_POST -> true;
          case WIN_START, WIN_COMPLETE, WIN_WAIT, WIN_SYNC, RGET_ACCUMULATE, WIN_TEST -> true;
          // Of RMA all are listed: no other op is one of a window.
          default -> true;
        };
    boolean writes = code != OpCode.GET && code != OpCode.RGET;
    access.access(
        part, target, op.bytes(), writes, writes ? OneSided.operandBytes(op) : 0, reads, slot);
  }

  /** The collective that stands for an op, or for the rest of one; valid until the next call. */
  OpView collective(OpView op) {
    if (op.code() == OpCode.WIN_CREATE) {
      return collective
          .reset(OpCode.COMM_DUP)
          .set(OpField.COMMUNICATOR, op.communicator())
          .set(OpField.NEW_COMMUNICATOR, communicator(op));
    }
    return collective.reset(OpCode.BARRIER).set(OpField.COMMUNICATOR, communicator(op));
  }
}
