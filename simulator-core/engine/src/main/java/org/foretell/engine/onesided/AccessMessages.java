package org.foretell.engine.onesided;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;

/**
 * The messages of ops that access what other ranks have. What a message is stands where others keep
 * the number of their op, and what it is about where others keep their sender's time.
 */
abstract sealed class AccessMessages permits OneSidedMessages, WindowMessages {
  private static final int CONTEXT_SHIFT = 32;

  private final RankTable ranks;
  private final Transport transport;
  private final MessagePool messages;
  private final Clock clock;
  private final Causes causes;

  /** In place of a context of communicators, see {@link MessagePool#context}. */
  private final int space;

  AccessMessages(
      int space,
      RankTable ranks,
      Transport transport,
      MessagePool messages,
      Clock clock,
      Causes causes) {
    this.space = space;
    this.ranks = ranks;
    this.transport = transport;
    this.messages = messages;
    this.clock = clock;
    this.causes = causes;
  }

  /**
   * A message that is not sent yet.
   *
   * @param what it is, as the subclass numbers it; not negative
   * @param context of its op: a context of OpenSHMEM, a window, or a rank
   * @param about a size, a lock, a time or a number, as {@code what} says
   * @param flags of {@link MessagePool}
   */
  final int make(
      int source, int target, int tag, long bytes, int what, int context, long about, int flags) {
    int message =
        messages.create(
            source, target, tag, space, bytes, clock.nowPs(), RequestTable.NOBODY, flags);
    messages.operation(message, (long) context << CONTEXT_SHIFT | what);
    messages.about(message, about);
    causes.sends(MessagePool.who(message), source);
    return message;
  }

  /** The op of a rank sends a message, for which the rank needs its CPU. */
  final void sendByCaller(int rank, int message) {
    long goesOnPs = transport.transmit(message, true, causes.clock(rank));
    ranks.part(rank, goesOnPs, 0, transport.goesOn());
  }

  /** A message is sent, from a moment on, without the CPU of the rank that it is from. */
  final void sendByItself(int message, int after) {
    transport.transmit(message, false, after);
  }

  /** What a message is. */
  final int what(int message) {
    return (int) messages.operation(message);
  }

  /** The context of a message's op: of OpenSHMEM, a window, or a rank. */
  final int context(int message) {
    return (int) (messages.operation(message) >> CONTEXT_SHIFT);
  }
}
