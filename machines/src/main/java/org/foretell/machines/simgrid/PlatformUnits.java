package org.foretell.machines.simgrid;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The quantities of SimGrid's platform files. Decimal prefixes are {@code k M G T P E Z Y}, binary
 * ones {@code Ki Mi Gi Ti Pi Ei Zi Yi}; a small {@code b} is bits. A number without unit has the
 * unit that SimGrid takes: seconds, bytes per second, flop per second.
 */
final class PlatformUnits {
  private static final Pattern QUANTITY =
      Pattern.compile(
          "\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)\\s*([A-Za-z]*)\\s*");
  private static final int LONGEST = 100;
  private static final BigDecimal PS_PER_SECOND = new BigDecimal("1e12");
  private static final BigDecimal MOST_PS = BigDecimal.valueOf(Long.MAX_VALUE / 2);

  private static final Map<String, BigDecimal> SECONDS = new LinkedHashMap<>();
  private static final Map<String, BigDecimal> BYTES_PER_SECOND = new LinkedHashMap<>();
  private static final Map<String, BigDecimal> FLOP_PER_SECOND = new LinkedHashMap<>();

  static {
    String[][] times = {
      {"", "1"},
      {"w", "604800"},
      {"d", "86400"},
      {"h", "3600"},
      {"m", "60"},
      {"s", "1"},
      {"ms", "1e-3"},
      {"us", "1e-6"},
      {"ns", "1e-9"},
      {"ps", "1e-12"}
    };
    for (String[] time : times) {
      SECONDS.put(time[0], new BigDecimal(time[1]));
    }
    BYTES_PER_SECOND.put("", BigDecimal.ONE);
    scales(BYTES_PER_SECOND, "Bps", BigDecimal.ONE, true);
    scales(BYTES_PER_SECOND, "bps", new BigDecimal("0.125"), true);
    FLOP_PER_SECOND.put("", BigDecimal.ONE);
    scales(FLOP_PER_SECOND, "f", BigDecimal.ONE, false);
    String[] longNames = {"", "kilo", "mega", "giga", "tera", "peta", "exa", "zetta", "yotta"};
    for (int power = 0; power < longNames.length; power++) {
      FLOP_PER_SECOND.put(longNames[power] + "flops", BigDecimal.ONE.scaleByPowerOfTen(3 * power));
    }
  }

  private PlatformUnits() {}

  private static void scales(
      Map<String, BigDecimal> units, String unit, BigDecimal factor, boolean binaryToo) {
    String[] prefixes = {"", "k", "M", "G", "T", "P", "E", "Z", "Y"};
    for (int power = 0; power < prefixes.length; power++) {
      units.put(prefixes[power] + unit, factor.scaleByPowerOfTen(3 * power));
      if (binaryToo && power > 0) {
        String prefix = prefixes[power].equals("k") ? "K" : prefixes[power];
        units.put(prefix + "i" + unit, factor.multiply(BigDecimal.valueOf(1024).pow(power)));
      }
    }
  }

  static long timePs(Element element, String attribute, String text) {
    String allowed = "a time of at most 53 days, like \"1us\" or \"0.5ms\"";
    BigDecimal ps = parse(element, attribute, text, SECONDS, allowed).multiply(PS_PER_SECOND);
    if (ps.compareTo(MOST_PS) > 0) {
      throw wrong(element, attribute, text, allowed);
    }
    return ps.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  static double bytesPerSecond(Element element, String attribute, String text) {
    String allowed = "a bandwidth above zero, like \"10Gbps\" or \"1.25GBps\"";
    return positive(element, attribute, text, BYTES_PER_SECOND, allowed);
  }

  /** A core's speed; the first one, if several are given for power states. */
  static double flopPerSecond(Element element, String attribute, String text) {
    String allowed = "a speed above zero, like \"1Gf\" or \"21.6Gf\"";
    int comma = text.indexOf(',');
    return positive(
        element, attribute, comma < 0 ? text : text.substring(0, comma), FLOP_PER_SECOND, allowed);
  }

  private static double positive(
      Element element,
      String attribute,
      String text,
      Map<String, BigDecimal> units,
      String allowed) {
    double value = parse(element, attribute, text, units, allowed).doubleValue();
    if (!(value > 0) || Double.isInfinite(value)) {
      throw wrong(element, attribute, text, allowed);
    }
    return value;
  }

  private static BigDecimal parse(
      Element element,
      String attribute,
      String text,
      Map<String, BigDecimal> units,
      String allowed) {
    Matcher matcher = QUANTITY.matcher(text);
    if (text.length() <= LONGEST && matcher.matches()) {
      @Nullable BigDecimal unit = units.get(matcher.group(2));
      BigDecimal number = new BigDecimal(matcher.group(1));
      if (unit != null && number.signum() >= 0) {
        return number.multiply(unit);
      }
    }
    throw wrong(element, attribute, text, allowed);
  }

  private static PlatformException wrong(
      Element element, String attribute, String text, String allowed) {
    String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return element.wrong(attribute + "=\"" + shown + "\"", allowed);
  }
}
