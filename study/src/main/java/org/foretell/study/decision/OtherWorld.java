package org.foretell.study.decision;

import java.util.List;
import org.foretell.study.evaluation.OfferValues;

/**
 * The effect of a named set of changes on all offers.
 *
 * @param name of the set
 * @param offers in the order that they take there, those that can run all programs
 * @param isFirstElsewhere whether another offer is first than without the changes
 */
public record OtherWorld(String name, List<OfferValues> offers, boolean isFirstElsewhere) {
  /** Copies. */
  public OtherWorld {
    offers = List.copyOf(offers);
  }
}
