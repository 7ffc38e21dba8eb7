package org.foretell.workflow.traced;

/** What a rank does, in the order of its program. */
interface MessageListener {
  /** It computed, slept, or did something else that takes this long. */
  void computed(long durationPs);

  /** It sent a message. */
  void sent(int receiver, long bytes);

  /**
   * It has a message.
   *
   * @param sender {@link org.foretell.trace.OpView#NONE} if the trace does not record it
   */
  void received(int sender);

  /** A probe or a test that does not block found something, or nothing: then it waits. */
  void polled(boolean found);
}
