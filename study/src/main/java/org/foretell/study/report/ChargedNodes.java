package org.foretell.study.report;

import java.util.Locale;
import org.foretell.study.decision.Place;
import org.foretell.study.description.Offer;
import org.foretell.study.description.StudyDescription;

/**
 * The part of a machine that the cost of a day of demand charges: the nodes that the demand needs,
 * and not those that stay free for more. All figures are as stated.
 *
 * @param offer name of it
 * @param needed nodes that the demand needs, a whole number
 * @param offered nodes of the offer
 * @param wholeCostPerDay cost of a day of the whole machine, in the currency of the study
 */
public record ChargedNodes(String offer, double needed, long offered, double wholeCostPerDay) {
  private static final double DAYS_PER_YEAR = 365;

  /**
   * {@return the charged part of an offer}
   *
   * @param study with the offer
   * @param place of the offer
   */
  public static ChargedNodes of(StudyDescription study, Place place) {
    return new ChargedNodes(
        place.offer(),
        Math.ceil(place.values().nodesForDemand()),
        study.offers().stream()
            .filter(one -> one.name().equals(place.offer()))
            .mapToLong(Offer::nodes)
            .sum(),
        place.values().totalCost() / (study.site().lifeYears() * DAYS_PER_YEAR));
  }

  /** {@return the nodes as a part of those offered, {@code 800 of 900}} */
  public String nodes() {
    return String.format(
        Locale.ROOT,
        needed > offered ? "%,.0f, more than its %,d" : "%,.0f of %,d",
        needed,
        offered);
  }

  /**
   * {@return two sentences that say what the cost of a day of demand leaves out}
   *
   * @param currency of the study
   */
  public String sentence(String currency) {
    return "A day of demand is charged for the nodes it needs: with all figures as stated, on "
        + offer
        + " "
        + nodes()
        + ". The whole machine then costs "
        + MetricText.number(wholeCostPerDay)
        + " "
        + currency
        + " a day.";
  }
}
