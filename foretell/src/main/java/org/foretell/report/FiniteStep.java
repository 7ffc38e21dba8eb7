package org.foretell.report;

import java.util.List;
import java.util.OptionalLong;

/**
 * The effect on a predicted time of a parameter with discrete values: a threshold, or a count.
 *
 * @param parameter its name
 * @param value as written
 * @param neighbours other values
 */
public record FiniteStep(String parameter, String value, List<Neighbour> neighbours) {
  /** Copies the list. */
  public FiniteStep {
    neighbours = List.copyOf(neighbours);
  }

  /**
   * The time with a neighbouring value.
   *
   * @param value as written
   * @param predictedPs picoseconds; empty if the program does not finish with this value
   */
  public record Neighbour(String value, OptionalLong predictedPs) {}
}
