package org.foretell.report;

import java.util.List;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * Where ranks wait for each other, in the JSON of {@code sim explain}. Each of states, call sites
 * and ranks adds up to all waiting.
 *
 * @param states by pattern
 * @param callSites by pattern and call site, the longest first
 * @param ranks all ranks, in order
 * @param wrongOrderSameSourceSeconds the part of late senders caused by a wrong order of messages
 *     from one rank
 * @param wrongOrderOtherSourceSeconds the same of messages from several ranks
 * @param lateCalls late calls of messages, by kind, the latest first
 * @param delays the causes of waiting; null for task graphs
 */
public record WaitsEntry(
    List<WaitStateEntry> states,
    List<WaitSiteEntry> callSites,
    List<WaitRankEntry> ranks,
    double wrongOrderSameSourceSeconds,
    double wrongOrderOtherSourceSeconds,
    List<LateCallEntry> lateCalls,
    @Nullable DelaysEntry delays) {

  /**
   * Waits of a pattern.
   *
   * @param state the pattern
   * @param count how often
   * @param seconds of all ranks together
   */
  public record WaitStateEntry(String state, long count, double seconds) {}

  /**
   * Waits of a pattern in ops of a kind at a call site.
   *
   * @param state the pattern
   * @param type kind of op
   * @param callSite its text; null for ops that name none
   * @param count how often
   * @param seconds of all ranks together
   */
  public record WaitSiteEntry(
      String state, String type, @Nullable String callSite, long count, double seconds) {}

  /**
   * Waits of a rank.
   *
   * @param rank its number
   * @param seconds how long it waits for other ranks
   * @param causedSeconds how long other ranks wait for it in messages, at windows and for locks
   */
  public record WaitRankEntry(int rank, double seconds, double causedSeconds) {}

  /**
   * Late calls of a kind at a call site.
   *
   * @param lateness in which way they are late
   * @param type kind of op
   * @param callSite its text; null for ops that name none
   * @param count how often, by messages
   * @param seconds how long other ranks wait for them; for a late wait how long its messages had
   *     been complete
   */
  public record LateCallEntry(
      String lateness, String type, @Nullable String callSite, long count, double seconds) {}

  static WaitsEntry of(WaitSummary waits, TraceTables tables) {
    return new WaitsEntry(
        waits.states().stream()
            .map(
                of ->
                    new WaitStateEntry(
                        RunDocument.word(of.state()), of.count(), of.waitPs().toSeconds()))
            .toList(),
        waits.sites().stream()
            .map(
                of ->
                    new WaitSiteEntry(
                        RunDocument.word(of.state()),
                        RunDocument.word(of.code()),
                        of.callSite() == OpView.NONE ? null : tables.callSites().get(of.callSite()),
                        of.count(),
                        of.waitPs().toSeconds()))
            .toList(),
        waits.ranks().stream()
            .map(of -> new WaitRankEntry(of.rank(), of.waitPs() / 1e12, of.causedPs().toSeconds()))
            .toList(),
        waits.wrongOrderSameSourcePs().toSeconds(),
        waits.wrongOrderOtherSourcePs().toSeconds(),
        waits.lateCalls().stream()
            .map(
                of ->
                    new LateCallEntry(
                        RunDocument.word(of.kind()),
                        RunDocument.word(of.code()),
                        of.callSite() == OpView.NONE ? null : tables.callSites().get(of.callSite()),
                        of.count(),
                        of.latePs().toSeconds()))
            .toList(),
        waits.delays().map(delays -> DelaysEntry.of(delays, tables)).orElse(null));
  }
}
