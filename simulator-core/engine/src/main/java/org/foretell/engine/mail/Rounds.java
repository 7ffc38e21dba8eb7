package org.foretell.engine.mail;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the parts of a replay go through time together: in each round all of them execute what
 * happens before the same moment, and then read what the others wrote in the round before. So a
 * part waits only for those that have not ended that one. Used by the threads of all parts.
 */
public final class Rounds implements Office {
  /** Nothing is left to happen. */
  public static final long NOTHING = Long.MAX_VALUE;

  /** The replay was stopped. */
  public static final long STOPPED = -1;

  /** How often a part looks whether another has come before its thread lets others run. */
  private static final int LOOKS = 1 << 10;

  /** How often it has looked before its thread sleeps. */
  private static final int MANY_LOOKS = 1 << 13;

  private static final long NAP_NANOS = 20_000;

  /** Distance of what different threads write, a power of two. */
  private static final int APART = 4;

  /**
   * Rounds whose letters are kept, a power of two: a part may read those of a round while another
   * writes those of the second one after it, and it may keep some for its next round.
   */
  private static final int KEPT = 4;

  /** By writer and reader, and by round. */
  private final Bundle[][][] bundles;

  /** By part how many rounds it has ended, far from each other in memory. */
  private final AtomicLongArray ended;

  /** By part, and by whether the round is odd; written before {@link #ended}. */
  private final long[] earliestPs;

  /** By part how long it has waited for others, likewise. */
  private final AtomicLongArray waitedNanos;

  private volatile boolean stopped;

  /** Nobody has begun. */
  public Rounds(int parts) {
    bundles = new Bundle[parts][parts][KEPT];
    ended = new AtomicLongArray(parts << APART);
    earliestPs = new long[parts << APART];
    waitedNanos = new AtomicLongArray(parts << APART);
    for (Bundle[][] ofWriter : bundles) {
      for (Bundle[] ofReader : ofWriter) {
        Arrays.setAll(ofReader, round -> new Bundle());
      }
    }
  }

  int parts() {
    return bundles.length;
  }

  /** What a part writes to another one in a round. */
  Bundle bundle(int writer, int reader, long round) {
    return bundles[writer][reader][(int) round & (KEPT - 1)];
  }

  /**
   * Waits until all parts have ended the round that this one ended last.
   *
   * @param awake called now and then by a thread that waits long
   * @return when something happens next after that round in any of them, {@link #NOTHING} or {@link
   *     #STOPPED}
   */
  long await(int part, Runnable awake) {
    int own = part << APART;
    long round = ended.get(own);
    int parity = (int) round & 1;
    long least = NOTHING;
    for (int other = 0; other < ended.length(); other += 1 << APART) {
      if (ended.get(other) < round) {
        long fromNanos = System.nanoTime();
        await(other, round, awake);
        waitedNanos.addAndGet(own, System.nanoTime() - fromNanos);
      }
      least = Math.min(least, earliestPs[other + parity]);
    }
    return stopped ? STOPPED : least;
  }

  @SuppressWarnings("ThreadPriorityCheck") // yielding is right with more threads than processors
  private void await(int other, long round, Runnable awake) {
    int looks = 0;
    while (ended.get(other) < round && !stopped) {
      if (++looks < LOOKS) {
        Thread.onSpinWait();
      } else if (looks < MANY_LOOKS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, NAP_NANOS);
        awake.run();
      }
    }
  }

  /**
   * A part has ended the next round, and read what was written in the one before.
   *
   * @param nextPs when something happens next, in it or as it has announced
   */
  void end(int part, long nextPs) {
    int own = part << APART;
    long round = ended.get(own) + 1;
    earliestPs[own + ((int) round & 1)] = nextPs;
    ended.set(own, round);
  }

  /** How long all parts together have waited for others. */
  long waitedNanos() {
    long sum = 0;
    for (int part = 0; part < waitedNanos.length(); part += 1 << APART) {
      sum += waitedNanos.get(part);
    }
    return sum;
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }
}
