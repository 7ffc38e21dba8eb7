package org.foretell.parsers.runs;

import java.util.concurrent.CancellationException;

/**
 * Lets the tasks of several threads do a part of their work one after the other, in the order of
 * their numbers. A thread waits for tasks with lower numbers, so these must have begun. If one
 * fails before its turn has ended, no later one gets its turn: somebody must interrupt them.
 */
public final class Turns {
  private int next;

  /** The first turn is that of task 0. */
  public Turns() {}

  /**
   * Does something when the tasks with lower numbers have.
   *
   * @param number of the task; each has one turn
   * @param work has effects that all later turns see
   * @throws CancellationException if the thread is interrupted while it waits
   */
  public synchronized void inTurn(int number, Runnable work) {
    try {
      while (next != number) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("a thread that waited for its turn was interrupted");
    }
    work.run();
    next++;
    notifyAll();
  }
}
