package org.foretell.trace.text;

import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;

/** Numbers, times and sizes in a text, without loss. */
final class TextNumbers {
  private TextNumbers() {}

  /** A time with a unit, all its digits: {@code 1.234567us}. */
  static String time(long ps) {
    if (ps >= Ps.PER_SECOND) {
      return decimal(ps, Ps.PER_SECOND, "s");
    }
    if (ps >= Ps.PER_MILLISECOND) {
      return decimal(ps, Ps.PER_MILLISECOND, "ms");
    }
    if (ps >= Ps.PER_MICROSECOND) {
      return decimal(ps, Ps.PER_MICROSECOND, "us");
    }
    if (ps >= Ps.PER_NANOSECOND) {
      return decimal(ps, Ps.PER_NANOSECOND, "ns");
    }
    return ps + "ps";
  }

  private static String decimal(long ps, long unit, String name) {
    long fraction = ps % unit;
    if (fraction == 0) {
      return ps / unit + name;
    }
    String digits = Long.toString(unit + fraction).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return ps / unit + "." + digits.substring(0, end) + name;
  }

  /**
   * A time with a unit.
   *
   * @throws QuantityException if it is not one
   */
  static long parseTime(String text) {
    return Quantity.parseTimePs(text);
  }

  /**
   * A size in bytes, with or without a unit.
   *
   * @throws IllegalArgumentException if it is not one
   */
  static long parseBytes(String text) {
    if (text.isEmpty() || Character.isLetter(text.charAt(text.length() - 1))) {
      return Quantity.parseBytes(text);
    }
    return parse(text);
  }

  /**
   * A whole number, perhaps with a sign.
   *
   * @throws IllegalArgumentException if it is not one
   */
  static long parse(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a whole number of at most 63 bits", e);
    }
  }
}
