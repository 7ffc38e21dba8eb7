package org.foretell.engine.reference;

import java.util.function.LongConsumer;
import org.foretell.model.Message;

/** How one-sided messages get from one rank to another. */
public interface OneSidedTransport {
  /**
   * A one-sided message leaves now.
   *
   * @param byCaller whether an op sends it, rather than a network interface
   * @param arrives what happens when it is there
   * @return when the caller goes on
   */
  long transmit(Message message, boolean byCaller, Runnable arrives);

  /** When the data of what {@link #transmit} has just sent may be changed at their source. */
  default long sourceDonePs(long callerPs) {
    return callerPs;
  }

  /** Whether a message says so, sent as answers are. */
  default boolean acknowledgesByMessage() {
    return false;
  }

  /** When its source knows that something written is there, from then on. */
  long acknowledgePs(Message back);

  /**
   * Lets something be known at a time: at once, or in an event of that time, before all others and
   * in the order of ranks, if the model has such.
   */
  default void know(int rank, long timePs, LongConsumer known) {
    known.accept(timePs);
  }
}
