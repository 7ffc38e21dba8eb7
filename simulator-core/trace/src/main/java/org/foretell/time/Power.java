package org.foretell.time;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Electric power and energy with their units: {@code "9.5W"}, {@code "3.215 kJ"}. */
public final class Power {
  private static final Map<String, BigDecimal> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("mW", new BigDecimal("1e-3"));
    UNITS.put("W", BigDecimal.ONE);
    UNITS.put("kW", new BigDecimal("1e3"));
    UNITS.put("MW", new BigDecimal("1e6"));
    UNITS.put("GW", new BigDecimal("1e9"));
  }

  private static final double JOULES_PER_WATT_HOUR = 3600;

  private Power() {}

  /**
   * Parses an electric power, for example {@code "9.5W"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return watts, at least 0, finite
   * @throws QuantityException if the text is not a power
   */
  public static double parse(String text) {
    double watts = Quantity.parse(text, UNITS, "a power", "9.5W").doubleValue();
    if (Double.isInfinite(watts)) {
      throw new QuantityException("\"" + text + "\" must be finite");
    }
    return watts;
  }

  /**
   * Formats a power with the unit that suits a reader, four significant digits: {@code 3.215 kW}.
   *
   * @param watts at least 0
   * @return a number and its unit
   */
  public static String format(double watts) {
    return formatted(watts, "W");
  }

  /**
   * Formats an energy with the unit that suits a reader, four significant digits: {@code 3.215 kJ}.
   *
   * @param joules at least 0
   * @return a number and its unit
   */
  public static String formatEnergy(double joules) {
    return formatted(joules, "J");
  }

  /**
   * Formats an energy in watt hours, four significant digits: {@code 3.215 MWh}.
   *
   * @param joules at least 0
   * @return a number and its unit
   */
  public static String formatWattHours(double joules) {
    return formatted(joules / JOULES_PER_WATT_HOUR, "Wh");
  }

  private static String formatted(double value, String unit) {
    if (value > 0 && value < 1e-3) {
      return Quantity.formatDecimal(value * 1e6, "u" + unit);
    }
    return value > 0 && value < 1
        ? Quantity.formatDecimal(value * 1e3, "m" + unit)
        : Quantity.formatDecimal(value, unit);
  }
}
