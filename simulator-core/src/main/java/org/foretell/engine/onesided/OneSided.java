package org.foretell.engine.onesided;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OneSidedArrivals;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.ShmemSupport;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * One-sided ops: puts, gets, atomics, locks, and what orders and completes them. Each is a message
 * to the target that no receive has to match, and may bring about an answer, which the target's
 * network interface sends without its CPU. What a message is stands where others keep the number of
 * their op, what it is about where others keep their sender's time.
 */
public final class OneSided implements OneSidedArrivals {
  // What a message is.

  /** Data for the target. */
  private static final int PUT = 0;

  /** A request for data; it is about their size. */
  private static final int GET = 1;

  /** An answer to a get. */
  private static final int DATA = 2;

  /** A request for a lock, which it is about. */
  private static final int SET_LOCK = 3;

  /** A request for a lock if it is free. */
  private static final int TRY_LOCK = 4;

  /** A request that asks for the state of a lock and takes nothing. */
  private static final int LOOK_AT_LOCK = 5;

  /** An answer to a request for a lock; it is about when the request was granted, if it waited. */
  private static final int LOCK_ANSWER = 6;

  /** A lock, which it is about, is given back. */
  private static final int CLEAR_LOCK = 7;

  /** A request for data that waits for updates of a variable; it is about what is asked. */
  private static final int POLL = 8;

  /** Says that what a put has written is there. */
  private static final int ACKNOWLEDGEMENT = 9;

  private static final int KINDS = 15;

  /** Its rank waits for the answer. */
  private static final int IS_AWAITED = 16;

  /** It writes. */
  private static final int WRITES = 32;

  /** It updates a variable. */
  private static final int UPDATES = 64;

  /** It is an atomic. */
  private static final int ATOMIC = 128;

  /** An atomic that has taken its time at the target. */
  private static final int DONE = 256;

  /** From this bit on: the number of the list of variables that it updates, plus 1. */
  private static final int LIST_SHIFT = 9;

  private static final int SHIFT = 32;

  private final int rankCount;
  private final RankTable ranks;
  private final Transport transport;
  private final MessagePool messages;
  private final Clock clock;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final OneSidedContexts contexts;
  private final FenceOrder order;
  private final SharedVariables variables = new SharedVariables();
  private final UpdateWaits waits;

  /** The ops of a rank on its own variables. */
  public final VariableOps variableOps;

  private final VariableLists lists = new VariableLists();
  private final LockTable locks;
  private final TargetService service;

  /** Whether strided puts are a message for each element. */
  public final boolean stridedInElements;

  /** What polls ask for that are under way or wait, by what their messages are about. */
  private final PollTable polls = new PollTable();

  /** Tells the present time. */
  @FunctionalInterface
  public interface Clock {
    long nowPs();
  }

