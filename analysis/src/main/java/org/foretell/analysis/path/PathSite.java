package org.foretell.analysis.path;

import org.foretell.trace.OpCode;

/**
 * What ops of a kind at a call site have on the critical path, beside what they take on the mean
 * rank (Böhme et al., "Characterizing load and communication imbalance in large-scale parallel
 * applications", 2012).
 *
 * @param callSite index into the trace's table of call sites, or {@link
 *     org.foretell.trace.OpView#NONE}
 * @param code the kind of op
 * @param times on the path
 * @param meanPs time in such ops there without waiting for others, the mean over all ranks,
 *     picoseconds
 */
public record PathSite(int callSite, OpCode code, PathTimes times, double meanPs) {
  /** {@return whether it is a burst, whose time on the path is of one rank at a time} */
  public boolean isComputation() {
    return code.family() == OpCode.Family.COMPUTE;
  }

  /**
   * {@return how much longer the path spends there than the mean rank does, picoseconds; less than
   * 0 where the path passes by} Of bursts it is what the run would gain if the work there were
   * shared out evenly, as long as the path stays where it is. Of other ops it says little, since
   * the path has a message with its sender, but its receiver spends the time.
   */
  public double imbalancePs() {
    return times.totalPs() - meanPs;
  }
}
