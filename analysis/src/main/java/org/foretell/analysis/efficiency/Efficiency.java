package org.foretell.analysis.efficiency;

/**
 * The multiplicative efficiencies of the POP project (<a href="https://pop-coe.eu/node/69">Standard
 * Metrics</a>) of a run or a phase. Useful time is the time in bursts. Parallel efficiency is load
 * balance times serialisation times transfer, up to the rounding of a {@code double}. Values are
 * not clipped: a value above 1 means that the ideal network took longer than the real one.
 *
 * @param timePs how long it took, picoseconds
 * @param meanUsefulPs time in bursts, the mean over its ranks, picoseconds
 * @param maxUsefulPs time in bursts of the rank with the most, picoseconds
 * @param idealTimePs how long it took on the ideal network, picoseconds
 * @param idealMaxUsefulPs largest time in bursts of any rank on the ideal network, picoseconds; it
 *     differs from that of the real run only if bursts depend on their start times
 */
public record Efficiency(
    long timePs, double meanUsefulPs, long maxUsefulPs, long idealTimePs, long idealMaxUsefulPs) {

  /** {@return the mean useful time over run time; 1 for a run that takes no time} */
  public double parallel() {
    return timePs == 0 ? 1 : meanUsefulPs / timePs;
  }

  /** {@return the mean useful time over its maximum; 1 if no rank computes} */
  public double loadBalance() {
    return maxUsefulPs == 0 ? 1 : meanUsefulPs / maxUsefulPs;
  }

  /** {@return the largest useful time over run time: serialisation times transfer} */
  public double communication() {
    return timePs == 0 ? 1 : (double) maxUsefulPs / timePs;
  }

  /**
   * {@return the share left after waiting for other ranks: the largest useful time over run time,
   * both on the ideal network}
   */
  public double serialisation() {
    return idealTimePs == 0 ? 1 : (double) idealMaxUsefulPs / idealTimePs;
  }

  /**
   * {@return the share left after transfers: communication over serialisation, which is the time on
   * the ideal network over run time if bursts take equally long in both}
   */
  public double transfer() {
    double serialisation = serialisation();
    return serialisation == 0
        ? timePs == 0 ? 1 : (double) idealTimePs / timePs
        : communication() / serialisation;
  }

  /** {@return whether the ideal network took longer than the real one} */
  public boolean idealIsSlower() {
    return idealTimePs > timePs;
  }
}
