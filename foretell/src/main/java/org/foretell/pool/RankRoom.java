package org.foretell.pool;

import java.util.concurrent.Semaphore;

/**
 * Room for the ranks of all runs at once. A run that has more than all of it takes all. Who has
 * room waits for nobody, so that nobody waits for ever.
 */
final class RankRoom {
  private final int most;
  private final Semaphore free;

  RankRoom(int most) {
    this.most = most;
    free = new Semaphore(most, true);
  }

  void take(int ranks) {
    free.acquireUninterruptibly(Math.min(most, ranks));
  }

  void giveBack(int ranks) {
    free.release(Math.min(most, ranks));
  }
}
