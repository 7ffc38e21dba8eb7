package org.foretell.report;

import java.util.List;

/**
 * The power over time, in the JSON.
 *
 * @param spanSeconds length of each span but the last
 * @param watts mean power of each span
 * @param peakWatts the greatest
 */
public record PowerEntry(double spanSeconds, List<Double> watts, double peakWatts) {
  /** Copies the list. */
  public PowerEntry {
    watts = List.copyOf(watts);
  }

  static PowerEntry of(PowerProfile profile) {
    return new PowerEntry(profile.spanSeconds(), profile.watts(), profile.peakWatts());
  }
}
