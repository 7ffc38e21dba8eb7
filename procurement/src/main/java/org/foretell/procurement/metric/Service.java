package org.foretell.procurement.metric;

import java.util.OptionalDouble;

/**
 * The share of its life during which a machine works for users.
 *
 * @param years of life, above 0
 * @param availability share of the time that the machine is up, 0 to 1
 * @param utilisation share of the nodes that run jobs while it is up, 0 to 1
 */
public record Service(double years, double availability, double utilisation) {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double HOURS_PER_DAY = 24;

  /** Checks. */
  public Service {
    Amount.positive("the life", years);
    Amount.share("the availability", availability);
    Amount.share("the utilisation", utilisation);
  }

  /**
   * {@return the number of runs of a program in a machine's life, if it does nothing else: {@code
   * 8760 h x years x availability x utilisation x N / (n t)}}
   *
   * @param nodes of the machine, at least 1
   * @param nodesPerRun nodes of a run, at least 1
   * @param seconds duration of a run, above 0
   */
  public double runsInLife(long nodes, long nodesPerRun, double seconds) {
    return OwnershipCost.HOURS_PER_YEAR
        * SECONDS_PER_HOUR
        * years
        * share()
        * atOnce(nodes, nodesPerRun)
        / Amount.positive("the time", seconds);
  }

  /**
   * {@return the number of runs in a day}
   *
   * @param nodes of the machine, at least 1
   * @param nodesPerRun nodes of a run, at least 1
   * @param seconds duration of a run, above 0
   */
  public double runsPerDay(long nodes, long nodesPerRun, double seconds) {
    return HOURS_PER_DAY
        * SECONDS_PER_HOUR
        * share()
        * atOnce(nodes, nodesPerRun)
        / Amount.positive("the time", seconds);
  }

  /**
   * {@return the nodes that a demand needs, not rounded}
   *
   * @param runsPerDay the demand, at least 0
   * @param nodesPerRun nodes of a run, at least 1
   * @param seconds duration of a run, above 0
   */
  public double nodesForDemand(double runsPerDay, long nodesPerRun, double seconds) {
    return Amount.notNegative("the demand", runsPerDay)
        * nodesPerRun
        * Amount.positive("the time", seconds)
        / (HOURS_PER_DAY
            * SECONDS_PER_HOUR
            * Amount.positive("availability x utilisation", share()));
  }

  /**
   * {@return the price of electricity at which two machines for equal work have equal lifetime
   * costs, not discounted; empty if there is no such price of at least 0}
   *
   * @param capitalA price of the first
   * @param kilowattHoursA consumption of the first
   * @param capitalB price of the second
   * @param kilowattHoursB consumption of the second
   */
  public static OptionalDouble breakEvenPricePerKilowattHour(
      double capitalA, double kilowattHoursA, double capitalB, double kilowattHoursB) {
    double price = (capitalB - capitalA) / (kilowattHoursA - kilowattHoursB);
    return price >= 0 && !Double.isInfinite(price)
        ? OptionalDouble.of(price)
        : OptionalDouble.empty();
  }

  private double share() {
    return availability * utilisation;
  }

  private static double atOnce(long nodes, long nodesPerRun) {
    return Amount.count("the count of nodes", 1, nodes)
        / Amount.count("the count of nodes of a run", 1, nodesPerRun);
  }
}
