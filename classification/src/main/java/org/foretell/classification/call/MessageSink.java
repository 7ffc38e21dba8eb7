package org.foretell.classification.call;

/** Receives joined messages, collectives and updates. */
public interface MessageSink {
  /**
   * Called for a message, once all its calls have ended.
   *
   * @param message its calls and their times
   */
  void message(MessageTimes message);

  /**
   * Called for a member's call of a collective.
   *
   * @param call the call and its times
   */
  default void collective(CollectiveTimes call) {}

  /**
   * Called for an update of a variable of OpenSHMEM that a rank waited for.
   *
   * @param update the calls and their times
   */
  default void update(UpdateTimes update) {}
}
