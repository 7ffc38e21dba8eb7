package org.foretell.models.compute;

import java.util.OptionalDouble;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The speeds of cores relative to those of the traced machine, where they are known.
 *
 * @param machine that is simulated; null if there is none
 * @param tracedFlopsPerSecond of a core of the traced machine, 0 when unknown
 */
record CpuRatios(@Nullable Machine machine, Placement placement, double tracedFlopsPerSecond) {
  /** Of a rank; empty where nothing states it. */
  OptionalDouble of(int rank) {
    if (machine == null) {
      return OptionalDouble.empty();
    }
    if (machine.busLinks().isPresent()) {
      return OptionalDouble.of(machine.busLinks().get().nodesOf(placement.node(rank)).cpuRatio());
    }
    NodeGroup group = machine.groupOf(placement.node(rank));
    double[] stated = group.cpuRatios();
    if (stated.length > 0) {
      return OptionalDouble.of(stated[stated.length == 1 ? 0 : placement.core(rank)]);
    }
    OptionalDouble speed = group.coreFlopsPerSecond();
    return speed.isPresent() && tracedFlopsPerSecond > 0
        ? OptionalDouble.of(speed.getAsDouble() / tracedFlopsPerSecond)
        : OptionalDouble.empty();
  }

  /** A warning for how many ranks a ratio of 1 is assumed, and why. */
  String assumed(int ranks) {
    boolean all = ranks == placement.ranks();
    String who = all ? "all ranks" : "%d of %d ranks".formatted(ranks, placement.ranks());
    String why;
    if (machine == null) {
      why = "no machine is given";
    } else if (tracedFlopsPerSecond == 0) {
      why = "the trace does not say how fast the cores were on which it was taken";
    } else {
      why = "machine " + machine.name() + " states neither CPU ratio nor core speed there";
    }
    String way = machine == null ? "" : "; sim calibrate core measures it";
    return "CPU ratio assumed 1 for " + who + ": " + why + way;
  }
}
