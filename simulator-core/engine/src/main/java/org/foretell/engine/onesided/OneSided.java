package org.foretell.engine.onesided;

import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OneSidedArrivals;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.machine.ShmemSupport;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * One-sided ops: puts, gets, atomics, locks, and what orders and completes them. Each is a message
 * to the target that no receive has to match; {@link OneSidedEffects} says what it brings about
 * there.
 */
public final class OneSided {
  private final int rankCount;

  /** Whether the trace says that it holds such ops: tables by rank exist only then. */
  private final boolean announced;

  private final RankTable ranks;
  private final MessagePool messages;
  private final OneSidedMessages sent;
  private final OneSidedEffects effects;
  private final SharedVariables variables;
  private final UpdateWaits waits;
  private final VariableLists lists;
  private final LockTable locks;
  private final PollTable polls;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final OneSidedContexts contexts;
  private final FenceOrder order;

  /** The ops of a rank on its own variables. */
  public final VariableOps variableOps;

  /** The ops of a rank on locks. */
  public final LockOps lockOps;

  /** Whether strided puts are a message for each element. */
  public final boolean stridedInElements;

  /**
   * Nothing is under way.
   *
   * @param accounts of what is under way; empty
   * @param announced whether the trace says that it holds such ops; no others may be executed
   * @param support what the machine does at targets
   * @param split null where there is one part
   */
  public OneSided(
      ReplayState state,
      CompletionAccounts accounts,
      boolean announced,
      Transport transport,
      MessagePool messages,
      Clock clock,
      ShmemSupport support,
      @Nullable SplitOneSided split) {
    Part part = split == null ? null : split.part();
    ranks = state.ranks();
    stridedInElements = support.strided() == ShmemSupport.Strided.ELEMENTS;
    rankCount = ranks.size();
    this.announced = announced;
    int users = announced ? rankCount : 0;
    problems = state.problems();
    recorder = state.recorder();
    this.messages = messages;
    sent = new OneSidedMessages(ranks, transport, messages, clock, state.causes());
    contexts = new OneSidedContexts(accounts, users);
    order =
        new FenceOrder(messages, sent::forEachWrite, part, split != null && split.expectsFences());
    lists = split == null ? new VariableLists() : split.lists();
    effects =
        new OneSidedEffects(
            state, users, transport, messages, sent, clock, support, contexts, order, lists, part);
    variables = effects.variables;
    waits = effects.waits;
    locks = effects.locks;
    polls = effects.polls;
    variableOps = new VariableOps(state, variables, waits);
    lockOps = new LockOps(state, sent, locks, part);
  }

  /** The listener for arriving messages. */
  public OneSidedArrivals arrivals() {
    return effects;
  }

  /** The target of an op that names it. */
  public int target(int rank, OpView op) {
    int target = op.peer();
    if (target < 0 || target >= rankCount) {
      String which =
          switch (target) {
            case OpView.NONE -> "names no target";
            case OpView.PROC_NULL -> "has nobody as target";
            case OpView.ANY -> "has any rank as target";
            default -> "has target " + target + " of " + rankCount + " ranks";
          };
      throw invalid(rank, which);
    }
    return target;
  }

  private InvalidTrace invalid(int rank, String why) {
    return problems.invalid(rank, ranks.operation(rank), why);
  }

  private int context(int rank, OpView op) {
    long named = op.get(OpField.OBJECT);
    int context = contexts.of(rank, named);
    if (context == OneSidedContexts.DESTROYED) {
      throw invalid(rank, "names context " + named + ", which the rank has destroyed");
    }
    return context;
  }

  /** A rank makes a context. */
  public void createContext(int rank, OpView op) {
    contexts.create(rank, op.get(OpField.OBJECT));
  }

  /** The op of a rank waits until a context is complete, which then is no more. */
  public void destroyContext(int rank, OpView op) {
    long named = op.get(OpField.OBJECT);
    if (OneSidedContexts.isDefault(named)) {
      throw invalid(rank, "destroys the default context, which stays");
    }
    contexts.quiet(context(rank, op));
    contexts.destroy(rank, named);
  }

