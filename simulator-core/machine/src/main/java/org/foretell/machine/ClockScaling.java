package org.foretell.machine;

/**
 * What slower clocks do to the power of a core: above its idle power, it takes {@code
 * clock^exponent} of what it takes at the nominal clock, whether it computes or waits.
 *
 * @param lowestClock the slowest clock, relative to the nominal one: above 0, at most 1
 * @param exponent 1 to 4: about 1 where only the frequency falls, about 3 where the voltage falls
 *     with it
 */
public record ClockScaling(double lowestClock, double exponent) {
  /** The least exponent: power falls with the frequency. */
  public static final double LEAST_EXPONENT = 1;

  /** The greatest exponent. */
  public static final double MOST_EXPONENT = 4;

  /** Checks the ranges. */
  public ClockScaling {
    if (!(lowestClock > 0 && lowestClock <= 1)) {
      throw new IllegalArgumentException(
          "the lowest clock must be above 0 and at most 1, but is " + lowestClock);
    }
    if (!(exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT)) {
      throw new IllegalArgumentException(
          "the exponent of the clock must be 1 to 4, but is " + exponent);
    }
  }

  /**
   * {@return the share of the power above idle that a core takes at a clock}
   *
   * @param clock relative to the nominal one, above 0
   */
  public double powerShare(double clock) {
    return Math.pow(clock, exponent);
  }
}
