package org.foretell.engine.collective;

import java.util.Arrays;
import org.foretell.engine.batch.Followers;

/**
 * The times of a collective in steps for replays that follow another one: for each what {@link
 * ScheduleRun} keeps for the leader.
 */
final class FollowerRun {
  private final Followers followers;

  /** In the background: when it is ready for its next step. */
  private final long[] clockPs;

  private final long[] readyPs;

  /** When all that was started has ended, as far as that is known. */
  private final long[] startedPs;

  /** The clock of the rank, while it is lent to the collective. */
  private final long[] lentPs;

  FollowerRun(Followers followers) {
    this.followers = followers;
    clockPs = followers.timesPs();
    readyPs = followers.timesPs();
    startedPs = followers.timesPs();
    lentPs = followers.timesPs();
  }

  /** A rank calls it at its clock. */
  void call(int rank) {
    followers.handClock(rank);
    followers.keepIn(clockPs);
    Arrays.fill(startedPs, 0);
  }

  /** A step begins. */
  void begin() {
    System.arraycopy(clockPs, 0, readyPs, 0, clockPs.length);
  }

  /** A part of the step ends at the times at hand. */
  void part() {
    followers.keepLatestIn(readyPs);
  }

  /** All parts of the step have ended. */
  void end() {
    System.arraycopy(readyPs, 0, clockPs, 0, clockPs.length);
  }

  /** Something that was started ends at the times at hand. */
  void startedEnds() {
    followers.keepLatestIn(startedPs);
  }

  /** When all that was started ended is at hand. */
  void handStarted() {
    followers.hand(startedPs);
  }

  /** The clock is at hand. */
  void handClock() {
    followers.hand(clockPs);
  }

  /** In the background it computes for a time that is the same for all. */
  void computes(long spanPs) {
    for (int i = 0; i < clockPs.length; i++) {
      clockPs[i] = followers.plus(i, clockPs[i], spanPs);
    }
  }

  /** Sets the clock of its rank to its own. */
  void lend(int rank) {
    followers.handClock(rank);
    followers.keepIn(lentPs);
    followers.hand(clockPs);
    followers.clockIsAtHand(rank);
  }

  /**
   * Gives the rank its clock back. What that has moved to is at hand.
   *
   * @param awaited whether it is a part of the step, and does not move the clock of the collective
   */
  void takeBack(int rank, boolean awaited) {
    followers.hand(lentPs);
    followers.exchangeClock(rank);
    if (!awaited) {
      followers.keepIn(clockPs);
    }
  }
}
