package org.foretell.report;

import java.util.List;

/**
 * The power of the nodes of a run over time: means of equal spans, of which the last may be
 * shorter.
 *
 * @param spanSeconds length of each span
 * @param watts mean power of each
 */
public record PowerProfile(double spanSeconds, List<Double> watts) {
  /** Copies the list. */
  public PowerProfile {
    watts = List.copyOf(watts);
  }

  /** {@return the greatest mean of a span, watts; 0 if there is none} */
  public double peakWatts() {
    return watts.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
