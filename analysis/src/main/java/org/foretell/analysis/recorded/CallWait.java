package org.foretell.analysis.recorded;

/** For whom a call has waited: for the one that came last. */
final class CallWait {
  final long startPs;
  final long endPs;
  long untilPs;
  int late = MovedData.NONE;
  boolean isMessage;
  long impossiblePs;

  CallWait(long startPs, long endPs) {
    this.startPs = startPs;
    this.endPs = endPs;
    untilPs = startPs;
  }

  /**
   * Another rank has come.
   *
   * @param isNeeded whether the call cannot end before; otherwise it has not waited if it did
   */
  void until(long otherPs, int other, boolean isNeeded, boolean isOfMessage) {
    if (otherPs > endPs && isNeeded) {
      impossiblePs = Math.max(impossiblePs, otherPs - endPs);
    }
    if (otherPs >= endPs && !isNeeded) {
      return;
    }
    long limitedPs = Math.min(otherPs, endPs);
    if (limitedPs > startPs && limitedPs > untilPs) {
      untilPs = limitedPs;
      late = other;
      isMessage = isOfMessage;
    }
  }

  boolean isImpossible() {
    return impossiblePs > 0;
  }
}
