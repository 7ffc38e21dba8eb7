package org.foretell.analysis.recorded;

import org.jspecify.annotations.Nullable;

/** For whom a call has waited: for the one that came last. */
final class CallWait {
  final long startPs;
  final long endPs;
  long untilPs;
  int late = MovedData.NONE;

  /** What it has waited for; null if for nothing. */
  private @Nullable Need need;

  long impossiblePs;

  CallWait(long startPs, long endPs) {
    this.startPs = startPs;
    this.endPs = endPs;
    untilPs = startPs;
  }

  /**
   * Another rank has come.
   *
   * @param kind what the other one is
   * @param isNeeded whether the call cannot end before; otherwise it has not waited if it did
   */
  void until(long otherPs, int other, boolean isNeeded, Need kind) {
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
      need = kind;
    }
  }

  /** Whether it has waited for one other rank at a window, for a lock, or in a probe. */
  boolean isForPartner() {
    return need == Need.LOCK || need == Need.POST || need == Need.COMPLETE || need == Need.SEEN;
  }

  /** Whether it has waited for members of a collective, or for who updates a variable. */
  boolean isForMembers() {
    return need == Need.MEMBERS || need == Need.UPDATE;
  }

  boolean isImpossible() {
    return impossiblePs > 0;
  }
}
