package org.foretell.workflow.run;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What happened, in the order in which the master dealt tasks out: an attempt for each time that it
 * sent a task to a worker. About 60 bytes each.
 */
final class Attempts {
  /** No attempt. */
  static final int NONE = -1;

  private final IntArrayList task = new IntArrayList();
  private final IntArrayList worker = new IntArrayList();
  private final IntArrayList trigger = new IntArrayList();
  private final LongArrayList readyPs = new LongArrayList();
  private final LongArrayList sentPs = new LongArrayList();
  private final LongArrayList startPs = new LongArrayList();
  private final LongArrayList endPs = new LongArrayList();
  private final LongArrayList knownPs = new LongArrayList();
  private final IntArrayList released = new IntArrayList();
  private final Int2LongOpenHashMap keptPs = new Int2LongOpenHashMap();
  private final Int2LongOpenHashMap waitedPs = new Int2LongOpenHashMap();

  /**
   * Adds one.
   *
   * @param ofTask which task
   * @param onWorker which worker
   * @param release the attempt whose result made the task ready, or {@link #NONE}
   * @param latest the attempt whose result the master took last, or {@link #NONE}
   * @param ready when the task was ready, ps
   * @param now when the master sends it, ps
   * @return its number
   */
  int add(int ofTask, int onWorker, int release, int latest, long ready, long now) {
    task.add(ofTask);
    worker.add(onWorker);
    released.add(release);
    trigger.add(latest);
    readyPs.add(ready);
    sentPs.add(now);
    startPs.add(now);
    endPs.add(now);
    knownPs.add(now);
    return task.size() - 1;
  }

  int size() {
    return task.size();
  }

  int task(int attempt) {
    return task.getInt(attempt);
  }

  int worker(int attempt) {
    return worker.getInt(attempt);
  }

  /** The attempt whose result made the task ready. */
  int released(int attempt) {
    return released.getInt(attempt);
  }

  /** The attempt whose result the master took before it dealt this one out. */
  int trigger(int attempt) {
    return trigger.getInt(attempt);
  }

  long readyPs(int attempt) {
    return readyPs.getLong(attempt);
  }

  long sentPs(int attempt) {
    return sentPs.getLong(attempt);
  }

  /** When the worker had the task. */
  long startPs(int attempt) {
    return startPs.getLong(attempt);
  }

  /**
   * A failure ends an attempt.
   *
   * @param kept how much of the attempt's time checkpoints keep
   */
  void isLost(int attempt, long kept) {
    keptPs.put(attempt, kept);
  }

  boolean isLost(int attempt) {
    return keptPs.containsKey(attempt);
  }

  /** How much of the time of a lost attempt checkpoints keep. */
  long keptPs(int attempt) {
    return keptPs.get(attempt);
  }

  /** How long the master waited for nodes before it dealt out this one. */
  long waitedPs(int attempt) {
    return waitedPs.get(attempt);
  }

  void waited(int attempt, long ps) {
    if (ps > 0) {
      waitedPs.put(attempt, ps);
    }
  }

  /** When the worker sent its result, or its nodes failed. */
  long endPs(int attempt) {
    return endPs.getLong(attempt);
  }

  /** When the master had the result. */
  long knownPs(int attempt) {
    return knownPs.getLong(attempt);
  }

  void starts(int attempt, long ps) {
    startPs.set(attempt, ps);
  }

  void ends(int attempt, long ps) {
    endPs.set(attempt, ps);
  }

  void isKnown(int attempt, long ps) {
    knownPs.set(attempt, ps);
  }
}
