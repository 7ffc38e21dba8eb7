package org.foretell.analysis.path;

import java.util.Arrays;
import org.foretell.observe.PathLeg.Kind;

/** The time of each kind on the critical path, picoseconds. Immutable. */
public final class PathTimes {
  private static final int KINDS = Kind.values().length;

  private final long[] byKindPs;

  private PathTimes(long[] byKindPs) {
    this.byKindPs = byKindPs;
  }

  /** The kinds from an offset on, copied. */
  static PathTimes of(long[] cells, int offset) {
    return new PathTimes(Arrays.copyOfRange(cells, offset, offset + KINDS));
  }

  /**
   * {@return the time of a kind, at least 0}
   *
   * @param kind of activity
   */
  public long timePs(Kind kind) {
    return byKindPs[kind.ordinal()];
  }

  /** {@return the time of all kinds together} */
  public long totalPs() {
    long sumPs = 0;
    for (long timePs : byKindPs) {
      sumPs += timePs;
    }
    return sumPs;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathTimes times && Arrays.equals(byKindPs, times.byKindPs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(byKindPs);
  }

  /** Returns the times, by kind. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Kind kind : Kind.values()) {
      if (timePs(kind) != 0) {
        text.append(text.isEmpty() ? "" : ", ").append(kind).append(' ').append(timePs(kind));
      }
    }
    return text.toString();
  }
}
