package org.foretell.observe;

/**
 * The useful share of the ranks' time: the multiplicative efficiencies of the POP project (<a
 * href="https://pop-coe.eu/node/69">Standard Metrics</a>), as far as a single replay can give them.
 * Useful time is the time in bursts. Parallel efficiency is load balance times communication
 * efficiency, up to the rounding of a {@code double}.
 *
 * @param ranks number of ranks
 * @param makespanPs when the last rank finished, picoseconds
 * @param computePs time in bursts, sum over ranks, picoseconds
 * @param maxComputePs time in bursts of the rank with the most, picoseconds
 */
public record EfficiencySummary(int ranks, long makespanPs, Total computePs, long maxComputePs) {
  /** {@return the mean over ranks of the time in bursts, picoseconds} */
  public double meanComputePs() {
    return computePs.mean(ranks);
  }

  /** {@return the mean useful time over run time, 0 to 1; 1 for a run that takes no time} */
  public double parallelEfficiency() {
    return makespanPs == 0 ? 1 : meanComputePs() / makespanPs;
  }

  /** {@return the mean useful time over its maximum, 0 to 1; 1 when no rank computes} */
  public double loadBalance() {
    return maxComputePs == 0 ? 1 : meanComputePs() / maxComputePs;
  }

  /** {@return the largest useful time over run time, 0 to 1; 1 for a run that takes no time} */
  public double communicationEfficiency() {
    return makespanPs == 0 ? 1 : (double) maxComputePs / makespanPs;
  }
}
