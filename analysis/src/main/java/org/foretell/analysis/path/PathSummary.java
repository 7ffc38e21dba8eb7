package org.foretell.analysis.path;

import java.util.List;

/**
 * The critical path of a simulation, added up. Immutable.
 *
 * @param times by kind; together they are the predicted time
 * @param legs how many there are
 * @param changesOfRank how often the path goes from one rank to another
 * @param sites kinds of op by call site, those that have most of the path first; together they are
 *     the predicted time
 * @param phases those on the path, with what is in none, those that have most of it first; together
 *     they are the predicted time
 * @param ranks those on the path, in order; together they are the predicted time
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
