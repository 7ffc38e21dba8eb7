package org.foretell.analysis.path;

/**
 * The share of a phase in the critical path.
 *
 * @param marker its number, or {@link org.foretell.trace.OpView#NONE} for time outside all phases
 * @param times on the path while this was the innermost phase
 * @param meanPs time of ranks in it without nested phases and without waiting for other ranks, the
 *     mean over all ranks, picoseconds
 */
public record PathPhase(int marker, PathTimes times, double meanPs) {
  /** {@return by how much the time of the path there exceeds that of the mean rank, picoseconds} */
  public double imbalancePs() {
    return times.totalPs() - meanPs;
  }
}
