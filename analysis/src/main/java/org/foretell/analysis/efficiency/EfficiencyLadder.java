package org.foretell.analysis.efficiency;

import java.util.List;
import java.util.Optional;

/**
 * The useful share of the time, and the effect of an ideal machine. Immutable.
 *
 * @param whole the efficiencies of the run; empty if it does not finish on the ideal network
 * @param phases the efficiencies of its phases, by number; empty if {@code whole} is
 * @param rungs from the prediction down, one for each {@link Rung}
 * @param scaling relative to a run on another number of ranks, if there is one
 */
public record EfficiencyLadder(
    Optional<Efficiency> whole,
    List<PhaseEfficiency> phases,
    List<RungTime> rungs,
    Optional<ComputationScaling> scaling) {
  /** Copies the lists. */
  public EfficiencyLadder {
    phases = List.copyOf(phases);
    rungs = List.copyOf(rungs);
  }
}
