package org.foretell.engine.mail;

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

  private final RoundMail[] mails;
  private final Place[] places;
  private volatile boolean stopped;

  /** How far a part is. */
  private static final class Place {
    /** By whether the round is odd; written before {@link #round}. */
    private final long[] earliestPs = new long[2];

    private volatile long round;
  }

  /** Nobody has begun. */
  public Rounds(int parts) {
    mails = new RoundMail[parts];
    places = new Place[parts];
    for (int part = 0; part < parts; part++) {
      mails[part] = new RoundMail(this, part, parts);
      places[part] = new Place();
    }
  }

  @Override
  public RoundMail letters(int part) {
    return mails[part];
  }

  int parts() {
    return mails.length;
  }

  /**
   * A part has ended a round: waits for the others.
   *
   * @param earliestPs what is next for it, and what it has written of
   * @param awake called now and then by a thread that waits long
   * @return what is next for any of them, {@link #NOTHING} or {@link #STOPPED}
   */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is right with more threads than processors
  long await(int part, long earliestPs, Runnable awake) {
    Place own = places[part];
    long round = own.round + 1;
    int parity = (int) round & 1;
    own.earliestPs[parity] = earliestPs;
    own.round = round;
    long least = earliestPs;
    for (Place other : places) {
      int looks = 0;
      while (other.round < round) {
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
      least = Math.min(least, other.earliestPs[parity]);
    }
    return stopped ? STOPPED : least;
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
