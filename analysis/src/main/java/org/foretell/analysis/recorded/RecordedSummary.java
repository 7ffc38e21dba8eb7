package org.foretell.analysis.recorded;

import java.util.List;
import org.foretell.analysis.waits.WaitSummary;

/**
 * Why ranks waited in the traced run. Times are picoseconds. Immutable.
 *
 * @param makespanPs from the start of the first rank to the end of the last one, without {@code
 *     MPI_Init} and {@code MPI_Finalize}
 * @param ranks all ranks, in order
 * @param waits where ranks waited for each other, and why
 * @param unknownCalls calls that may have waited for a cause that the trace does not record
 * @param impossibleCalls calls that ended before their cause had begun, which shows how well the
 *     clocks of ranks are aligned
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
   * @param endPs when it finished
   */
  public record OfRank(int rank, long computePs, long endPs) {}

  private double most() {
    return ranks.stream().mapToLong(OfRank::computePs).max().orElse(0);
  }

  private double mean() {
    return ranks.stream().mapToLong(OfRank::computePs).average().orElse(0);
  }

  /** {@return mean over longest computing time of ranks; 1 if no rank computed} */
  public double loadBalance() {
    return most() == 0 ? 1 : mean() / most();
  }

  /** {@return longest computing time of a rank over run time; 1 for no time} */
  public double communicationEfficiency() {
    return makespanPs == 0 ? 1 : most() / makespanPs;
  }

  /** {@return mean computing time of ranks over run time; 1 for no time} */
  public double parallelEfficiency() {
    return makespanPs == 0 ? 1 : mean() / makespanPs;
  }
}
