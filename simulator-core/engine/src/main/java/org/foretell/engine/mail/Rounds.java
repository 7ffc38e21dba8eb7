package org.foretell.engine.mail;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the parts of a replay go through time together: in each round all of them execute what
 * happens before the same moment, and then read what the others wrote in the round before. So a
 * part waits only for those that have not ended that one. Where threads would rather wait for each
 * other, that of the first part executes the rounds of others, too. Used by the threads of all
 * parts.
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

  /** By part how long it has waited for others, as far apart as {@link #ended}. */
  private final AtomicLongArray waitedNanos;

  /** By part that its thread has left to the first one. */
  private final AtomicReferenceArray<@Nullable LeftPart> left;

  /** That of the first part, once it has begun; only it needs to know. */
  private @Nullable Thread firstThread;

  /** Nothing is left to happen. */
  private volatile boolean over;

  private volatile boolean stopped;

  /** Nobody has begun. */
  public Rounds(int parts) {
    bundles = new Bundle[parts][parts][KEPT];
    ended = new AtomicLongArray(parts << APART);
    earliestPs = new long[parts << APART];
    waitedNanos = new AtomicLongArray(parts << APART);
    left = new AtomicReferenceArray<>(parts);
    for (Bundle[][] ofWriter : bundles) {
      for (Bundle[] ofReader : ofWriter) {
        Arrays.setAll(ofReader, round -> new Bundle());
      }
    }
  }

  int parts() {
    return bundles.length;
  }

  /** The calling thread replays a part. */
  void begin(int part) {
    if (part == 0) {
      firstThread = Thread.currentThread();
    }
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
    for (int other = 0; other < parts(); other++) {
      int place = other << APART;
      while (ended.get(place) < round && !stopped) {
        LeftPart behind = leftToThis(other);
        if (behind == null) {
          long fromNanos = System.nanoTime();
          await(other, round, awake);
          waitedNanos.addAndGet(own, System.nanoTime() - fromNanos);
        } else {
          behind.execute();
        }
      }
      least = Math.min(least, earliestPs[place + parity]);
    }
    if (stopped) {
      return STOPPED;
    }
    if (least == NOTHING) {
      over = true;
    }
    return least;
  }

  /** A part that is left to the calling thread; null if it is not. */
  private @Nullable LeftPart leftToThis(int part) {
    LeftPart some = left.get(part);
    return some != null && some.isLeft() && Thread.currentThread() == firstThread ? some : null;
  }

  /** Waits until another part has ended a round, or is left to the calling thread. */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is right with more threads than processors
  private void await(int other, long round, Runnable awake) {
    int looks = 0;
    while (ended.get(other << APART) < round && !stopped && leftToThis(other) == null) {
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
   * The calling thread leaves its part to that of the first one, until that gives it back. That
   * time counts as waiting.
   *
   * @param round executes a round of it; whether there are more
   */
  void leave(int part, BooleanSupplier round, long nanos) {
    LeftPart leaves = new LeftPart(round, nanos);
    left.set(part, leaves);
    leaves.await(() -> stopped || over);
    waitedNanos.addAndGet(part << APART, leaves.awayNanos());
    left.set(part, null);
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

  /** How long the threads of all parts together have waited for others; nearly. */
  long waitedNanos() {
    long sum = 0;
    for (int part = 0; part < parts(); part++) {
      sum += waitedNanos.get(part << APART);
      LeftPart away = left.get(part);
      if (away != null) {
        sum += away.awayNanos();
      }
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
