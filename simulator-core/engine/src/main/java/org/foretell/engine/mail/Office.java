package org.foretell.engine.mail;

/** Where the parts of a replay exchange letters. Used by the threads of all parts. */
public sealed interface Office permits PostOffice, Rounds {
  /** All parts are to end, since one of them cannot go on. */
  void stop();

  /** Whether the parts are to end. */
  boolean isStopped();
}
