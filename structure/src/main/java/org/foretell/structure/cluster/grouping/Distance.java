package org.foretell.structure.cluster.grouping;

import java.util.Comparator;

/**
 * How far apart two ranks are: in call paths first, then in kinds of events, then in partners, then
 * in amounts. ACURDION shifts the values of a group above those of the less important ones, so that
 * these decide only among equals; numbers compared in turn are the same without a limit to the
 * values.
 */
record Distance(double callPaths, double events, double partners, double amounts)
    implements Comparable<Distance> {
  static final Distance ZERO = new Distance(0, 0, 0, 0);

  private static final Comparator<Distance> ORDER =
      Comparator.comparingDouble(Distance::callPaths)
          .thenComparingDouble(Distance::events)
          .thenComparingDouble(Distance::partners)
          .thenComparingDouble(Distance::amounts);

  Distance plus(Distance other) {
    return new Distance(
        callPaths + other.callPaths,
        events + other.events,
        partners + other.partners,
        amounts + other.amounts);
  }

  boolean isZero() {
    return callPaths == 0 && events == 0 && partners == 0 && amounts == 0;
  }

  @Override
  public int compareTo(Distance other) {
    return ORDER.compare(this, other);
  }
}
