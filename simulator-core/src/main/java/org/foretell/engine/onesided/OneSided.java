package org.foretell.engine.onesided;

import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.OneSidedArrivals;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
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

  private static final int KINDS = 7;

  /** Its rank waits for the answer. */
  private static final int IS_AWAITED = 8;

  /** It updates a variable. */
  private static final int UPDATES = 16;

  private static final int SHIFT = 32;

  private final int rankCount;
  private final RankTable ranks;
  private final Transport transport;
  private final MessagePool messages;
  private final Clock clock;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final OneSidedContexts contexts;
  private final FenceOrder order = new FenceOrder();
  private final SharedVariables variables;
  private final LockTable locks;

  /** Tells the present time. */
  @FunctionalInterface
  public interface Clock {
    long nowPs();
  }

  public OneSided(ReplayState state, Transport transport, MessagePool messages, Clock clock) {
    ranks = state.ranks();
    rankCount = ranks.size();
    problems = state.problems();
    recorder = state.recorder();
    this.transport = transport;
    this.messages = messages;
    this.clock = clock;
    contexts = new OneSidedContexts(ranks);
    variables = new SharedVariables(ranks);
    locks = new LockTable(rankCount);
  }

  /** The target of an op that names it. */
  public int target(int rank, OpView op) {
    int target = op.peer();
    if (target < 0 || target >= rankCount) {
      throw problems.invalid(
          rank, ranks.operation(rank), "has target " + target + " of " + rankCount + " ranks");
    }
    return target;
  }

  /** The rank where a lock is kept. */
  public int home(OpView op) {
    return (int) Math.floorMod(op.get(OpField.OBJECT), (long) rankCount);
  }

  /** A rank writes to its target; the op lasts until its buffer may be used again. */
  public void put(int rank, OpView op, boolean blocking) {
    int target = target(rank, op);
    long bytes = bytes(rank, op);
    int context = contexts.of(rank, op.get(OpField.OBJECT));
    contexts.starts(context);
    int message = create(rank, target, tag(rank, op), bytes, blocking, PUT | UPDATES, context);
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
    int context = contexts.of(rank, op.get(OpField.OBJECT));
    boolean isAtomic = op.code().has(OpField.TAG);
    int kind = GET | (blocking ? IS_AWAITED : 0) | (isAtomic ? UPDATES : 0);
    int tag = isAtomic ? tag(rank, op) : 0;
    // What an atomic operates with travels there, what was there comes back.
    int message = create(rank, target, tag, isAtomic ? bytes : 0, blocking, kind, context);
    messages.about(message, bytes);
    if (isAtomic) {
      order.sent(context, target, message);
    }
    tell(rank, target, bytes);
    if (blocking) {
      ranks.expect(rank);
    } else {
      contexts.starts(context);
    }
    sendByCaller(rank, message);
  }

  /** What a rank writes from now on takes effect after what it has written. */
  public void fence(int rank, OpView op) {
    order.fence(contexts.of(rank, op.get(OpField.OBJECT)));
  }

  /** The op of a rank waits until all that it has under way in a context is complete. */
  public void quiet(int rank, long context) {
    contexts.quiet(contexts.of(rank, context));
  }

  /** The op of a rank waits for updates of a variable. */
  public void awaitUpdate(int rank, OpView op) {
    variables.await(rank, tag(rank, op), updater(op), updates(op));
  }

  /** An op that asks for updates of a variable takes them, if they have come. */
  public void takeUpdate(int rank, OpView op) {
    variables.take(rank, tag(rank, op), updater(op), updates(op));
  }

  private static int updater(OpView op) {
    int peer = (int) op.get(OpField.MATCHED_PEER);
    return peer < 0 ? OpView.NONE : peer;
  }

  private static long updates(OpView op) {
    return Math.max(1, op.get(OpField.COUNT));
  }

  /** The op of a rank lasts until it has a lock. */
  public void setLock(int rank, OpView op) {
    long lock = op.get(OpField.OBJECT);
    locks.await(rank, lock);
    ask(rank, op, SET_LOCK, lock);
  }

  /**
   * The op of a rank lasts until it knows whether it has a lock.
   *
   * @param takes whether it takes the lock if that is free
   */
  public void tryLock(int rank, OpView op, boolean takes) {
    ask(rank, op, takes ? TRY_LOCK : LOOK_AT_LOCK, op.get(OpField.OBJECT));
  }

  private void ask(int rank, OpView op, int kind, long lock) {
    int home = home(op);
    int message = create(rank, home, 0, 0, true, kind | IS_AWAITED, rank);
    messages.about(message, lock);
    tell(rank, home, 0);
    ranks.expect(rank);
    sendByCaller(rank, message);
  }

  /** A rank, all of whose writes are complete, gives back a lock. */
  public void clearLock(int rank, OpView op) {
    long lock = op.get(OpField.OBJECT);
    if (!locks.givesBack(lock, rank)) {
      throw problems.invalid(
          rank, ranks.operation(rank), "releases lock " + lock + ", which the rank does not hold");
    }
    int home = home(op);
    int message = create(rank, home, 0, 0, true, CLEAR_LOCK, rank);
    messages.about(message, lock);
    tell(rank, home, 0);
    sendByCaller(rank, message);
  }

  private int tag(int rank, OpView op) {
    if (op.tag() < 0) {
      throw problems.invalid(rank, ranks.operation(rank), "has a negative tag");
    }
    return op.tag();
  }

  private long bytes(int rank, OpView op) {
    if (op.bytes() < 0) {
      throw problems.invalid(rank, ranks.operation(rank), "has a negative size");
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
    if ((kind(message) & UPDATES) == 0) {
      takesEffect(message, source, target, context);
    } else if (order.comes(context, target, message)) {
      int next = message;
      while (next != RecordPool.NONE) {
        takesEffect(next, source, target, context);
        next = order.next(context, target);
      }
    }
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
    if ((kind & UPDATES) != 0) {
      arrived(source, target, tag, bytes, sent);
      variables.updated(target, tag, source, now, sent);
    }
    switch (kind & KINDS) {
      case PUT -> contexts.completes(context, transport.acknowledgedPs(target, source));
      case GET -> answer(target, source, about, DATA | (kind & IS_AWAITED), context);
      case DATA -> {
        arrived(source, target, 0, bytes, sent);
        if ((kind & IS_AWAITED) == 0) {
          contexts.completes(context, now);
        } else {
          ranks.partEnds(target, now, 0);
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
    return locks.isAwaiting(rank)
        ? "waits for lock " + locks.awaited(rank)
        : variables.awaited(rank);
  }

  /** Who has to do something about what the op of a rank {@link #awaited waits} for, or ANY. */
  public int awaitedFrom(int rank) {
    return locks.isAwaiting(rank) ? locks.holder(rank) : variables.awaitedSource(rank);
  }
}
