package org.foretell.structure.cluster.lead;

import java.util.List;
import org.foretell.structure.cluster.signature.ParameterFunction;

/**
 * Treatment of differences between ranks and their lead.
 *
 * @param partners treatment of partners and tags
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
  /**
   * The default limit for the sum of differences from the lead, as a share of a rank's computation.
   */
  public static final double USUAL_DURATION_TOLERANCE = 0.1;

  /** Copies the list. */
  public Treatment {
    functions = List.copyOf(functions);
  }
}
