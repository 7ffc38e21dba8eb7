package org.foretell.analysis.recorded;

import java.util.List;
import org.foretell.analysis.waits.WaitSummary;

/**
 * Why ranks waited in the traced run. Times are picoseconds. Immutable.
 *
 * @param makespanPs from when the first rank has begun to when the last one has done all, without
 *     {@code MPI_Init} and {@code MPI_Finalize}
 * @param ranks all ranks, in order
 * @param waits where ranks waited for each other, and what made them
 * @param unknownCalls calls that may have waited for what the trace does not tell
 * @param impossibleCalls calls that ended before what they waited for had begun, which shows how
 *     well the clocks of ranks are set
 * @param mostImpossiblePs by how much at most
 */
public record RecordedSummary(
    long makespanPs,
    List<OfRank> ranks,
    WaitSummary waits,
    long unknownCalls,
    long impossibleCalls,
    long mostImpossiblePs) {
  /** Copies the list. */
  public RecordedSummary {
    ranks = List.copyOf(ranks);
  }

  /**
   * Times of a rank.
   *
   * @param rank its number
   * @param computePs in bursts
   * @param endPs when it had done all
   */
  public record OfRank(int rank, long computePs, long endPs) {}

  private double most() {
    return ranks.stream().mapToLong(OfRank::computePs).max().orElse(0);
  }

  private double mean() {
    return ranks.stream().mapToLong(OfRank::computePs).average().orElse(0);
  }

  /** {@return mean over longest time that ranks computed; 1 if none did} */
  public double loadBalance() {
    return most() == 0 ? 1 : mean() / most();
  }

  /** {@return share of the run in which the rank computed that did so longest; 1 for no time} */
  public double communicationEfficiency() {
    return makespanPs == 0 ? 1 : most() / makespanPs;
  }

  /** {@return share of the run in which the mean rank computed; 1 for no time} */
  public double parallelEfficiency() {
    return makespanPs == 0 ? 1 : mean() / makespanPs;
  }
}
