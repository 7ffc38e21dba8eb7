package org.foretell.analysis.path;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.observe.CallSiteSummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.PathLeg;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.observe.PathObserver;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.Statistics;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Adds up the critical path of a simulation: attach it, run, then query it.
 *
 * <p>A leg takes some ten nanoseconds. Memory is 100 bytes for each rank, call site and phase on
 * the path, and a fixed amount for its pieces. For one thread at a time.
 */
public final class PathProfile implements PathObserver {
  /** Maximum number of pieces of the path kept for a chart. */
  public static final int MOST_LANES = 4096;

  private static final OpCode[] CODES = OpCode.values();
  private static final int KINDS = Kind.values().length;
  private static final int CODE_BITS = 10;

  private final int ranks;
  private final long[] byRank;
  private final Long2ObjectOpenHashMap<long[]> bySite = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<long[]> byMarker = new Long2ObjectOpenHashMap<>();
  private final LaneList lanes = new LaneList(MOST_LANES);
  private long legs;
  private long changesOfRank;
  private int lastRank = OpView.NONE;

  /**
   * Creates an empty path.
   *
   * @param ranks of the simulation
   */
  public PathProfile(int ranks) {
    this.ranks = ranks;
    byRank = new long[Math.multiplyExact(ranks, KINDS)];
  }

  @Override
  public void leg(PathLeg leg) {
    int rank = leg.rank();
    long timePs = leg.durationPs();
    int what = leg.kind().ordinal();
    byRank[rank * KINDS + what] += timePs;
    row(bySite, key(leg.callSite(), leg.code()))[what] += timePs;
    row(byMarker, leg.marker())[what] += timePs;
    lanes.add(rank, leg.kind(), leg.startPs(), leg.endPs());
    legs++;
    if (rank != lastRank) {
      changesOfRank += lastRank == OpView.NONE ? 0 : 1;
      lastRank = rank;
    }
  }

  private static long[] row(Long2ObjectOpenHashMap<long[]> rows, long key) {
    long[] row = rows.get(key);
    if (row == null) {
      row = new long[KINDS];
      rows.put(key, row);
    }
    return row;
  }

  private static long key(int callSite, OpCode code) {
    return (long) callSite << CODE_BITS | code.ordinal();
  }

  /**
   * {@return the path, once the simulation has finished}
   *
   * @param statistics of the same simulation, with call sites and phases
   */
  public PathSummary summary(Statistics statistics) {
    long[] all = new long[KINDS];
    List<PathRank> rankTimes = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      PathTimes times = PathTimes.of(byRank, rank * KINDS);
      if (times.totalPs() > 0) {
        rankTimes.add(new PathRank(rank, times));
      }
      for (int kind = 0; kind < KINDS; kind++) {
        all[kind] += byRank[rank * KINDS + kind];
      }
    }
    return new PathSummary(
        PathTimes.of(all, 0),
        legs,
        changesOfRank,
        sites(statistics),
        phases(statistics),
        rankTimes,
        lanes.lanes());
  }

  private List<PathSite> sites(Statistics statistics) {
    Map<Long, Total> activity = activityOfSites(statistics);
    List<PathSite> sites = new ArrayList<>();
    bySite.forEach(
        (long key, long[] row) -> {
          sites.add(
              new PathSite(
                  (int) (key >> CODE_BITS),
                  CODES[(int) key & ((1 << CODE_BITS) - 1)],
                  PathTimes.of(row, 0),
                  activity.getOrDefault(key, Total.ZERO).mean(ranks)));
        });
    sites.sort(
        Comparator.comparingLong((PathSite site) -> -site.times().totalPs())
            .thenComparingInt(PathSite::callSite)
            .thenComparing(PathSite::code));
    return sites;
  }

  /** What all ranks spend at a site without waiting; of ops that name no site, under none. */
  private static Map<Long, Total> activityOfSites(Statistics statistics) {
    Map<Long, Total> activity = new HashMap<>();
    Total[] named = new Total[CODES.length];
    Arrays.fill(named, Total.ZERO);
    for (CallSiteSummary site : statistics.callSites()) {
      Total busy = site.timePs().minus(site.waitPs());
      activity.put(key(site.callSite(), site.code()), busy);
      int code = site.code().ordinal();
      named[code] = named[code].plus(busy);
    }
    for (EventSummary event : statistics.events()) {
      Total busy = event.timePs().minus(event.waitPs());
      activity.put(key(OpView.NONE, event.code()), busy.minus(named[event.code().ordinal()]));
    }
    return activity;
  }

  private List<PathPhase> phases(Statistics statistics) {
    Map<Integer, PhaseSummary> summaries = new HashMap<>();
    Total outside =
        statistics.ranks().stream()
            .map(rank -> Total.of(rank.finishPs() - rank.waitPs()))
            .reduce(Total.ZERO, Total::plus);
    for (PhaseSummary phase : statistics.phases()) {
      summaries.put(phase.marker(), phase);
      outside = outside.minus(activity(phase));
    }
    double outsidePs = outside.mean(ranks);
    List<PathPhase> phases = new ArrayList<>();
    byMarker.forEach(
        (long key, long[] row) -> {
          PhaseSummary phase = summaries.get((int) key);
          phases.add(
              new PathPhase(
                  (int) key,
                  PathTimes.of(row, 0),
                  phase == null ? outsidePs : activity(phase).mean(ranks)));
        });
    phases.sort(
        Comparator.comparingLong((PathPhase phase) -> -phase.times().totalPs())
            .thenComparingInt(PathPhase::marker));
    return phases;
  }

  private static Total activity(PhaseSummary phase) {
    return phase.exclusive().timePs().minus(phase.exclusive().waitPs());
  }
}
