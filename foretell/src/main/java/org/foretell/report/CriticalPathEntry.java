package org.foretell.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.analysis.path.PathLane;
import org.foretell.analysis.path.PathPhase;
import org.foretell.analysis.path.PathRank;
import org.foretell.analysis.path.PathSite;
import org.foretell.analysis.path.PathSummary;
import org.foretell.analysis.path.PathTimes;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * The critical path in the JSON of {@code sim explain}. Each of kinds, call sites, phases and ranks
 * adds up to the predicted time.
 *
 * @param picoseconds its length, which is the predicted time
 * @param legs of how many it consists
 * @param changesOfRank how often it moves from one rank to another
 * @param kinds the time by kind
 * @param callSites the time by call site, largest first
 * @param phases the time by phase, largest first
 * @param ranks at which rank, in order
 * @param lanes the path from beginning to end in pieces
 */
public record CriticalPathEntry(
    long picoseconds,
    long legs,
    long changesOfRank,
    List<KindEntry> kinds,
    List<SiteEntry> callSites,
    List<PathPhaseEntry> phases,
    List<PathRankEntry> ranks,
    List<LaneEntry> lanes) {

  /**
   * The share of a kind of activity.
   *
   * @param kind as a word
   * @param picoseconds on the path
   * @param share of the path
   */
  public record KindEntry(String kind, long picoseconds, double share) {}

  /**
   * Ops of a kind at a call site.
   *
   * @param callSite its text; null for ops that name none
   * @param type kind of op
   * @param picoseconds on the path
   * @param share of the path
   * @param meanSeconds without waiting, the mean over ranks
   * @param imbalanceSeconds of bursts, time on the path less that; otherwise null
   * @param byKind the time on the path by kind, in picoseconds
   */
  public record SiteEntry(
      @Nullable String callSite,
      String type,
      long picoseconds,
      double share,
      double meanSeconds,
      @Nullable Double imbalanceSeconds,
      Map<String, Long> byKind) {}

  /**
   * A phase.
   *
   * @param phase its name; null for time outside all phases
   * @param picoseconds on the path
   * @param share of the path
   * @param meanSeconds without waiting and without phases within it, the mean over ranks
   * @param imbalanceSeconds time on the path less that
   * @param byKind the time on the path by kind, in picoseconds
   */
  public record PathPhaseEntry(
      @Nullable String phase,
      long picoseconds,
      double share,
      double meanSeconds,
      double imbalanceSeconds,
      Map<String, Long> byKind) {}

  /**
   * A rank.
   *
   * @param rank its number
   * @param picoseconds on the path
   * @param share of the path
   * @param byKind the time on the path by kind, in picoseconds
   */
  public record PathRankEntry(int rank, long picoseconds, double share, Map<String, Long> byKind) {}

  /**
   * A piece of the path, which begins where the previous piece ends.
   *
   * @param rank the rank of its longest part
   * @param kind the kind of its longest part
   * @param endPicoseconds when it ends
   * @param ownPicoseconds how much of it certainly belongs to this rank and kind
   */
  public record LaneEntry(int rank, String kind, long endPicoseconds, long ownPicoseconds) {}

  static CriticalPathEntry of(PathSummary path, TraceTables tables) {
    long wholePs = path.times().totalPs();
    return new CriticalPathEntry(
        wholePs,
        path.legs(),
        path.changesOfRank(),
        Arrays.stream(Kind.values())
            .filter(kind -> path.times().timePs(kind) > 0)
            .map(
                kind -> {
                  long timePs = path.times().timePs(kind);
                  return new KindEntry(RunDocument.word(kind), timePs, share(timePs, wholePs));
                })
            .toList(),
        path.sites().stream().map(site -> site(site, tables, wholePs)).toList(),
        path.phases().stream().map(phase -> phase(phase, tables, wholePs)).toList(),
        path.ranks().stream().map(rank -> rank(rank, wholePs)).toList(),
        path.lanes().stream().map(CriticalPathEntry::lane).toList());
  }

  private static SiteEntry site(PathSite site, TraceTables tables, long wholePs) {
    long timePs = site.times().totalPs();
    return new SiteEntry(
        site.callSite() == OpView.NONE ? null : tables.callSites().get(site.callSite()),
        RunDocument.word(site.code()),
        timePs,
        share(timePs, wholePs),
        site.meanPs() / 1e12,
        site.isComputation() ? Double.valueOf(site.imbalancePs() / 1e12) : null,
        byKind(site.times()));
  }

  private static PathPhaseEntry phase(PathPhase phase, TraceTables tables, long wholePs) {
    long timePs = phase.times().totalPs();
    return new PathPhaseEntry(
        phase.marker() == OpView.NONE ? null : tables.phase(phase.marker()),
        timePs,
        share(timePs, wholePs),
        phase.meanPs() / 1e12,
        phase.imbalancePs() / 1e12,
        byKind(phase.times()));
  }

  private static PathRankEntry rank(PathRank rank, long wholePs) {
    long timePs = rank.times().totalPs();
    return new PathRankEntry(rank.rank(), timePs, share(timePs, wholePs), byKind(rank.times()));
  }

  private static LaneEntry lane(PathLane lane) {
    return new LaneEntry(lane.rank(), RunDocument.word(lane.kind()), lane.endPs(), lane.ownPs());
  }

  private static Map<String, Long> byKind(PathTimes times) {
    Map<String, Long> byKind = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      if (times.timePs(kind) > 0) {
        byKind.put(RunDocument.word(kind), times.timePs(kind));
      }
    }
    return byKind;
  }

  private static double share(long timePs, long wholePs) {
    return wholePs == 0 ? 0 : (double) timePs / wholePs;
  }
}
