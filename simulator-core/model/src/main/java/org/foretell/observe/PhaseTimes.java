package org.foretell.observe;

/**
 * Time within phases, summed over ranks.
 *
 * @param timePs total, picoseconds
 * @param computePs in bursts, picoseconds
 * @param waitPs waiting for other ranks, picoseconds
 */
public record PhaseTimes(Total timePs, Total computePs, Total waitPs) {
  /** {@return the rest: time spent communicating, picoseconds} */
  public Total communicationPs() {
    return timePs.minus(computePs).minus(waitPs);
  }
}
