package org.foretell.parsers.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/** The unit of a column of times, at the end of its name. */
enum TimeUnit {
  S(12),
  MS(9),
  US(6),
  NS(3),
  PS(0);

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d{1,30}(\\.\\d{0,30})?([eE][+-]?\\d{1,2})?");

  private final int digits;

  TimeUnit(int digits) {
    this.digits = digits;
  }

  /** How it ends a name. */
  String ending() {
    return "_" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * A time in picoseconds, which may be more than a {@code long} holds.
   *
   * @throws NumberFormatException if it is no number
   */
  BigDecimal picoseconds(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new NumberFormatException(text);
    }
    return new BigDecimal(text).scaleByPowerOfTen(digits).setScale(0, RoundingMode.HALF_UP);
  }
}
