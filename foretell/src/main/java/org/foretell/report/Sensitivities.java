package org.foretell.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What parameters of machine and model do to a predicted time. {@code docs/explain.md} says how it
 * is found. Immutable.
 *
 * @param parameters that move by any amount, those that matter most first
 * @param steps those that move in steps; empty unless replays were asked for
 * @param tolerance how much more latency the run bears; empty if it has no latency, or that was not
 *     looked for
 * @param step the share by which parameters were moved
 * @param replays how many replays it took
 * @param replaysLeftOut how many more all that is left out would take; 0 if nothing is
 * @param notes what could not be found, a sentence each
 */
public record Sensitivities(
    List<ParameterSensitivity> parameters,
    List<FiniteStep> steps,
    Optional<LatencyTolerance> tolerance,
    double step,
    int replays,
    int replaysLeftOut,
    List<String> notes) {
  /** Copies the lists, and sorts parameters by how much they matter. */
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
