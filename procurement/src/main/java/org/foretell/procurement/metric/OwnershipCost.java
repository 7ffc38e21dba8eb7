package org.foretell.procurement.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * The total cost of ownership (TCO): {@code capital + sum_y (electricity_y + maintenance_y +
 * hosting_y + staff_y) / (1 + d)^y - residual / (1 + d)^Y}, year {@code y} paid at its end. All
 * money is in one currency.
 *
 * <p>Immutable.
 *
 * @param capital price of the machine, paid at once, at least 0
 * @param years the costs of each year, in order, at least one
 * @param residual value of the machine after the last year, at least 0
 * @param discountRate a year, such as 0.03, at least 0
 */
public record OwnershipCost(
    double capital, List<Year> years, double residual, double discountRate) {
  /** Hours of a year of 365 days. */
  public static final double HOURS_PER_YEAR = 8760;

  private static final double WATTS_PER_KILOWATT = 1000;

  /** Checks and copies. */
  public OwnershipCost {
    Amount.notNegative("the price", capital);
    Amount.notNegative("the residual value", residual);
    Amount.notNegative("the discount rate", discountRate);
    years = List.copyOf(years);
    if (years.isEmpty()) {
      throw new IllegalArgumentException("a cost of ownership of no year");
    }
  }

  /**
   * A year of service.
   *
   * @param kilowattHours electricity of the whole facility for the machine, at least 0
   * @param pricePerKilowattHour at least 0
   * @param otherCost maintenance, hosting and staff, at least 0
   */
  public record Year(double kilowattHours, double pricePerKilowattHour, double otherCost) {
    /** Checks. */
    public Year {
      Amount.notNegative("the electricity", kilowattHours);
      Amount.notNegative("the price of electricity", pricePerKilowattHour);
      Amount.notNegative("the other cost", otherCost);
    }

    /** {@return the cost of the year, not discounted} */
    public double cost() {
      return kilowattHours * pricePerKilowattHour + otherCost;
    }
  }

  /**
   * {@return the electricity of a year}
   *
   * @param averageWatts of the machine, at least 0
   * @param pue power usage effectiveness of the site: power of the facility over that of the
   *     machines, at least 1
   */
  public static double kilowattHoursPerYear(double averageWatts, double pue) {
    if (!(pue >= 1) || Double.isInfinite(pue)) {
      throw new IllegalArgumentException("PUE must be finite and at least 1, but is " + pue);
    }
    return Amount.notNegative("the power", averageWatts)
        / WATTS_PER_KILOWATT
        * HOURS_PER_YEAR
        * pue;
  }

  /** {@return the present value of all payments, minus that of the residual value} */
  public double total() {
    double total = capital;
    for (int year = 1; year <= years.size(); year++) {
      total += years.get(year - 1).cost() / Math.pow(1 + discountRate, year);
    }
    return total - residual / Math.pow(1 + discountRate, years.size());
  }

  /** {@return the contribution of each year to the total, discounted, in order} */
  public List<Double> discountedYears() {
    List<Double> costs = new ArrayList<>();
    for (int year = 1; year <= years.size(); year++) {
      costs.add(years.get(year - 1).cost() / Math.pow(1 + discountRate, year));
    }
    return List.copyOf(costs);
  }

  /**
   * {@return the factor of a constant yearly cost in the total: {@code sum_y 1 / (1 + d)^y}}
   *
   * @param years how many, at least 0
   * @param discountRate a year, at least 0
   */
  public static double annuity(int years, double discountRate) {
    Amount.notNegative("the discount rate", discountRate);
    double sum = 0;
    for (int year = 1; year <= years; year++) {
      sum += 1 / Math.pow(1 + discountRate, year);
    }
    return sum;
  }
}
