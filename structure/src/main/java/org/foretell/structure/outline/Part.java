package org.foretell.structure.outline;

import java.util.List;
import org.foretell.trace.OpCode;

/** A piece of an outline. */
public sealed interface Part {
  /**
   * {@return whether a value or the count of a loop in it depends on the index of a loop around it}
   *
   * @param level of that loop: 0 for one that is in no other
   */
  boolean usesIndex(int level);

  /**
   * A burst or a call.
   *
   * @param code which op
   * @param callSite its number in the trace, or {@link org.foretell.trace.OpView#NONE}; for a burst
   *     without a call site that of the next call
   * @param meanPs its mean duration over all executions and ranks, picoseconds
   * @param leastPs the shortest of these times, picoseconds
   * @param mostPs the longest of these times, picoseconds
   * @param values partners, sizes and the like over all executions and ranks; none for bursts, nor
   *     if values were not taken
   */
  record Call(
      OpCode code,
      int callSite,
      double meanPs,
      double leastPs,
      double mostPs,
      List<CallValue> values)
      implements Part {
    /** Copies the list. */
    public Call {
      values = List.copyOf(values);
    }

    @Override
    public boolean usesIndex(int level) {
      return values.stream().anyMatch(value -> value.rule().uses(level));
    }
  }

  /**
   * A repeated part.
   *
   * @param count how often
   * @param body the repeated parts
   */
  record Loop(LoopCount count, List<Part> body) implements Part {
    /** Copies the list. */
    public Loop {
      body = List.copyOf(body);
    }

    @Override
    public boolean usesIndex(int level) {
      return count.rule().uses(level) || body.stream().anyMatch(part -> part.usesIndex(level));
    }
  }
}
