package org.foretell.report;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a parameter that moves in steps only does to a predicted time: a threshold, or a count.
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
   * The time with another value.
   *
   * @param value as written
   * @param predictedPs picoseconds; empty if the program does not come to its end with it
   */
  public record Neighbour(String value, OptionalLong predictedPs) {}
}
