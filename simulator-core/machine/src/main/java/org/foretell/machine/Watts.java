package org.foretell.machine;

/**
 * An electric power with its bounds, in watts.
 *
 * @param value used for predictions, within the bounds
 * @param from the least that it may be, at least 0
 * @param to the most that it may be, finite
 */
public record Watts(double value, double from, double to) {
  /** No power at all. */
  public static final Watts NONE = of(0);

  /** Checks that the value lies within its bounds. */
  public Watts {
    if (!(from >= 0 && value >= from && to >= value && Double.isFinite(to))) {
      throw new IllegalArgumentException(
          "a power of " + value + " W must lie within its bounds, " + from + " W and " + to + " W");
    }
  }

  /**
   * {@return the sum of two powers}
   *
   * @param other to add
   */
  public Watts plus(Watts other) {
    return new Watts(value + other.value, from + other.from, to + other.to);
  }

  /**
   * {@return a multiple of this power}
   *
   * @param factor at least 0, finite
   */
  public Watts times(double factor) {
    return new Watts(value * factor, from * factor, to * factor);
  }

  /**
   * {@return a power without bounds other than itself}
   *
   * @param watts at least 0, finite
   */
  public static Watts of(double watts) {
    return new Watts(watts, watts, watts);
  }
}
