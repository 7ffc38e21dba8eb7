package org.foretell.engine.message;

/** Called for messages without a matching receive, when they have reached their target. */
@FunctionalInterface
public interface OneSidedArrivals {
  /**
   * A message is at its target.
   *
   * @param after the moment from which that follows
   */
  void comes(int message, int after);
}
