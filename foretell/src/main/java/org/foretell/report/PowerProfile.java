package org.foretell.report;

import java.util.List;
import org.foretell.time.Ps;

/**
 * The power of the nodes of a run over time: means of equal spans, of which the last may be
 * shorter.
 *
 * @param spanPs length of each span, picoseconds
 * @param watts mean power of each
 */
public record PowerProfile(long spanPs, List<Double> watts) {
  /** Copies the list. */
  public PowerProfile {
    watts = List.copyOf(watts);
  }

  /** {@return the length of each span, seconds} */
  public double spanSeconds() {
    return Ps.toSeconds(spanPs);
  }

  /** {@return the greatest mean of a span, watts; 0 if there is none} */
  public double peakWatts() {
    return watts.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
