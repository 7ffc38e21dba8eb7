package org.foretell.engine.message;

/** Who is told of messages that no receive has to match, when they are at their target. */
@FunctionalInterface
public interface OneSidedArrivals {
  /** A message is at its target. */
  void comes(int message);
}
