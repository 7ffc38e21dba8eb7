package org.foretell.energy;

/**
 * Slower clocks for ranks that compute less than the one that computes longest: with the whole
 * slack used, all compute as long as that one, as far as their clocks go down. The idea is Jitter's
 * (Kappiah, Freeh and Lowenthal, SC 2005).
 */
final class SlackClocks {
  private final CoreTimes nominal;
  private final double lowestClock;
  private final double boundShare;
  private final long mostBusyPs;
  private final boolean isPossible;

  SlackClocks(int ranks, CoreTimes nominal, double lowestClock, double boundShare) {
    this.lowestClock = lowestClock;
    this.nominal = nominal;
    this.boundShare = boundShare;
    long most = 0;
    long least = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      most = Math.max(most, nominal.busyPs(rank));
      least = Math.min(least, nominal.busyPs(rank));
    }
    mostBusyPs = most;
    isPossible = least < most && lowestClock < 1;
  }

  /** Whether any rank computes less than another, and can do so more slowly. */
  boolean isPossible() {
    return isPossible;
  }

  /**
   * The clocks that use a share of the slack.
   *
   * @param share of the way to equal times in bursts, above 0, at most 1
   */
  Clocks clocks(double share) {
    return new Clocks("slack " + share, rank -> clock(rank, share), boundShare);
  }

  private double clock(int rank, double share) {
    long busyPs = nominal.busyPs(rank);
    if (busyPs == 0) {
      return lowestClock;
    }
    double stretch = 1 + share * ((double) mostBusyPs / busyPs - 1);
    return Math.min(1, Math.max(lowestClock, Clocks.clockOf(stretch, boundShare)));
  }
}
