package org.foretell.parsers.plain;

import java.util.Objects;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Something that a rank has started.
 *
 * @param started the non-blocking call
 * @param message that it sends or receives; null for a collective
 * @param communicator its members
 */
public record PlainRequest(OpCode started, @Nullable PlainMessage message, int[] communicator) {
  /** {@return whether it is a receive} */
  public boolean isReceive() {
    return started == OpCode.IRECV;
  }

  /**
   * {@return whether a wait that knows no handles cannot tell it from another one}
   *
   * @param other a request of the same rank
   */
  boolean isLike(PlainRequest other) {
    if (message == null || other.message == null) {
      return message == null && other.message == null;
    }
    return isReceive() == other.isReceive()
        && message.peer() == other.message.peer()
        && message.tag() == other.message.tag()
        && communicator == other.communicator;
  }

  /**
   * {@return the message}
   *
   * @throws NullPointerException of a collective
   */
  public PlainMessage ofMessage() {
    return Objects.requireNonNull(message);
  }
}
