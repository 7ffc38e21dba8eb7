package org.foretell.analysis.path;

/**
 * What a phase has on the critical path.
 *
 * @param marker its number, or {@link org.foretell.trace.OpView#NONE} for what is in no phase
 * @param times on the path while this was the innermost phase
 * @param meanPs time of ranks in it without phases within it and without waiting for others, the
 *     mean over all ranks, picoseconds
 */
public record PathPhase(int marker, PathTimes times, double meanPs) {
  /** {@return how much longer the path spends there than the mean rank does, picoseconds} */
  public double imbalancePs() {
    return times.totalPs() - meanPs;
  }
}
