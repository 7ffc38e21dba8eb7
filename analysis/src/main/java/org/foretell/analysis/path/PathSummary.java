package org.foretell.analysis.path;

import java.util.List;

/**
 * The critical path of a simulation, added up. Immutable.
 *
 * @param times by kind; together they are the predicted time
 * @param legs number of legs
 * @param changesOfRank how often the path moves from one rank to another
 * @param sites kinds of op by call site, the largest share of the path first; they add up to the
 *     predicted time
 * @param phases on the path, including the time outside all phases, the largest share first; they
 *     add up to the predicted time
 * @param ranks on the path, in order; they add up to the predicted time
 * @param lanes the path from its beginning to its end in at most {@link PathProfile#MOST_LANES}
 *     pieces, which leave no gap
 */
public record PathSummary(
    PathTimes times,
    long legs,
    long changesOfRank,
    List<PathSite> sites,
    List<PathPhase> phases,
    List<PathRank> ranks,
    List<PathLane> lanes) {
  /** Copies the lists. */
  public PathSummary {
    sites = List.copyOf(sites);
    phases = List.copyOf(phases);
    ranks = List.copyOf(ranks);
    lanes = List.copyOf(lanes);
  }
}
