package org.foretell.classification.call;

/** Takes what was put together. */
public interface MessageSink {
  /**
   * Takes a message, once all calls that move it have ended.
   *
   * @param message its calls and their times
   */
  void message(MessageTimes message);

  /**
   * Takes a member's call of a collective.
   *
   * @param call the call and its times
   */
  default void collective(CollectiveTimes call) {}

  /**
   * Takes an update of a variable of OpenSHMEM that a rank waited for.
   *
   * @param update the calls and their times
   */
  default void update(UpdateTimes update) {}
}
