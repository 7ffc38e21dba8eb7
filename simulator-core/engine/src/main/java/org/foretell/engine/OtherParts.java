package org.foretell.engine;

import org.foretell.engine.mail.NeedsOnePart;

/** What one part of a replay gets from the others. Used by its thread. */
interface OtherParts {
  /**
   * An event is over.
   *
   * @param awake called now and then while it waits
   * @return false if the replay was stopped
   * @throws NeedsOnePart if there is a problem, which is reported from a replay in one part
   */
  boolean eventIsOver(Runnable awake);

  /**
   * No rank of this part can go on for now.
   *
   * @param awake called now and then while it waits
   * @return false if that will never change, or if the replay was stopped
   */
  boolean await(Runnable awake);
}
