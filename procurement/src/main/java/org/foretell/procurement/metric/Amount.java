package org.foretell.procurement.metric;

/** Checks of amounts. */
final class Amount {
  private Amount() {}

  /**
   * {@return the value}
   *
   * @param name in the message
   * @param value of the amount
   * @throws IllegalArgumentException if it is not finite, or below 0
   */
  static double notNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, but is " + value);
    }
    return value;
  }

  /**
   * {@return the value}
   *
   * @param name in the message
   * @param value of the amount
   * @throws IllegalArgumentException if it is not finite, or not above 0
   */
  static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and above 0, but is " + value);
    }
    return value;
  }

  /**
   * {@return the value}
   *
   * @param name in the message
   * @param value of the share
   * @throws IllegalArgumentException if it is not between 0 and 1
   */
  static double share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, but is " + value);
    }
    return value;
  }

  /**
   * {@return the count, as a factor}
   *
   * @param name in the message
   * @param least that it may be
   * @param value the count
   * @throws IllegalArgumentException if it is below the least
   */
  static double count(String name, long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ", but is " + value);
    }
    return (double) value;
  }
}
