package org.foretell.study.decision;

import java.util.List;
import java.util.OptionalDouble;
import org.foretell.study.evaluation.OfferValues;

/**
 * All offers in a world with named changes, or without. Machines are as the study states them, but
 * for the changes, under the first model; all other figures vary in the draws.
 *
 * @param name of the set of changes
 * @param offers as stated, in the order that they take there, by their means; those that can run
 *     all programs
 * @param metricMeans the mean of the metric of the ranking, of each of them
 * @param isFirstElsewhere whether another offer is first than without the changes
 */
public record OtherWorld(
    String name, List<OfferValues> offers, List<Double> metricMeans, boolean isFirstElsewhere) {
  /** Copies. */
  public OtherWorld {
    offers = List.copyOf(offers);
    metricMeans = List.copyOf(metricMeans);
    if (offers.size() != metricMeans.size()) {
      throw new IllegalArgumentException(
          metricMeans.size() + " means of " + offers.size() + " offers");
    }
  }

  /**
   * {@return the mean of the metric of the ranking; empty if the offer cannot run all programs}
   *
   * @param offer name of it
   */
  public OptionalDouble metricMean(String offer) {
    for (int i = 0; i < offers.size(); i++) {
      if (offers.get(i).offer().equals(offer)) {
        return OptionalDouble.of(metricMeans.get(i));
      }
    }
    return OptionalDouble.empty();
  }
}
