package org.foretell.report;

import java.util.List;
import java.util.Locale;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * What the processor counted during the bursts of a call site, all ranks together.
 *
 * @param callSite its text; null for bursts without one
 * @param kind {@code compute}, {@code memory}, {@code mixed} or {@code unknown}, see {@link
 *     org.foretell.trace.BurstKind}
 * @param bursts that were counted
 * @param seconds their traced time
 * @param instructions that they executed
 * @param cycles that they took
 * @param cacheMisses of the last level of caches
 * @param flops floating-point operations; null if not all are known
 */
public record CountedEntry(
    @Nullable String callSite,
    String kind,
    long bursts,
    double seconds,
    double instructions,
    double cycles,
    double cacheMisses,
    @Nullable Double flops) {
  private static final double PS_PER_SECOND = 1e12;

  /** Those of a trace; null if it has none. */
  static @Nullable List<CountedEntry> of(TraceSummary trace) {
    List<String> sites = trace.tables().callSites();
    return trace.counted().isEmpty()
        ? null
        : trace.counted().entrySet().stream()
            .map(
                entry ->
                    of(
                        entry.getKey() == OpView.NONE ? null : sites.get(entry.getKey()),
                        entry.getValue()))
            .toList();
  }

  private static CountedEntry of(@Nullable String site, CountedBursts counted) {
    return new CountedEntry(
        site,
        counted.kind().name().toLowerCase(Locale.ROOT),
        counted.bursts(),
        counted.timePs() / PS_PER_SECOND,
        counted.instructions(),
        counted.cycles(),
        counted.cacheMisses(),
        Double.isNaN(counted.flops()) ? null : counted.flops());
  }
}