  /** A rank writes to its target; the op lasts until its buffer may be used again. */
  public void put(int rank, OpView op, boolean blocking) {
    int target = target(rank, op);
    long bytes = bytes(rank, op);
    int context = context(rank, op);
    int kind = OneSidedMessages.PUT | writes(rank, op);
    contexts.starts(context);
    int message = sent.create(rank, target, tag(op), bytes, blocking, kind, context);
    order.sent(context, target, message);
    tell(rank, target, bytes);
    sent.sendByCaller(rank, message);
  }

  /** What a rank here has written to one elsewhere is there, as the rank knows from a time on. */
  public void acknowledged(long[] words, int at) {
    int target = Acknowledgements.target(words, at);
    long timePs = Acknowledgements.knownPs(words, at);
    contexts.completes(Acknowledgements.context(words, at), target, timePs, CauseTree.NONE);
  }

  /** How many messages an op that writes consists of. */
  public long elements(OpView op) {
    return stridedInElements && op.code() == OpCode.SHMEM_IPUT
        ? Math.max(1, op.get(OpField.COUNT))
        : 1;
  }

  /** A rank writes an element of a strided put; the last one updates the variables. */
  public void putElement(int rank, OpView op, long index) {
    int target = target(rank, op);
    long bytes = bytes(rank, op);
    int context = context(rank, op);
    int kind = OneSidedMessages.PUT | writes(rank, op);
    long count = elements(op);
    long each = bytes / count;
    boolean isLast = index == count - 1;
    contexts.starts(context);
    int message =
        sent.create(
            rank,
            target,
            isLast ? tag(op) : 0,
            isLast ? bytes - (count - 1) * each : each,
            true,
            isLast ? kind : OneSidedMessages.PUT | OneSidedMessages.WRITES,
            context);
    order.sent(context, target, message);
    tell(rank, target, bytes);
    sent.sendByCaller(rank, message);
  }

  /**
   * A rank reads from its target; the op lasts until the data are there, unless it is for later.
   */
  public void get(int rank, OpView op, boolean blocking) {
    int target = target(rank, op);
    long bytes = bytes(rank, op);
    int context = context(rank, op);
    boolean isAtomic = op.code().has(OpField.TAG);
    int kind =
        OneSidedMessages.GET
            | (blocking ? OneSidedMessages.IS_AWAITED : 0)
            | (isAtomic ? writes(rank, op) : 0)
            | (isAtomic && op.isCompareAndSwap() ? OneSidedMessages.COMPARES : 0);
    // What an atomic operates with travels there, what was there comes back.
    long operands = isAtomic ? operandBytes(op) : 0;
    long about = isAtomic ? 0 : bytes;
    int message = sent.create(rank, target, tag(op), operands, blocking, kind, context, about);
    if (isAtomic) {
      order.sent(context, target, message);
    }
    tell(rank, target, bytes);
    if (blocking) {
      ranks.expect(rank);
    } else {
      contexts.starts(context);
    }
    sent.sendByCaller(rank, message);
  }

  /** A rank reads from its target again and again, until a variable there has been updated. */
  public void poll(int rank, OpView op) {
    int target = target(rank, op);
    int variable = variableOps.variable(rank, op);
    long count = VariableOps.count(op);
    variableOps.tell(rank, OpView.NONE, count);
    long bytes = bytes(rank, op);
    int message =
        sent.create(
            rank,
            target,
            variable,
            0,
            true,
            OneSidedMessages.POLL | OneSidedMessages.IS_AWAITED,
            rank,
            count);
    messages.answerBytes(message, bytes);
    polls.await(rank, target, variable);
    tell(rank, target, bytes);
    ranks.expect(rank);
    sent.sendByCaller(rank, message);
  }

