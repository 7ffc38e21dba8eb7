package org.foretell.time;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Physical quantities written with their unit, as in machine files and on the command line: {@code
 * "6.5us"}, {@code "2.0GB/s"}, {@code "64KiB"}, {@code "0.18ns/B"}.
 *
 * <p>A number without a unit is refused, even a zero (write {@code "0us"}), and so is a unit of
 * another kind. The prefixes k, M, G, T are decimal and Ki, Mi, Gi, Ti are binary, for bytes and
 * rates alike. A blank between number and unit is allowed. Parsing is decimal and exact before the
 * one rounding at the end.
 */
public final class Quantity {
  /** The word for "no limit", accepted where a kind allows it. */
  public static final String UNLIMITED = "unlimited";

  private static final Pattern DECIMAL = Pattern.compile("\\d+\\.\\d+");
  private static final MathContext SHORT = new MathContext(6);

  private static final Pattern NUMBER_UNIT =
      Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)\\s*(\\S*)");

  private static final Map<String, BigDecimal> TIME = new LinkedHashMap<>();
  private static final Map<String, BigDecimal> BYTES = new LinkedHashMap<>();

  static {
    unit(TIME, "ps", "1");
    unit(TIME, "ns", "1000");
    unit(TIME, "us", "1e6");
    unit(TIME, "ms", "1e9");
    unit(TIME, "s", "1e12");
    unit(TIME, "min", "60e12");
    unit(TIME, "h", "3600e12");
    unit(TIME, "d", "86400e12");
    unit(BYTES, "B", "1");
    unit(BYTES, "kB", "1e3");
    unit(BYTES, "KB", "1e3");
    unit(BYTES, "MB", "1e6");
    unit(BYTES, "GB", "1e9");
    unit(BYTES, "TB", "1e12");
    unit(BYTES, "KiB", "1024");
    unit(BYTES, "MiB", "1048576");
    unit(BYTES, "GiB", "1073741824");
    unit(BYTES, "TiB", "1099511627776");
  }

  private Quantity() {}

  private static void unit(Map<String, BigDecimal> units, String name, String factor) {
    units.put(name, new BigDecimal(factor));
  }

  /**
   * Parses a span of time, for example {@code "6.5us"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return picoseconds, at least 0, rounded half up
   * @throws QuantityException if the text is not a span of time
   */
  public static long parseTimePs(String text) {
    return roundedLong(text, parse(text, TIME, "a time", "6.5us"), "106 days");
  }

  /**
   * Parses a time without rounding, for one that is multiplied before it is rounded.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return picoseconds, at least 0, of any length
   * @throws QuantityException if the text is not a time
   */
  public static BigDecimal parseExactPs(String text) {
    return parse(text, TIME, "a time", "6.5us");
  }

  /**
   * Parses a number of bytes, for example {@code "64KiB"}; {@value #UNLIMITED} is {@link
   * Long#MAX_VALUE}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return bytes, at least 0
   * @throws QuantityException if the text is not a size, or not a whole number of bytes
   */
  public static long parseBytes(String text) {
    if (text.strip().equals(UNLIMITED)) {
      return Long.MAX_VALUE;
    }
    BigDecimal bytes = parse(text, BYTES, "a size", "64KiB");
    if (bytes.stripTrailingZeros().scale() > 0) {
      throw new QuantityException(quote(text) + " is not a whole number of bytes");
    }
    return roundedLong(text, bytes, "2^63 bytes");
  }

  /**
   * Parses a bandwidth, for example {@code "2.0GB/s"}; {@value #UNLIMITED} is positive infinity.
   * Bits per second are written {@code "40Gbit/s"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return bytes per second, above 0
   * @throws QuantityException if the text is not a bandwidth, or the bandwidth is 0, or so low that
   *     a byte takes 106 days
   */
  public static double parseBytesPerSecond(String text) {
    String stripped = text.strip();
    if (stripped.equals(UNLIMITED)) {
      return Double.POSITIVE_INFINITY;
    }
    BigDecimal value;
    if (stripped.endsWith("bit/s")) {
      String asBytes = stripped.substring(0, stripped.length() - "bit/s".length()) + "B";
      value = parse(asBytes, BYTES, "a bandwidth", "2.0GB/s").divide(BigDecimal.valueOf(8));
    } else if (stripped.endsWith("/s")) {
      value = parse(stripped.substring(0, stripped.length() - 2), BYTES, "a bandwidth", "2.0GB/s");
    } else {
      throw wrong(text, "a bandwidth", "2.0GB/s");
    }
    double bytesPerSecond = value.doubleValue();
    if (!(bytesPerSecond > 0) || Double.isInfinite(bytesPerSecond)) {
      throw new QuantityException(
          quote(text) + " must be above zero and finite; write \"unlimited\" for no limit");
    }
    return notTooSlow(text, bytesPerSecond, "byte");
  }

  /**
   * Parses a gap per byte, for example {@code "0.18ns/B"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return picoseconds per byte, at least 0, not rounded
   * @throws QuantityException if the text is not a gap per byte, or the gap is more than 106 days
   */
  public static double parsePsPerByte(String text) {
    String stripped = text.strip();
    if (!stripped.endsWith("/B")) {
      throw wrong(text, "a time per byte", "0.18ns/B");
    }
    String time = stripped.substring(0, stripped.length() - 2);
    double psPerByte = parse(time, TIME, "a time per byte", "0.18ns/B").doubleValue();
    if (psPerByte > Long.MAX_VALUE) {
      throw new QuantityException(quote(text) + " exceeds the limit of 106 days per byte");
    }
    return psPerByte;
  }

  /**
   * Parses a core speed, for example {@code "10.4Gflop/s"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return floating-point operations per second, above 0
   * @throws QuantityException if the text is not a core speed
   */
  public static double parseFlopPerSecond(String text) {
    String stripped = text.strip();
    if (!stripped.endsWith("flop/s")) {
      throw wrong(text, "a core speed", "10.4Gflop/s");
    }
    String asBytes = stripped.substring(0, stripped.length() - "flop/s".length()) + "B";
    double speed = parse(asBytes, BYTES, "a core speed", "10.4Gflop/s").doubleValue();
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new QuantityException(quote(text) + " must be above zero and finite");
    }
    return notTooSlow(text, speed, "flop");
  }

  /**
   * Parses a rate of instructions, for example {@code "2Ginstr/s"}.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return instructions per second, above 0
   * @throws QuantityException if the text is not a rate of instructions
   */
  public static double parseInstructionsPerSecond(String text) {
    String stripped = text.strip();
    if (!stripped.endsWith("instr/s")) {
      throw wrong(text, "a rate of instructions", "2Ginstr/s");
    }
    String asBytes = stripped.substring(0, stripped.length() - "instr/s".length()) + "B";
    double rate = parse(asBytes, BYTES, "a rate of instructions", "2Ginstr/s").doubleValue();
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new QuantityException(quote(text) + " must be above zero and finite");
    }
    return notTooSlow(text, rate, "instruction");
  }

  /**
   * Parses a message rate, for example {@code "20Mmsg/s"}; {@value #UNLIMITED} is positive
   * infinity.
   *
   * @param text a number and its unit, blanks between them allowed
   * @return messages per second, above 0
   * @throws QuantityException if the text is not a message rate, or the rate is so low that a
   *     message takes 106 days
   */
  public static double parseMessagesPerSecond(String text) {
    String stripped = text.strip();
    if (stripped.equals(UNLIMITED)) {
      return Double.POSITIVE_INFINITY;
    }
    if (!stripped.endsWith("msg/s")) {
      throw wrong(text, "a message rate", "20Mmsg/s");
    }
    String asBytes = stripped.substring(0, stripped.length() - "msg/s".length()) + "B";
    double rate = parse(asBytes, BYTES, "a message rate", "20Mmsg/s").doubleValue();
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new QuantityException(
          quote(text) + " must be above zero and finite; write \"unlimited\" for no limit");
    }
    return notTooSlow(text, rate, "message");
  }

  /**
   * Formats a time with the unit that suits a reader, four significant digits: {@code 1.602 s}.
   *
   * @param ps picoseconds, at least 0
   * @return a number and its unit
   */
  public static String formatTime(long ps) {
    if (ps >= Ps.PER_SECOND) {
      return significant(ps / 1e12) + " s";
    }
    if (ps >= Ps.PER_MILLISECOND) {
      return significant(ps / 1e9) + " ms";
    }
    if (ps >= Ps.PER_MICROSECOND) {
      return significant(ps / 1e6) + " us";
    }
    if (ps >= Ps.PER_NANOSECOND) {
      return significant(ps / 1e3) + " ns";
    }
    return ps + " ps";
  }

  /**
   * Prints a size with a decimal prefix, four significant digits: {@code 1.024 kB}.
   *
   * @param bytes at least 0
   * @return a number and its unit
   */
  public static String formatBytes(double bytes) {
    return formatDecimal(bytes, "B");
  }

  /**
   * Prints a bandwidth with a decimal prefix: {@code 2.000 GB/s}, or {@value #UNLIMITED}.
   *
   * @param bytesPerSecond above 0; positive infinity for no limit
   * @return a number and its unit
   */
  public static String formatBytesPerSecond(double bytesPerSecond) {
    return Double.isInfinite(bytesPerSecond) ? UNLIMITED : formatBytes(bytesPerSecond) + "/s";
  }

  /**
   * Prints a core speed with a decimal prefix: {@code 10.40 Gflop/s}.
   *
   * @param flopsPerSecond above 0
   * @return a number and its unit
   */
  public static String formatFlopsPerSecond(double flopsPerSecond) {
    return formatFlops(flopsPerSecond) + "/s";
  }

  /**
   * Prints a number of floating-point operations with a decimal prefix: {@code 10.40 Gflop}.
   *
   * @param flops at least 0
   * @return a number and its unit
   */
  public static String formatFlops(double flops) {
    String text = formatBytes(flops);
    return text.substring(0, text.length() - 1) + "flop";
  }

  /**
   * Prints a message rate with a decimal prefix: {@code 20 Mmsg/s}, or {@value #UNLIMITED}.
   *
   * @param messagesPerSecond above 0; positive infinity for no limit
   * @return a number and its unit
   */
  public static String formatMessagesPerSecond(double messagesPerSecond) {
    if (Double.isInfinite(messagesPerSecond)) {
      return UNLIMITED;
    }
    String text = formatBytes(messagesPerSecond);
    return text.substring(0, text.length() - 1) + "msg/s";
  }

  /**
   * Rounds numbers in text for people: a number with a decimal point and more than six significant
   * digits is rounded to six, {@code 0.166667ns/B} for {@code 0.16666666666666666ns/B}.
   *
   * @param text with or without numbers
   * @return the text with shorter numbers
   */
  public static String shortened(String text) {
    return DECIMAL
        .matcher(text)
        .replaceAll(
            found -> {
              BigDecimal exact = new BigDecimal(found.group());
              return exact.precision() <= SHORT.getPrecision()
                  ? found.group()
                  : exact.round(SHORT).stripTrailingZeros().toPlainString();
            });
  }

  static String formatDecimal(double value, String unit) {
    String[] prefixes = {"", "k", "M", "G", "T", "P", "E"};
    int index = 0;
    double shown = value;
    while (shown >= 1000 && index < prefixes.length - 1) {
      shown /= 1000;
      index++;
    }
    return significant(shown) + " " + prefixes[index] + unit;
  }

  private static String significant(double value) {
    int decimals = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3;
    // As in all of sim: prints what ROOT does, for which Java loads tables of symbols first.
    String text = String.format(Locale.US, "%." + decimals + "f", value);
    return value == Math.rint(value) && value < 1000 ? Long.toString((long) value) : text;
  }

  static BigDecimal parse(String text, Map<String, BigDecimal> units, String kind, String example) {
    Matcher matcher = NUMBER_UNIT.matcher(text.strip());
    if (!matcher.matches()) {
      throw wrong(text, kind, example);
    }
    BigDecimal factor = units.get(matcher.group(2));
    if (factor == null) {
      throw wrong(text, kind, example, units.keySet());
    }
    BigDecimal value = new BigDecimal(matcher.group(1)).multiply(factor);
    if (value.signum() < 0) {
      throw new QuantityException(quote(text) + " must not be negative");
    }
    return value;
  }

  /** The longest time is that of {@link Ps}: a rate at which one thing takes longer is refused. */
  private static double notTooSlow(String text, double perSecond, String thing) {
    if (Ps.PER_SECOND / perSecond > Long.MAX_VALUE) {
      throw new QuantityException(
          quote(text) + " is too slow: one " + thing + " would take more than 106 days");
    }
    return perSecond;
  }

  private static long roundedLong(String text, BigDecimal value, String limit) {
    if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new QuantityException(quote(text) + " exceeds the limit of " + limit);
    }
    return value.setScale(0, java.math.RoundingMode.HALF_UP).longValueExact();
  }

  private static QuantityException wrong(String text, String kind, String example) {
    return new QuantityException(
        quote(text)
            + " is not "
            + kind
            + "; write a number and its unit, like \""
            + example
            + "\"");
  }

  private static QuantityException wrong(
      String text, String kind, String example, Set<String> units) {
    return new QuantityException(
        quote(text)
            + " is not "
            + kind
            + "; write a number and its unit, like \""
            + example
            + "\" (units here: "
            + String.join(", ", units)
            + ")");
  }

  private static String quote(String text) {
    return '"' + (text.length() > 60 ? text.substring(0, 57) + "..." : text) + '"';
  }
}
