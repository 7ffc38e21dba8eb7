package org.foretell.models.flow;

import java.util.Arrays;

/**
 * When rates are recomputed after flows have started or ended: at once, or in an estimate up to a
 * small part of the time later that flows take. Then one computation serves all that come and go
 * meanwhile, and what some lack for that time others have too much.
 */
final class ShareTimes {
  /** Of the time that flows take, how many parts an estimate may wait. */
  private static final int PARTS = 16;

  /** How many where much depends on it. */
  private static final int URGENT_PARTS = 128;

  /** Flows over which the time that they take is averaged, about. */
  private static final int AVERAGED = 256;

  private final boolean atOnce;
  private double meanPs;
  private long lastPs;

  /** By flow when it joined its links; empty where all is computed at once. */
  private long[] joinedPs = {};

  private ShareTimes(boolean atOnce) {
    this.atOnce = atOnce;
  }

  /** All rates are right at any time. */
  static ShareTimes atOnce() {
    return new ShareTimes(true);
  }

  /** Rates are right for a little earlier. */
  static ShareTimes forEstimates() {
    return new ShareTimes(false);
  }

  /** Makes room for flows with numbers below this. */
  void reserve(int flows) {
    if (!atOnce) {
      joinedPs = Arrays.copyOf(joinedPs, flows);
    }
  }

  /** A flow joins its links. */
  void joined(int flow, long nowPs) {
    if (!atOnce) {
      joinedPs[flow] = nowPs;
    }
  }

  /** A flow that joined its links has ended. */
  void ended(int flow, long nowPs) {
    if (!atOnce) {
      double span = nowPs - joinedPs[flow];
      meanPs = meanPs == 0 ? span : meanPs + (span - meanPs) / AVERAGED;
    }
  }

  /** Rates are computed. */
  void shared(long nowPs) {
    lastPs = nowPs;
  }

  /**
   * When rates have to be computed of which some are not right any more; not before now.
   *
   * @param urgent whether some may be far off
   */
  long duePs(boolean urgent, long nowPs) {
    return Math.max(nowPs, lastPs + (long) (meanPs / (urgent ? URGENT_PARTS : PARTS)));
  }

  /** Whether rates may never be wrong. */
  boolean areAtOnce() {
    return atOnce;
  }
}
