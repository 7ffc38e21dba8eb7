package org.foretell.observe;

/**
 * One phase of the program, between the two ends of a marker.
 *
 * <p>If a phase is nested in itself, inclusive times count the outer one only.
 *
 * @param marker index into the trace's table of markers
 * @param count how often ranks entered it
 * @param ranks how many ranks entered it at least once
 * @param inclusive time in it, phases within it included
 * @param exclusive time in it and in no phase within it
 * @param maxRankTimePs inclusive time of the rank that spent most in it, picoseconds
 * @param maxRankComputePs inclusive compute time of the rank that computed most in it, picoseconds
 */
public record PhaseSummary(
    int marker,
    long count,
    int ranks,
    PhaseTimes inclusive,
    PhaseTimes exclusive,
    long maxRankTimePs,
    long maxRankComputePs) {
  /**
   * {@return the mean over its ranks of the compute time in it, over its maximum, 0 to 1; 1 when no
   * rank computes}
   */
  public double loadBalance() {
    return maxRankComputePs == 0 ? 1 : inclusive.computePs().mean(ranks) / maxRankComputePs;
  }
}
