package org.foretell.workflow.run;

import java.util.BitSet;

/**
 * Workers whose nodes have failed, what checkpoints have kept of tasks, and the time that the
 * master and workers wait for nodes.
 */
final class Restarts {
  /** Workers whose nodes have failed, until the master has their loss. */
  private final BitSet leaving = new BitSet();

  /** Workers of whom the master has the loss, until they return. */
  private final BitSet away = new BitSet();

  /** How long the master has waited for nodes since the latest result. */
  private long waitedPs;

  /** The latest message to the master, a result or a return. */
  private long latestPs;

  private long workersPs;

  /** By task how much of its duration checkpoints have kept. */
  private final long[] keptPs;

  /** By task how many attempts were lost since a checkpoint was kept. */
  private final int[] lostInARow;

  /** Nothing has failed yet. */
  Restarts(int tasks) {
    keptPs = new long[tasks];
    lostInARow = new int[tasks];
  }

  /** How much of a task's duration checkpoints have kept. */
  long keptPs(int task) {
    return keptPs[task];
  }

  /** A failure ends an attempt; how many in a row were lost without a new checkpoint. */
  int isLost(int task, long moreKeptPs) {
    keptPs[task] += moreKeptPs;
    lostInARow[task] = moreKeptPs > 0 ? 1 : lostInARow[task] + 1;
    return lostInARow[task];
  }

  /** A task begins again, since its result was wrong. */
  void beginsAgain(int task) {
    keptPs[task] = 0;
  }

  /** The own node of a worker fails while it has a task. */
  void fails(int worker) {
    leaving.set(worker);
  }

  /** The master has the loss of a worker; whether it is away from now on. */
  boolean leaves(int worker) {
    boolean isAway = leaving.get(worker);
    leaving.clear(worker);
    away.set(worker, isAway);
    return isAway;
  }

  /**
   * A worker is there again.
   *
   * @param isAwaited whether the master had nothing else to wait for
   */
  void returns(int worker, long nowPs, boolean isAwaited) {
    away.clear(worker);
    if (isAwaited) {
      waitedPs += nowPs - latestPs;
    }
    latestPs = nowPs;
  }

  /** The master has a result. */
  void result(long nowPs) {
    latestPs = nowPs;
    waitedPs = 0;
  }

  /** The master was away itself. */
  void masterWaits(long ps) {
    waitedPs += ps;
    latestPs += ps;
  }

  /** A worker with a task is away. */
  void workerWaits(long ps) {
    workersPs += ps;
  }

  boolean isAway(int worker) {
    return away.get(worker);
  }

  boolean hasAway() {
    return !away.isEmpty();
  }

  /** How long the master has waited for nodes since the latest result. */
  long waitedPs() {
    return waitedPs;
  }

  /** How long workers with a task were away. */
  long workersPs() {
    return workersPs;
  }
}