  /** What an op that writes updates, as its message says it. */
  private int writes(int rank, OpView op) {
    int tag = op.tag();
    if (op.listLength(OpField.VARIABLES) > 0) {
      if (tag != OpView.NONE) {
        throw invalid(rank, "names both a tag and variables");
      }
      return atomic(op)
          | OneSidedMessages.WRITES
          | OneSidedMessages.UPDATES
          | (lists.number(op) + 1) << OneSidedMessages.LIST_SHIFT;
    }
    OpCode code = op.code();
    boolean signals = code == OpCode.SHMEM_PUT_SIGNAL || code == OpCode.SHMEM_PUT_SIGNAL_NBI;
    if (tag == OpView.NONE && !signals) {
      return atomic(op) | OneSidedMessages.WRITES;
    }
    variableOps.variable(rank, op);
    return atomic(op) | OneSidedMessages.WRITES | OneSidedMessages.UPDATES;
  }

  private static int atomic(OpView op) {
    return switch (op.code()) {
      case SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> OneSidedMessages.ATOMIC;
      case SHMEM_PUT, SHMEM_PUT_NBI, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL -> 0;
      case SHMEM_PUT_SIGNAL_NBI -> 0;
      // Of SHMEM_UPDATE all are listed: no other op updates variables.
      default -> 0;
    };
  }

  /** What an op sends for what it accesses: a compare-and-swap sends a condition and a value. */
  public static long operandBytes(OpView op) {
    if (!op.isCompareAndSwap()) {
      return op.bytes();
    }
    return op.bytes() > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * op.bytes();
  }

  /** The variable, or the first of those, that the message of an op updates; 0 for none. */
  public static int tag(OpView op) {
    return op.listLength(OpField.VARIABLES) > 0
        ? (int) op.listElement(OpField.VARIABLES, 0)
        : Math.max(0, op.tag());
  }

  /** What a rank writes from now on takes effect after what it has written. */
  public void fence(int rank, OpView op) {
    int context = context(rank, op);
    order.fence(context, contexts.isUnderWay(context));
  }

  /** The op of a rank waits until all that it has under way in a context is complete. */
  public void quiet(int rank, OpView op) {
    contexts.quiet(context(rank, op));
  }

  /** The op of a rank waits until all that it has under way in its default context is complete. */
  public void quiet(int rank) {
    contexts.quiet(rank);
  }

  /** The op of a rank waits until all that it has under way is complete. */
  public void quietAll(int rank) {
    contexts.quietAll(rank);
  }

  private long bytes(int rank, OpView op) {
    if (op.bytes() < 0) {
      throw invalid(rank, "has a negative size");
    }
    return op.bytes();
  }

  private void tell(int rank, int peer, long bytes) {
    if (recorder != null) {
      recorder.partner(rank, peer, bytes);
    }
  }

  /** What the op of a rank waits for, for messages; null if it is nothing that may never come. */
  public @Nullable String awaited(int rank) {
    if (!announced) {
      return null;
    }
    if (locks.isAwaiting(rank)) {
      return "waits for lock " + locks.awaited(rank);
    }
    return polls.isAwaiting(rank)
        ? "waits for updates of variable " + polls.variable(rank) + " of rank " + polls.polled(rank)
        : waits.awaited(rank);
  }

  /** Who has to do something about what the op of a rank {@link #awaited waits} for, or ANY. */
  public int awaitedFrom(int rank) {
    return locks.isAwaiting(rank)
        ? locks.holder(rank)
        : polls.isAwaiting(rank) ? OpView.ANY : waits.awaitedSource(rank);
  }

  /** Reports what is left when all ranks have finished. */
  public void reportLeftovers() {
    new OneSidedLeftovers(problems).locks(locks);
    reportUpdates(problems);
  }

  /** Whether somebody holds a lock whose home is here. */
  public boolean holdsLocks() {
    return locks.areHeld();
  }

  /** Reports updates of the variables here that no wait took. */
  public void reportUpdates(ProblemLog log) {
    new OneSidedLeftovers(log).updates(variables);
  }
}
