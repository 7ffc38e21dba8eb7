package org.foretell.engine.onesided;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.RankTable;

/**
 * The messages that ops on windows consist of. Beside what a message is stands the epoch of an
 * access, if all is locked in that; its context is the window. An access that is answered has a
 * number.
 */
final class WindowMessages extends AccessMessages {
  // What a message is.

  /** Data for the target. */
  static final int PUT = 0;

  /** A request for data; it is about their size. */
  static final int GET = 1;

  /** Data for the target, and a request for what is there; it is about the size of that. */
  static final int SWAP = 2;

  /** An answer; it is about when the access was let go on, if it was held back. */
  static final int DATA = 3;

  /** A request for a lock; it is about whether that is to be exclusive. */
  static final int LOCK = 4;

  /** An answer to that; it is about when the lock was given, if that was waited for. */
  static final int LOCK_ANSWER = 5;

  /** A lock is given back; it is about the epoch that had it, see {@link TargetLock}. */
  static final int UNLOCK = 6;

  /** An exposure epoch has begun. */
  static final int POST = 7;

  /** An access epoch has ended. */
  static final int COMPLETE = 8;

  /** From this bit on: the epoch of an access, see {@link RankWindow#lockAllEpoch}. */
  private static final int EPOCH_SHIFT = 4;

  private static final int KIND = (1 << EPOCH_SHIFT) - 1;

  private final MessagePool messages;

  WindowMessages(
      RankTable ranks, Transport transport, MessagePool messages, Clock clock, Causes causes) {
    super(MessagePool.WINDOWS, ranks, transport, messages, clock, causes);
    this.messages = messages;
  }

  /** An access in an epoch in which all is locked, 0 for none. */
  static int inEpoch(int kind, int epoch) {
    return kind | epoch << EPOCH_SHIFT;
  }

  /**
   * A message that is not sent yet.
   *
   * @param access by which its source knows an access again that is answered, else NONE
   */
  int create(int source, int target, int access, long bytes, int kind, int context, long about) {
    int message = make(source, target, 0, bytes, kind, context, about, 0);
    messages.ordinal(message, access);
    return message;
  }

  /** The op of a rank sends an empty message. */
  void sendByCaller(RankWindow window, int target, int kind, long about) {
    int message = create(window.rank, target, RecordPool.NONE, 0, kind, window.context, about);
    sendByCaller(window.rank, message);
  }

  /** An answer is sent, from a moment on, without the CPU of the rank that it is from. */
  void answer(RankWindow from, int to, int access, long bytes, int kind, long about, int after) {
    int message = create(from.rank, to, access, bytes, kind, from.context, about);
    sendByItself(message, after);
  }

  int kind(int message) {
    return what(message) & KIND;
  }

  int epoch(int message) {
    return what(message) >>> EPOCH_SHIFT;
  }
}