  /**
   * Nothing is under way.
   *
   * @param support what the machine does at targets
   */
  public OneSided(
      ReplayState state,
      Transport transport,
      MessagePool messages,
      Clock clock,
      ShmemSupport support) {
    ranks = state.ranks();
    service = new TargetService(ranks, support);
    stridedInElements = support.strided() == ShmemSupport.Strided.ELEMENTS;
    rankCount = ranks.size();
    problems = state.problems();
    recorder = state.recorder();
    this.transport = transport;
    this.messages = messages;
    this.clock = clock;
    contexts = new OneSidedContexts(ranks);
    order = new FenceOrder(messages, this::writesUnderWay);
    waits = new UpdateWaits(ranks, variables, new Answers());
    variableOps = new VariableOps(state, variables, waits);
    locks = new LockTable(rankCount);
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

  /** The rank where a lock is kept. */
  public int home(int rank, OpView op) {
    return (int) (lock(rank, op) % rankCount);
  }

  private long lock(int rank, OpView op) {
    long lock = op.get(OpField.OBJECT);
    if (lock < 0) {
      throw invalid(rank, "names no lock (object)");
    }
    return lock;
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
    int kind = PUT | writes(rank, op);
    contexts.starts(context);
    int message = create(rank, target, tag(op), bytes, blocking, kind, context);
    order.sent(context, target, message);
    tell(rank, target, bytes);
    sendByCaller(rank, message);
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
    int kind = PUT | writes(rank, op);
    long count = elements(op);
    long each = bytes / count;
    boolean isLast = index == count - 1;
    contexts.starts(context);
    int message =
        create(
            rank,
            target,
            isLast ? tag(op) : 0,
            isLast ? bytes - (count - 1) * each : each,
            true,
            isLast ? kind : PUT | WRITES,
            context);
    order.sent(context, target, message);
    tell(rank, target, bytes);
    sendByCaller(rank, message);
  }

  /**
   * A rank reads from its target; the op lasts until the data are there, unless it is for later.
   */
  public void get(int rank, OpView op, boolean blocking) {
    int target = target(rank, op);
    long bytes = bytes(rank, op);
    int context = context(rank, op);
    boolean isAtomic = op.code().has(OpField.TAG);
    int kind = GET | (blocking ? IS_AWAITED : 0) | (isAtomic ? writes(rank, op) : 0);
    // What an atomic operates with travels there, what was there comes back.
    int message = create(rank, target, tag(op), isAtomic ? bytes : 0, blocking, kind, context);
    if (isAtomic) {
      order.sent(context, target, message);
    } else {
      messages.about(message, bytes);
    }
    tell(rank, target, bytes);
    if (blocking) {
      ranks.expect(rank);
    } else {
      contexts.starts(context);
    }
    sendByCaller(rank, message);
  }

  /** A rank reads from its target again and again, until a variable there has been updated. */
  public void poll(int rank, OpView op) {
    int target = target(rank, op);
    int account = variables.account(target, variableOps.variable(rank, op));
    long count = VariableOps.count(op);
    variableOps.tell(rank, OpView.NONE, count);
    long bytes = bytes(rank, op);
    int message = create(rank, target, 0, 0, true, POLL | IS_AWAITED, rank);
    messages.about(message, polls.add(rank, account, count, bytes));
    tell(rank, target, bytes);
    ranks.expect(rank);
    sendByCaller(rank, message);
  }

  /** What an op that writes updates, as its message says it. */
  private int writes(int rank, OpView op) {
    int tag = op.tag();
    if (op.listLength(OpField.VARIABLES) > 0) {
      if (tag != OpView.NONE) {
        throw invalid(rank, "names both a tag and variables");
      }
      return atomic(op) | WRITES | UPDATES | (lists.number(op) + 1) << LIST_SHIFT;
    }
    OpCode code = op.code();
    boolean signals = code == OpCode.SHMEM_PUT_SIGNAL || code == OpCode.SHMEM_PUT_SIGNAL_NBI;
    if (tag == OpView.NONE && !signals) {
      return atomic(op) | WRITES;
    }
    variableOps.variable(rank, op);
    return atomic(op) | WRITES | UPDATES;
  }

  private static int atomic(OpView op) {
    return switch (op.code()) {
      case SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> ATOMIC;
      default -> 0;
    };
  }

  /** The variable, or the first of those, that the message of an op updates; 0 for none. */
  public static int tag(OpView op) {
    return op.listLength(OpField.VARIABLES) > 0
        ? (int) op.listElement(OpField.VARIABLES, 0)
        : Math.max(0, op.tag());
  }

  private void writesUnderWay(FenceOrder.Writes.Visitor visitor) {
    messages.forEach(
        message -> {
          if (messages.context(message) == MessagePool.ONE_SIDED && (kind(message) & WRITES) != 0) {
            visitor.write((int) (messages.operation(message) >> SHIFT), message);
          }
        });
  }

  /** What a rank writes from now on takes effect after what it has written. */
  public void fence(int rank, OpView op) {
    order.fence(context(rank, op));
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

  /** The op of a rank lasts until it has a lock. */
  public void setLock(int rank, OpView op) {
    long lock = lock(rank, op);
    locks.await(rank, lock);
    ask(rank, op, SET_LOCK, lock);
  }

  /**
   * The op of a rank lasts until it knows whether it has a lock.
   *
   * @param takes whether it takes the lock if that is free
   */
  public void tryLock(int rank, OpView op, boolean takes) {
    ask(rank, op, takes ? TRY_LOCK : LOOK_AT_LOCK, lock(rank, op));
  }

  private void ask(int rank, OpView op, int kind, long lock) {
    int home = home(rank, op);
    locks.asks(rank, ranks.operation(rank));
    int message = create(rank, home, 0, 0, true, kind | IS_AWAITED, rank);
    messages.about(message, lock);
    tell(rank, home, 0);
    ranks.expect(rank);
    sendByCaller(rank, message);
  }

  /** A rank, all of whose writes are complete, gives back a lock. */
  public void clearLock(int rank, OpView op) {
    long lock = lock(rank, op);
    if (!locks.givesBack(lock, rank)) {
      throw invalid(rank, "releases lock " + lock + ", which the rank does not hold");
    }
    int home = home(rank, op);
    int message = create(rank, home, 0, 0, true, CLEAR_LOCK, rank);
    messages.about(message, lock);
    tell(rank, home, 0);
    sendByCaller(rank, message);
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

  private int create(
      int source, int target, int tag, long bytes, boolean blocking, int kind, int context) {
    int flags = blocking ? MessagePool.CALLER_BLOCKS : 0;
    int nobody = RequestTable.NOBODY;
    int message =
        messages.create(
            source, target, tag, MessagePool.ONE_SIDED, bytes, clock.nowPs(), nobody, flags);
    messages.operation(message, (long) context << SHIFT | kind);
    return message;
  }

  private void sendByCaller(int rank, int message) {
    ranks.part(rank, transport.transmit(message, true), 0);
  }

  @Override
  public void comes(int message) {
    int source = messages.source(message);
    int target = messages.destination(message);
    int context = (int) (messages.operation(message) >> SHIFT);
    if (!isAnswer(message) && waitsForService(message, target)) {
      return;
    }
    if ((kind(message) & WRITES) == 0) {
      takesEffect(message, source, target, context);
    } else if (order.comes(context, target, message)) {
      int next = message;
      while (next != RecordPool.NONE) {
        takesEffect(next, source, target, context);
        next = order.next(context, target);
      }
    }
  }

  private boolean isAnswer(int message) {
    int kind = kind(message) & KINDS;
    return kind == DATA || kind == LOCK_ANSWER || kind == ACKNOWLEDGEMENT;
  }

  /** Whether a message comes again because its target cannot serve it now. */
  private boolean waitsForService(int message, int target) {
    long now = clock.nowPs();
    boolean isDone = (kind(message) & DONE) != 0;
    long served = isDone ? now : service.beginsPs(target, now);
    if (served == now && !isDone && (kind(message) & ATOMIC) != 0) {
      served = service.atomicEndsPs(target, now);
      messages.operation(message, messages.operation(message) | DONE);
    }
    if (served > now) {
      transport.comesAgain(message, served);
      return true;
    }
    return false;
  }

  private int kind(int message) {
    return (int) messages.operation(message);
  }

  private void takesEffect(int message, int source, int target, int context) {
    int kind = kind(message);
    long about = messages.about(message);
    long now = clock.nowPs();
    long sent = messages.sendPs(message);
    int tag = messages.tag(message);
    long bytes = messages.bytes(message);
    messages.release(message);
    if ((kind & WRITES) != 0) {
      arrived(source, target, tag, bytes, sent);
      if ((kind & UPDATES) != 0) {
        update(source, target, tag, kind >>> LIST_SHIFT, sent);
      }
    }
    switch (kind & KINDS) {
      case PUT -> {
        if (transport.acknowledgesByMessage()) {
          answer(target, source, 0, ACKNOWLEDGEMENT, context);
        } else {
          contexts.completes(context, transport.acknowledgedPs(target, source));
        }
      }
      case ACKNOWLEDGEMENT -> contexts.completes(context, now);
      case GET -> {
        long fetched = (kind & WRITES) == 0 ? about : bytes;
        answer(target, source, fetched, DATA | (kind & IS_AWAITED), context);
      }
      case POLL -> {
        int request = (int) about;
        waits.polled(request, polls.account(request));
      }
      case DATA -> {
        arrived(source, target, 0, bytes, sent);
        if ((kind & IS_AWAITED) == 0) {
          contexts.completes(context, now);
        } else {
          ranks.partEnds(target, now, about);
        }
      }
      case SET_LOCK -> {
        if (locks.take(about, source)) {
          grant(target, source, 0);
        } else {
          int request = create(source, target, 0, 0, true, SET_LOCK, context);
          locks.queue(about, request);
        }
      }
      case TRY_LOCK -> {
        locks.take(about, source);
        grant(target, source, 0);
      }
      case LOOK_AT_LOCK -> grant(target, source, 0);
      case CLEAR_LOCK -> {
        int request = locks.free(about);
        if (request != RecordPool.NONE) {
          int asking = messages.source(request);
          messages.release(request);
          locks.take(about, asking);
          grant(target, asking, now);
        }
      }
      default -> {
        locks.awaitsNoMore(target);
        ranks.partEnds(target, now, about);
      }
    }
  }

  /**
   * Counts updates, and lets go on who waits for them.
   *
   * @param list number of the list of variables plus 1, 0 for {@code tag} alone
   */
  private void update(int source, int target, int tag, int list, long sentPs) {
    long now = clock.nowPs();
    if (list == 0) {
      int account = variables.account(target, tag);
      variables.updated(account, source);
      waits.updated(account, now, sentPs);
      waits.answer(account, sentPs);
      return;
    }
    long[] several = lists.get(list - 1);
    for (long variable : several) {
      variables.updated(variables.account(target, (int) variable), source);
    }
    for (long variable : several) {
      waits.updated(variables.account(target, (int) variable), now, sentPs);
    }
    for (long variable : several) {
      waits.answer(variables.account(target, (int) variable), sentPs);
    }
  }

  /** Polls whose updates have come. */
  private final class Answers implements UpdateWaits.PollAnswers {
    @Override
    public int rank(int request) {
      return polls.rank(request);
    }

    @Override
    public long needed(int request) {
      return polls.needed(request);
    }

    @Override
    public void answer(int request, long sentPs) {
      int home = variables.rank(polls.account(request));
      int rank = polls.rank(request);
      long bytes = polls.bytes(request);
      polls.remove(request);
      OneSided.this.answer(home, rank, bytes, DATA | IS_AWAITED, rank, sentPs);
    }
  }

  private void arrived(int source, int target, int tag, long bytes, long sentPs) {
    if (recorder != null) {
      recorder.observer.oneSidedMessage(source, target, tag, bytes, sentPs, clock.nowPs());
    }
  }

  private void grant(int home, int rank, long grantedPs) {
    answer(home, rank, 0, LOCK_ANSWER, rank, grantedPs);
  }

  private void answer(int from, int to, long bytes, int kind, int context) {
    answer(from, to, bytes, kind, context, 0);
  }

  private void answer(int from, int to, long bytes, int kind, int context, long about) {
    int message = create(from, to, 0, bytes, false, kind, context);
    messages.about(message, about);
    transport.transmit(message, false);
  }

  /** What the op of a rank waits for, for messages; null if it is nothing that may never come. */
  public @Nullable String awaited(int rank) {
    if (locks.isAwaiting(rank)) {
      return "waits for lock " + locks.awaited(rank);
    }
    int polled = polls.awaited(rank);
    return polled < 0
        ? waits.awaited(rank)
        : "waits for updates of variable "
            + variables.variable(polled)
            + " of rank "
            + variables.rank(polled);
  }

  /** Who has to do something about what the op of a rank {@link #awaited waits} for, or ANY. */
  public int awaitedFrom(int rank) {
    return locks.isAwaiting(rank)
        ? locks.holder(rank)
        : polls.awaited(rank) < 0 ? waits.awaitedSource(rank) : OpView.ANY;
  }

  /** Reports what is left when all ranks have finished. */
  public void reportLeftovers() {
    OneSidedLeftovers left = new OneSidedLeftovers(problems);
    left.locks(locks);
    left.updates(variables);
  }
}
