package org.foretell.extrapolation.law;

/** Numbers that look drawn and follow from others, so that a second run gives the same. */
public final class Mixing {
  private Mixing() {}

  /**
   * The finaliser of SplitMix64.
   *
   * @param value any
   * @return at least 0
   */
  public static long of(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (z ^ (z >>> 31)) >>> 1;
  }
}
