package org.foretell.engine.onesided;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.RankTable;

/** The messages that one-sided ops consist of. */
final class OneSidedMessages extends AccessMessages {
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

  private final MessagePool messages;

  OneSidedMessages(
      RankTable ranks, Transport transport, MessagePool messages, Clock clock, Causes causes) {
    super(MessagePool.ONE_SIDED, ranks, transport, messages, clock, causes);
    this.messages = messages;
  }

  /** A message about nothing that is not sent yet. */
  int create(int source, int target, int tag, long bytes, boolean blocking, int kind, int context) {
    return create(source, target, tag, bytes, blocking, kind, context, 0);
  }

  /** A message that is not sent yet. */
  int create(
      int source,
      int target,
      int tag,
      long bytes,
      boolean blocking,
      int kind,
      int context,
      long about) {
    int flags = blocking ? MessagePool.CALLER_BLOCKS : 0;
    return make(source, target, tag, bytes, kind, context, about, flags);
  }

  /** An answer is sent, from a moment on, without the CPU of the rank that it is from. */
  void answer(int from, int to, long bytes, int kind, int context, long about, int after) {
    sendByItself(create(from, to, 0, bytes, false, kind, context, about), after);
  }

  int kind(int message) {
    return what(message);
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
