package org.foretell.analysis.path;

import org.foretell.trace.OpCode;

/**
 * The share of ops of a kind at a call site in the critical path, beside their time on the mean
 * rank (Böhme et al., "Characterizing load and communication imbalance in large-scale parallel
 * applications", 2012).
 *
 * @param callSite index into the trace's table of call sites, or {@link
 *     org.foretell.trace.OpView#NONE}
 * @param code the kind of op
 * @param times on the path
 * @param meanPs time in such ops there without waiting for other ranks, the mean over all ranks,
 *     picoseconds
 */
public record PathSite(int callSite, OpCode code, PathTimes times, double meanPs) {
  /** {@return whether it is a burst, whose time on the path belongs to one rank at a time} */
  public boolean isComputation() {
    return code.family() == OpCode.Family.COMPUTE;
  }

  /**
   * {@return by how much the time of the path there exceeds that of the mean rank, picoseconds;
   * below 0 if the path avoids the site} For bursts it is the gain from balancing the work there,
   * as long as the path stays the same. For other ops it means little, since the path counts a
   * message at its sender, but its receiver spends the time.
   */
  public double imbalancePs() {
    return times.totalPs() - meanPs;
  }
}
