package org.foretell.structure.cluster.lead;

import java.util.List;
import org.foretell.structure.cluster.signature.ParameterFunction;

/**
 * What becomes of that in which ranks differ from their lead.
 *
 * @param partners what becomes of partners and tags
 * @param durations how long bursts are
 * @param durationTolerance for {@link Durations#OUTLIERS}, the share of a rank's computation that
 *     its differences from the lead may add up to, at least 0
 * @param functions compute parameters that every rank has another value of
 */
public record Treatment(
    Partners partners,
    Durations durations,
    double durationTolerance,
    List<ParameterFunction> functions) {
  /** The share of a rank's computation that differences from its lead may usually add up to. */
  public static final double USUAL_DURATION_TOLERANCE = 0.1;

  /** Copies the list. */
  public Treatment {
    functions = List.copyOf(functions);
  }
}
