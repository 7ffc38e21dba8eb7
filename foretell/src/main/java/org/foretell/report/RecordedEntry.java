package org.foretell.report;

import java.util.List;
import org.foretell.analysis.recorded.RecordedSummary;
import org.foretell.trace.TraceTables;

/**
 * Where ranks waited for each other in the traced run, in the JSON of {@code sim explain}.
 *
 * @param seconds from the start of the first rank to the end of the last one
 * @param parallelEfficiency share of the run in which the mean rank computed
 * @param loadBalance mean over longest time that ranks computed
 * @param communicationEfficiency share of the run in which the rank computed that did so longest
 * @param ranks all ranks, in order
 * @param waits where ranks waited, and why
 * @param unknownCalls calls that may have waited for a cause that the trace does not record
 * @param impossibleCalls calls that ended before the start of the operation they waited for
 * @param mostImpossibleSeconds by how much at most
 */
public record RecordedEntry(
    double seconds,
    double parallelEfficiency,
    double loadBalance,
    double communicationEfficiency,
    List<RecordedRankEntry> ranks,
    WaitsEntry waits,
    long unknownCalls,
    long impossibleCalls,
    double mostImpossibleSeconds) {

  /**
   * Times of a rank in the traced run.
   *
   * @param rank its number
   * @param computeSeconds in bursts
   * @param endSeconds when it finished
   */
  public record RecordedRankEntry(int rank, double computeSeconds, double endSeconds) {}

  static RecordedEntry of(RecordedSummary recorded, TraceTables tables) {
    return new RecordedEntry(
        recorded.makespanPs() / 1e12,
        recorded.parallelEfficiency(),
        recorded.loadBalance(),
        recorded.communicationEfficiency(),
        recorded.ranks().stream()
            .map(of -> new RecordedRankEntry(of.rank(), of.computePs() / 1e12, of.endPs() / 1e12))
            .toList(),
        WaitsEntry.of(recorded.waits(), tables),
        recorded.unknownCalls(),
        recorded.impossibleCalls(),
        recorded.mostImpossiblePs() / 1e12);
  }
}
