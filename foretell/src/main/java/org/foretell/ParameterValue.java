package org.foretell;

import java.math.BigDecimal;
import java.util.Objects;
import org.foretell.time.Quantity;

/**
 * The exact value of a model's parameter: a number with its unit.
 *
 * @param text in the form of {@code -P}
 */
public record ParameterValue(String text) {
  /** Checks that there is a text. */
  public ParameterValue {
    Objects.requireNonNull(text, "text");
  }

  /**
   * A time.
   *
   * @param ps picoseconds, at least 0
   * @return a value with its unit
   */
  public static ParameterValue picoseconds(long ps) {
    return new ParameterValue(ps + "ps");
  }

  /**
   * A size.
   *
   * @param bytes {@link Long#MAX_VALUE} for no limit
   * @return a value with its unit
   */
  public static ParameterValue bytes(long bytes) {
    return new ParameterValue(bytes == Long.MAX_VALUE ? Quantity.UNLIMITED : bytes + "B");
  }

  /**
   * A bandwidth.
   *
   * @param bytesPerSecond positive infinity for no limit
   * @return a value with its unit
   */
  public static ParameterValue bytesPerSecond(double bytesPerSecond) {
    return new ParameterValue(
        Double.isInfinite(bytesPerSecond)
            ? Quantity.UNLIMITED
            : BigDecimal.valueOf(bytesPerSecond).toPlainString() + "B/s");
  }

  /**
   * A gap per byte.
   *
   * @param psPerByte picoseconds per byte, at least 0
   * @return a value with its unit
   */
  public static ParameterValue picosecondsPerByte(double psPerByte) {
    return new ParameterValue(BigDecimal.valueOf(psPerByte).toPlainString() + "ps/B");
  }

  /**
   * A plain number.
   *
   * @param value at least 0
   * @return a value without unit
   */
  public static ParameterValue number(double value) {
    return new ParameterValue(BigDecimal.valueOf(value).toPlainString());
  }

  /**
   * A keyword, for parameters with a fixed set of values.
   *
   * @param word whose name in lower case is the keyword
   * @return the keyword as a value
   */
  public static ParameterValue word(Enum<?> word) {
    Objects.requireNonNull(word, "word");
    return new ParameterValue(word.name().toLowerCase(java.util.Locale.ROOT));
  }
}
