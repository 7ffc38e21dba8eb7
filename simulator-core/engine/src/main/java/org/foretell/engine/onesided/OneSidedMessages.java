package org.foretell.engine.onesided;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;

/**
 * The messages that one-sided ops consist of. What a message is stands where others keep the number
 * of their op, what it is about where others keep their sender's time.
 */
final class OneSidedMessages {
  // What a message is.

  /** Data for the target. */
  static final int PUT = 0;

  /** A request for data; it is about their size. */
  static final int GET = 1;

  /** An answer to a get. */
  static final int DATA = 2;

  /** A request for a lock, which it is about. */
  static final int SET_LOCK = 3;

  /** A request for a lock if it is free. */
  static final int TRY_LOCK = 4;

  /** A request that asks for the state of a lock and takes nothing. */
  static final int LOOK_AT_LOCK = 5;

  /** An answer to a request for a lock; it is about when the request was granted, if it waited. */
  static final int LOCK_ANSWER = 6;

  /** A lock, which it is about, is given back. */
  static final int CLEAR_LOCK = 7;

  /** A request for data that waits for updates of its variable; it is about how many. */
  static final int POLL = 8;

  /** Confirms that the data of a put have arrived. */
  static final int ACKNOWLEDGEMENT = 9;

  static final int KINDS = 15;

  /** Its rank waits for the answer. */
  static final int IS_AWAITED = 16;

  /** It writes. */
  static final int WRITES = 32;

  /** It updates a variable. */
  static final int UPDATES = 64;

  /** It is an atomic. */
  static final int ATOMIC = 128;

  /** An atomic that has taken its time at the target. */
  static final int DONE = 256;

  /** A compare-and-swap, whose message has two operands. */
  static final int COMPARES = 512;

  /** From this bit on: the number of the list of variables that it updates, plus 1. */
  static final int LIST_SHIFT = 10;

  static final int SHIFT = 32;

  private final RankTable ranks;
  private final Transport transport;
  private final MessagePool messages;
  private final Clock clock;
  private final Causes causes;

  OneSidedMessages(
      RankTable ranks, Transport transport, MessagePool messages, Clock clock, Causes causes) {
    this.causes = causes;
    this.ranks = ranks;
    this.transport = transport;
    this.messages = messages;
    this.clock = clock;
  }

  int create(int source, int target, int tag, long bytes, boolean blocking, int kind, int context) {
    int flags = blocking ? MessagePool.CALLER_BLOCKS : 0;
    int nobody = RequestTable.NOBODY;
    int message =
        messages.create(
            source, target, tag, MessagePool.ONE_SIDED, bytes, clock.nowPs(), nobody, flags);
    messages.operation(message, (long) context << SHIFT | kind);
    return message;
  }

  /** The caller of an op sends a message of it. */
  void sendByCaller(int rank, int message) {
    long goesOnPs = transport.transmit(message, true, causes.clock(rank));
    ranks.part(rank, goesOnPs, 0, transport.goesOn());
  }

  /** An answer is sent, from a moment on, without the CPU of the rank that it is from. */
  void answer(int from, int to, long bytes, int kind, int context, long about, int after) {
    int message = create(from, to, 0, bytes, false, kind, context);
    messages.about(message, about);
    transport.transmit(message, false, after);
  }

  /** Says what a message is about. */
  void isAbout(int message, long what) {
    messages.about(message, what);
  }

  int kind(int message) {
    return (int) messages.operation(message);
  }

  int context(int message) {
    return (int) (messages.operation(message) >> SHIFT);
  }

  boolean isAnswer(int message) {
    int kind = kind(message) & KINDS;
    return kind == DATA || kind == LOCK_ANSWER || kind == ACKNOWLEDGEMENT;
  }

  /** An atomic has taken its time at the target. */
  void isDone(int message) {
    messages.operation(message, messages.operation(message) | DONE);
  }

  /** All that writes and has not arrived. */
  void forEachWrite(FenceOrder.Writes.Visitor visitor) {
    messages.forEach(
        message -> {
          if (messages.context(message) == MessagePool.ONE_SIDED && (kind(message) & WRITES) != 0) {
            visitor.write(context(message), message);
          }
        });
  }
}
