package org.foretell.machines.file;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.time.Quantity;

/**
 * A value relative to the current one: by a factor, {@code x0.5}, or by a percentage, {@code +10%}
 * or {@code -10%}. Multiplication is exact, and units are kept; quotients have 30 digits.
 *
 * @param factor below 0 where a percentage is below -100%
 */
public record RelativeValue(BigDecimal factor) {
  private static final Pattern FACTOR = Pattern.compile("x([0-9]{1,400}(?:\\.[0-9]{1,400})?)");
  private static final Pattern PERCENT =
      Pattern.compile("([+-])([0-9]{1,9}(?:\\.[0-9]{1,15})?) ?%");
  private static final Pattern NUMBER =
      Pattern.compile("(-?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?)(.*)", Pattern.DOTALL);
  private static final MathContext DIGITS = new MathContext(30);

  /**
   * {@return a relative value; empty if the text is an absolute one}
   *
   * @param text as it was given
   */
  public static Optional<RelativeValue> of(String text) {
    Matcher factor = FACTOR.matcher(text);
    if (factor.matches()) {
      return Optional.of(new RelativeValue(new BigDecimal(factor.group(1))));
    }
    Matcher percent = PERCENT.matcher(text);
    if (!percent.matches()) {
      return Optional.empty();
    }
    BigDecimal share = new BigDecimal(percent.group(2)).movePointLeft(2);
    return Optional.of(
        new RelativeValue(
            percent.group(1).equals("+")
                ? BigDecimal.ONE.add(share)
                : BigDecimal.ONE.subtract(share)));
  }

  /**
   * {@return a number with its unit, multiplied; empty if the text is not a number, or without
   * limit}
   *
   * @param text of the number
   */
  public Optional<String> times(String text) {
    return scaled(text, false);
  }

  /**
   * {@return a number with its unit, divided; empty if the text is not a number, or without limit}
   *
   * @param text of the number
   */
  public Optional<String> dividing(String text) {
    return scaled(text, true);
  }

  private Optional<String> scaled(String text, boolean divide) {
    Matcher number = NUMBER.matcher(text);
    if (text.equals(Quantity.UNLIMITED) || !number.matches()) {
      return Optional.empty();
    }
    BigDecimal value = new BigDecimal(number.group(1));
    BigDecimal result = divide ? value.divide(factor, DIGITS) : value.multiply(factor);
    return Optional.of(shown(result) + number.group(2));
  }

  private static String shown(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
