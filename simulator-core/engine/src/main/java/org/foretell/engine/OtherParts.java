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
   * Replays the part until all is over, or until the replay was stopped.
   *
   * @param executes all that can happen in the part before something comes from others
   * @param awake called now and then while it waits for these
   */
  void replay(Runnable executes, Runnable awake);
}
