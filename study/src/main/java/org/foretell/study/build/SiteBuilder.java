package org.foretell.study.build;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the machine will stand, and how it will be used. */
public final class SiteBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private SiteBuilder() {}

  /** {@return a site without any figures yet} */
  public static SiteBuilder site() {
    return new SiteBuilder();
  }

  /**
   * Sets the years of service; 5 if they are not set.
   *
   * @param years at least 1
   * @return this
   */
  public SiteBuilder lifeYears(int years) {
    members.put("lifeYears", years);
    return this;
  }

  /**
   * Sets the power of the facility over that of its machines.
   *
   * @param figure of it
   * @return this
   */
  public SiteBuilder pue(Figure figure) {
    members.put("pue", figure.written());
    return this;
  }

  /**
   * Sets the price of a kilowatt-hour.
   *
   * @param prices one for all years, or one for each
   * @return this
   */
  public SiteBuilder electricity(Figure... prices) {
    members.put("electricity", Arrays.stream(prices).map(Figure::written).toList());
    return this;
  }

  /**
   * Sets the discount rate a year.
   *
   * @param figure of it
   * @return this
   */
  public SiteBuilder discountRate(Figure figure) {
    members.put("discountRate", figure.written());
    return this;
  }

  /**
   * Sets the share of the nodes that run jobs while the machine is up.
   *
   * @param figure of it
   * @return this
   */
  public SiteBuilder utilisation(Figure figure) {
    members.put("utilisation", figure.written());
    return this;
  }

  /**
   * Sets the share of the time that the machine is up.
   *
   * @param figure of it
   * @return this
   */
  public SiteBuilder availability(Figure figure) {
    members.put("availability", figure.written());
    return this;
  }

  /**
   * Sets the cost of people a year.
   *
   * @param figure of it
   * @return this
   */
  public SiteBuilder staffPerYear(Figure figure) {
    members.put("staffPerYear", figure.written());
    return this;
  }

  /**
   * Limits the cost of the machine in its life.
   *
   * @param most in the currency of the study
   * @return this
   */
  public SiteBuilder budget(double most) {
    members.put("budget", Figure.number(most));
    return this;
  }

  /**
   * Limits the mean power of the facility for the machine.
   *
   * @param most with its unit, {@code "200kW"}
   * @return this
   */
  public SiteBuilder powerCap(String most) {
    members.put("powerCap", most);
    return this;
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }
}
