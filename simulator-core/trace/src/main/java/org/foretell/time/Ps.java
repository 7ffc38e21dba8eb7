package org.foretell.time;

/**
 * Simulated time in integer picoseconds, and the only place that converts other quantities to time.
 *
 * <p>A time or a span is a {@code long} whose name ends in {@code Ps}; the range is 0 to {@link
 * #MAX}, which is about 106 days. Conversions from {@code double} round half up, check for overflow
 * and refuse NaN, so that a result is bit-identical on every JDK. All methods are pure and allocate
 * nothing unless they fail.
 */
public final class Ps {
  /** Picoseconds in one nanosecond. */
  public static final long PER_NANOSECOND = 1_000L;

  /** Picoseconds in one microsecond. */
  public static final long PER_MICROSECOND = 1_000_000L;

  /** Picoseconds in one millisecond. */
  public static final long PER_MILLISECOND = 1_000_000_000L;

  /** Picoseconds in one second. */
  public static final long PER_SECOND = 1_000_000_000_000L;

  /** The latest time that can be represented, about 106.7 days. */
  public static final long MAX = Long.MAX_VALUE;

  /** Below this a double holds every integer, so rounding may add one half without loss. */
  private static final double EXACT_LIMIT = 0x1p52;

  private Ps() {}

  /**
   * {@return the sum of a time and a span}
   *
   * @param timePs picoseconds
   * @param spanPs picoseconds, at least 0
   * @throws TimeOverflowException if it exceeds {@link #MAX}
   */
  public static long plus(long timePs, long spanPs) {
    long sum = timePs + spanPs;
    if (sum < 0) {
      throw new TimeOverflowException(timePs + " ps + " + spanPs + " ps");
    }
    return sum;
  }

  /**
   * Rounds a non-negative number of picoseconds half up to an integer.
   *
   * @param ps at least 0
   * @return picoseconds
   * @throws TimeOverflowException if it is not finite or exceeds {@link #MAX}
   * @throws IllegalArgumentException if it is negative
   */
  public static long round(double ps) {
    if (ps < EXACT_LIMIT && ps >= 0) {
      return (long) (ps + 0.5);
    }
    if (ps < 0) {
      throw new IllegalArgumentException(
          "a span of time must not be negative, but is " + ps + " ps");
    }
    if (!(ps < 0x1p63)) {
      throw new TimeOverflowException(
          Double.isNaN(ps) || Double.isInfinite(ps) ? "no span that has an end" : ps + " ps");
    }
    return (long) ps;
  }

  /**
   * Converts seconds to picoseconds, rounding half up.
   *
   * @param seconds at least 0
   * @return picoseconds
   * @throws TimeOverflowException if the result exceeds {@link #MAX}
   * @throws IllegalArgumentException if it is negative
   */
  public static long fromSeconds(double seconds) {
    return round(seconds * 1e12);
  }

  /**
   * Converts picoseconds to seconds; exact to the precision of a {@code double}.
   *
   * @param ps picoseconds
   * @return seconds
   */
  public static double toSeconds(long ps) {
    return ps / 1e12;
  }

  /**
   * {@return the time for {@code bytes} at a rate}
   *
   * @param bytes at least 0
   * @param bytesPerSecond above 0; positive infinity means no time at all
   * @throws TimeOverflowException if the result exceeds {@link #MAX}
   */
  public static long ofBytes(long bytes, double bytesPerSecond) {
    return round(bytes * 1e12 / bytesPerSecond);
  }

  /**
   * {@return the time for {@code bytes} at a gap per byte}
   *
   * @param bytes at least 0
   * @param psPerByte at least 0, may be fractional
   * @throws TimeOverflowException if the result exceeds {@link #MAX}
   */
  public static long atGap(long bytes, double psPerByte) {
    return round(bytes * psPerByte);
  }

  /**
   * {@return a span multiplied by a count}
   *
   * @param count at least 0
   * @param spanPs picoseconds, at least 0
   * @throws TimeOverflowException if the result exceeds {@link #MAX}
   */
  public static long times(long count, long spanPs) {
    long product = count * spanPs;
    if (product < 0 || Math.multiplyHigh(count, spanPs) != 0) {
      throw new TimeOverflowException(count + " x " + spanPs + " ps");
    }
    return product;
  }

  /**
   * {@return a span multiplied by a factor, rounded half up}
   *
   * @param spanPs picoseconds, at least 0
   * @param factor at least 0
   * @throws TimeOverflowException if the result exceeds {@link #MAX}
   */
  public static long scale(long spanPs, double factor) {
    return factor == 1.0 ? spanPs : round(spanPs * factor);
  }
}
