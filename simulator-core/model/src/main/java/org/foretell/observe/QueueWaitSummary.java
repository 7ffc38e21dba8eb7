package org.foretell.observe;

/**
 * How long the messages that a rank sent waited for links and buses; the rank itself may have gone
 * on meanwhile. Waits of several messages at the same time are added up.
 *
 * @param linkWaitPs for links, picoseconds
 * @param busWaitPs for buses, picoseconds
 */
public record QueueWaitSummary(long linkWaitPs, long busWaitPs) {
  /** No wait. */
  public static final QueueWaitSummary NONE = new QueueWaitSummary(0, 0);
}
