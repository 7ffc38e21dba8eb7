package org.foretell.engine.message;

/** Who is told of messages that no receive has to match, when they are at their target. */
public interface OneSidedArrivals {
  /** Whether a message is one of these. */
  boolean isOneSided(int message);

  /** A message is at its target. */
  void comes(int message);
}
