package org.foretell.calibration.core;

/**
 * How many times faster the bursts of a call site, or of all, ran on the other machine.
 *
 * @param callSite its text; empty for bursts without one, and for those of all call sites together
 * @param pairs of a burst here and the same burst there, at least 1
 * @param hereSeconds time of all bursts on the first machine, above 0
 * @param thereSeconds time of all bursts on the other machine, above 0
 * @param from in this ratio or a higher one ran 90 % of the time on the first machine; at most the
 *     ratio of the sums
 * @param to in this ratio or a lower one ran 90 % of the time on the first machine; at least the
 *     ratio of the sums
 */
public record BurstRatio(
    String callSite, long pairs, double hereSeconds, double thereSeconds, double from, double to) {
  /** {@return the ratio of the sums: above 1 if the other machine is faster} */
  public double value() {
    return hereSeconds / thereSeconds;
  }
}
