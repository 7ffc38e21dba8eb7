package org.foretell.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The effects of the parameters of machine and model on a predicted time. {@code docs/explain.md}
 * describes the method. Immutable.
 *
 * @param parameters with continuous values, the largest effect first
 * @param steps parameters with discrete values; empty unless replays were requested
 * @param tolerance how much more latency the run tolerates; empty if it has no latency, or the
 *     tolerance was not examined
 * @param step the share by which parameters were moved
 * @param replays how many replays it took
 * @param replaysLeftOut how many more replays a complete answer would take; 0 if it is complete
 * @param notes about missing results, a sentence each
 */
public record Sensitivities(
    List<ParameterSensitivity> parameters,
    List<FiniteStep> steps,
    Optional<LatencyTolerance> tolerance,
    double step,
    int replays,
    int replaysLeftOut,
    List<String> notes) {
  /** Copies the lists, and sorts parameters by effect. */
  public Sensitivities {
    parameters =
        parameters.stream()
            .sorted(
                Comparator.comparingDouble(
                        (ParameterSensitivity one) -> -Math.abs(one.elasticity()))
                    .thenComparing(ParameterSensitivity::parameter))
            .toList();
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }
}
