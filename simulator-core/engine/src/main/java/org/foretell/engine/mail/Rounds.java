package org.foretell.engine.mail;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the parts of a replay go through time together: in each round all of them execute what
 * happens before the same moment, and then read what the others wrote in it. Used by the threads of
 * all parts.
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

  /** By writer and reader, and by whether the round is odd: a reader may be a round behind. */
  private final Bundle[][][] bundles;

  /** By part how many rounds it has ended, far from each other in memory. */
  private final AtomicLongArray ended;

  /** By part, and by whether the round is odd; written before {@link #ended}. */
  private final long[] earliestPs;

  /** How much happened, likewise. */
  private final long[] events;

  private volatile boolean stopped;

  /** Nobody has begun. */
  public Rounds(int parts) {
    bundles = new Bundle[parts][parts][2];
    ended = new AtomicLongArray(parts << APART);
    earliestPs = new long[parts << APART];
    events = new long[parts << APART];
    for (Bundle[][] ofWriter : bundles) {
      for (Bundle[] ofReader : ofWriter) {
        Arrays.setAll(ofReader, odd -> new Bundle());
      }
    }
  }

  int parts() {
    return bundles.length;
  }

  /** What a part writes to another one in a round that is odd or not. */
  Bundle bundle(int writer, int reader, int parity) {
    return bundles[writer][reader][parity];
  }

  /**
   * A part has ended a round: waits for the others.
   *
   * @param nextPs when something happens next, in it or as it has announced
   * @param happened how much has happened in it
   * @param awake called now and then by a thread that waits long
   * @return what is next for any of them, {@link #NOTHING} or {@link #STOPPED}
   */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is right with more threads than processors
  long await(int part, long nextPs, long happened, Runnable awake) {
    int own = part << APART;
    long round = ended.get(own) + 1;
    int parity = (int) round & 1;
    earliestPs[own + parity] = nextPs;
    events[own + parity] = happened;
    ended.set(own, round);
    long least = nextPs;
    for (int other = 0; other < ended.length(); other += 1 << APART) {
      int looks = 0;
      while (ended.get(other) < round) {
        if (stopped) {
          return STOPPED;
        }
        if (++looks < LOOKS) {
          Thread.onSpinWait();
        } else if (looks < MANY_LOOKS) {
          Thread.yield();
        } else {
          LockSupport.parkNanos(this, NAP_NANOS);
          awake.run();
        }
      }
      least = Math.min(least, earliestPs[other + parity]);
    }
    return stopped ? STOPPED : least;
  }

  /** How much happened in all parts in a round that is over, and no part has ended the next one. */
  long events(int parity) {
    long sum = 0;
    for (int other = 0; other < events.length; other += 1 << APART) {
      sum += events[other + parity];
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
