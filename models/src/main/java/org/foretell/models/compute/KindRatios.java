package org.foretell.models.compute;

import java.util.Map;
import java.util.OptionalDouble;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.trace.BurstKind;
import org.jspecify.annotations.Nullable;

/**
 * The CPU ratios that node groups state for bursts of a kind.
 *
 * @param machine that is simulated; null if there is none
 * @param kinds of the bursts of call sites, by number
 */
record KindRatios(@Nullable Machine machine, Placement placement, Map<Integer, BurstKind> kinds) {
  /** Whether any burst may be scaled by the ratio of its kind. */
  boolean isEmpty() {
    return machine == null
        || machine.busLinks().isPresent()
        || kinds.values().stream()
            .noneMatch(
                kind ->
                    machine.groups().stream().anyMatch(group -> group.cpuRatio(kind).isPresent()));
  }

  /** How many times longer than traced; not a number where the ratio of all bursts counts. */
  double of(int rank, int callSite) {
    BurstKind kind = kinds.get(callSite);
    if (machine == null || kind == null) {
      return Double.NaN;
    }
    OptionalDouble ratio = machine.groupOf(placement.node(rank)).cpuRatio(kind);
    return ratio.isPresent() ? 1 / ratio.getAsDouble() : Double.NaN;
  }
}
