package org.foretell.structure.outline;

import java.util.List;
import org.foretell.trace.OpCode;

/** A piece of an outline. */
public sealed interface Part {
  /**
   * A burst or a call.
   *
   * @param code which op
   * @param callSite its number in the trace, or {@link org.foretell.trace.OpView#NONE}; of a burst
   *     without one that of the call after it
   * @param meanPs how long it takes, picoseconds, mean of all times it runs, on all ranks
   * @param leastPs the shortest of these times, picoseconds
   * @param mostPs the longest of these times, picoseconds
   */
  record Call(OpCode code, int callSite, double meanPs, double leastPs, double mostPs)
      implements Part {}

  /**
   * What repeats.
   *
   * @param times how often, at least 2
   * @param body what does
   */
  record Loop(int times, List<Part> body) implements Part {
    /** Copies the list. */
    public Loop {
      body = List.copyOf(body);
    }
  }
}
