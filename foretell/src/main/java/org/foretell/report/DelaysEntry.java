package org.foretell.report;

import java.util.List;
import java.util.stream.IntStream;
import org.foretell.analysis.waits.DelaySummary;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * The causes of waiting, in the JSON of {@code sim explain}. Call sites and the unknown part add up
 * to all waiting, and so do ranks and the unknown part.
 *
 * @param callSites by kind of op and call site, the most first
 * @param ranks all ranks, in order
 * @param unknownSeconds the waiting whose cause was not found
 */
public record DelaysEntry(
    List<DelaySiteEntry> callSites, List<DelayRankEntry> ranks, double unknownSeconds) {

  /**
   * The waiting that ops of a kind at a call site cause on other ranks.
   *
   * @param type kind of op
   * @param callSite its text; null for ops that name none
   * @param seconds of all waiting ranks together
   * @param directSeconds the part for the rank that executed the op
   * @param propagatedSeconds the part for ranks that had waited for it themselves
   */
  public record DelaySiteEntry(
      String type,
      @Nullable String callSite,
      double seconds,
      double directSeconds,
      double propagatedSeconds) {}

  /**
   * The waiting that a rank causes on other ranks.
   *
   * @param rank its number
   * @param seconds of all waiting ranks together
   */
  public record DelayRankEntry(int rank, double seconds) {}

  static DelaysEntry of(DelaySummary delays, TraceTables tables) {
    return new DelaysEntry(
        delays.places().stream()
            .map(
                of ->
                    new DelaySiteEntry(
                        RunDocument.word(of.code()),
                        of.callSite() == OpView.NONE ? null : tables.callSites().get(of.callSite()),
                        of.waitPs().toSeconds(),
                        of.directPs().toSeconds(),
                        of.propagatedPs().toSeconds()))
            .toList(),
        IntStream.range(0, delays.rankPs().size())
            .mapToObj(rank -> new DelayRankEntry(rank, delays.rankPs().get(rank).toSeconds()))
            .toList(),
        delays.unknownPs().toSeconds());
  }
}
