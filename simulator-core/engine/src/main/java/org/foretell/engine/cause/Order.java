package org.foretell.engine.cause;

import java.util.function.IntConsumer;

/**
 * In which order some things are used, each by one after the other, and how far parameters may move
 * until the order is another one.
 */
sealed interface Order permits ArrivalOrder, NumberOrder {
  /**
   * Something has its turn at a thing.
   *
   * @param who it is, see {@link Changes#numbered}
   * @param came when it came
   * @param waited whether the thing was in use then, or has just become free
   * @param start when it has its turn, a moment from which nothing else follows yet
   */
  void turn(int thing, int who, int came, boolean waited, int start);

  /** What has its turn at a thing keeps it up to a time. */
  void keeps(int thing, long untilPs);

  /** A thing has been free for long: turns that have been do not become longer any more. */
  void forget(int thing);

  /** Names the moments that are held. */
  void visit(IntConsumer moment);
}
