package org.foretell.structure.outline;

import java.util.List;
import org.foretell.trace.OpCode;

/** A piece of an outline. */
public sealed interface Part {
  /**
   * A burst or a call.
   *
   * @param code which op
   * @param callSite its number in the trace, or {@link org.foretell.trace.OpView#NONE}; for a burst
   *     without a call site that of the next call
   * @param meanPs its mean duration over all executions and ranks, picoseconds
   * @param leastPs the shortest of these times, picoseconds
   * @param mostPs the longest of these times, picoseconds
   */
  record Call(OpCode code, int callSite, double meanPs, double leastPs, double mostPs)
      implements Part {}

  /**
   * A repeated part.
   *
   * @param times how often, at least 2
   * @param body the repeated parts
   */
  record Loop(int times, List<Part> body) implements Part {
    /** Copies the list. */
    public Loop {
      body = List.copyOf(body);
    }
  }
}
