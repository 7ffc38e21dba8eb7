package org.foretell.study.file;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.jspecify.annotations.Nullable;

/**
 * What a figure of a study measures: how it is written, and within which limits.
 *
 * @param allowed what to write, for messages
 * @param units factor by unit; empty for plain numbers
 * @param least that it may be
 * @param most that it may be
 * @param isAboveLeast whether {@code least} itself is too little
 */
record Measure(
    String allowed, Map<String, Double> units, double least, double most, boolean isAboveLeast) {
  private static final Pattern QUANTITY =
      Pattern.compile("([+-]?\\d{1,20}(?:\\.\\d{1,20})?(?:[eE][+-]?\\d{1,2})?)\\s*(\\S+)");
  private static final double MOST = 1e15;

  static final Measure AMOUNT = new Measure("a number of at least 0", Map.of(), 0, MOST, false);
  static final Measure POSITIVE = new Measure("a number above 0", Map.of(), 0, MOST, true);
  static final Measure SHARE = new Measure("a number from 0 to 1", Map.of(), 0, 1, false);
  static final Measure POSITIVE_SHARE =
      new Measure("a number above 0, at most 1", Map.of(), 0, 1, true);
  static final Measure PUE = new Measure("a number from 1 to 10", Map.of(), 1, 10, false);
  static final Measure FACTOR =
      new Measure("a number from 0.001 to 1000", Map.of(), 1e-3, 1e3, false);
  static final Measure POWER =
      new Measure(
          "a power in quotes with its unit, like \"450W\" (\"W\", \"kW\" or \"MW\")",
          Map.of("W", 1.0, "kW", 1e3, "MW", 1e6),
          0,
          1e12,
          false);
  static final Measure TIME =
      new Measure(
          "a time above 0 in quotes with its unit, like \"400s\" (\"us\", \"ms\", \"s\", \"min\","
              + " \"h\")",
          Map.of("us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0, "h", 3600.0),
          0,
          1e12,
          true);

  /**
   * {@return money, with the currency behind it or without}
   *
   * @param currency of the study
   */
  static Measure money(String currency) {
    return new Measure(
        "an amount of at least 0 in the study's currency, like 1200000 or \"1200000 "
            + currency
            + "\"",
        Map.of(currency, 1.0),
        0,
        MOST,
        false);
  }

  /**
   * {@return a value above 0 in a unit}
   *
   * @param unit "" for plain numbers
   */
  static Measure inUnit(String unit) {
    return unit.isEmpty()
        ? POSITIVE
        : new Measure(
            "a value above 0 in quotes with the unit \"" + unit + "\", like \"1.5" + unit + "\"",
            Map.of(unit, 1.0),
            0,
            MOST,
            true);
  }

  /**
   * {@return the unit of a value, with bounds or without; "" if it has none}
   *
   * @param value null for none
   */
  static String unit(@Nullable JsonValue value) {
    JsonValue own = value;
    if (value instanceof Members members) {
      Member member = members.byName().get("value");
      own = member == null ? null : member.value();
    }
    if (own instanceof Text text) {
      Matcher quantity = QUANTITY.matcher(text.text().strip());
      return quantity.matches() ? quantity.group(2) : "";
    }
    return "";
  }

  /** {@return whether a number may stand without a unit} */
  private boolean isPlain() {
    return units.isEmpty() || this.allowed.startsWith("an amount");
  }

  /** {@return the value, in the unit whose factor is 1; empty if it is none} */
  OptionalDouble read(JsonValue value) {
    double number = Double.NaN;
    if (value instanceof Numeral numeral && isPlain()) {
      number = parsed(numeral.lexeme());
    } else if (value instanceof Text text) {
      Matcher quantity = QUANTITY.matcher(text.text().strip());
      if (quantity.matches() && units.containsKey(quantity.group(2))) {
        number = parsed(quantity.group(1)) * units.get(quantity.group(2));
      }
    }
    boolean isAllowed = number <= most && (isAboveLeast ? number > least : number >= least);
    return isAllowed ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  private static double parsed(String text) {
    try {
      return new BigDecimal(text).doubleValue();
    } catch (NumberFormatException notFinite) {
      return Double.NaN;
    }
  }
}
