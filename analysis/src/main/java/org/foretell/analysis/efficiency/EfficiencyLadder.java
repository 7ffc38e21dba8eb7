package org.foretell.analysis.efficiency;

import java.util.List;
import java.util.Optional;

/**
 * What share of the time is useful, and what an ideal machine would change. Immutable.
 *
 * @param whole the efficiencies of the run; empty if it does not come to its end on the ideal
 *     network
 * @param phases those of its phases, by number; empty if {@code whole} is
 * @param rungs from the prediction down, one for each {@link Rung}
 * @param scaling against a run of other ranks, if there is one
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
