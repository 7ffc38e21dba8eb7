package org.foretell.study.description;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Where the machine will stand, and how it will be used.
 *
 * @param pue power of the facility over that of its machines, at least 1
 * @param pricesPerKilowattHour of electricity, one for each year of life, in the study's currency
 * @param lifeYears years of service, at least 1
 * @param discountRate a year
 * @param utilisation share of the nodes that run jobs while the machine is up
 * @param availability share of the time that it is up
 * @param staffPerYear cost of people, at least 0
 * @param budget the most that the machine may cost in its life
 * @param powerCapWatts the most that it may take on average, of the facility
 */
public record Site(
    Estimate pue,
    List<Estimate> pricesPerKilowattHour,
    int lifeYears,
    Estimate discountRate,
    Estimate utilisation,
    Estimate availability,
    Estimate staffPerYear,
    OptionalDouble budget,
    OptionalDouble powerCapWatts) {
  /** Copies, and checks that each year has a price. */
  public Site {
    pricesPerKilowattHour = List.copyOf(pricesPerKilowattHour);
    if (lifeYears < 1 || pricesPerKilowattHour.size() != lifeYears) {
      throw new IllegalArgumentException(
          pricesPerKilowattHour.size() + " prices of electricity for " + lifeYears + " years");
    }
  }
}
