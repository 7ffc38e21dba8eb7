package org.foretell.engine.collective;

import org.foretell.model.MutableMessage;

/**
 * About how much time a message takes of its sender, if all members of its node send one like it.
 */
@FunctionalInterface
interface MessageWork {
  /**
   * The time, picoseconds.
   *
   * @param call whose members send
   * @param from member that sends
   * @param to member that receives
   * @param message which the sender sends; may be changed
   */
  double ps(AnyMember call, int from, int to, MutableMessage message);
}
