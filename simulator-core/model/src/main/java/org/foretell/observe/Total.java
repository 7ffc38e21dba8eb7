package org.foretell.observe;

import java.math.BigInteger;

/**
 * An exact sum of non-negative numbers that may exceed 2^63: picoseconds or bytes of many ranks (a
 * {@code long} of picoseconds ends at 106 days, which 16,384 ranks use up in about ten minutes).
 *
 * <p>The value is {@code carries * 2^63 + rest}. Immutable.
 *
 * @param carries how often the sum has passed 2^63, at least 0
 * @param rest 0 to 2^63 - 1
 */
public record Total(long carries, long rest) implements Comparable<Total> {
  /** Zero. */
  public static final Total ZERO = new Total(0, 0);

  /** Checks the ranges. */
  public Total {
    if (carries < 0 || rest < 0) {
      throw new IllegalArgumentException(
          "a total must not be negative, but is " + carries + " * 2^63 + " + rest);
    }
  }

  /**
   * {@return a number, at least 0, as a total}
   *
   * @param value at least 0
   */
  public static Total of(long value) {
    return new Total(0, value);
  }

  /**
   * Adds a non-negative number to the total in two neighbouring cells, {@code rest} first. For
   * collectors: allocates nothing.
   */
  static void add(long[] cells, int index, long value) {
    assert value >= 0 : value;
    long sum = cells[index] + value;
    if (sum < 0) {
      sum &= Long.MAX_VALUE;
      cells[index + 1]++;
    }
    cells[index] = sum;
  }

  /** Adds to a total in two neighbouring cells, {@code rest} first. */
  static void add(long[] cells, int index, Total other) {
    add(cells, index, other.rest);
    cells[index + 1] += other.carries;
  }

  /** Returns the total that {@link #add} has accumulated. */
  static Total in(long[] cells, int index) {
    return new Total(cells[index + 1], cells[index]);
  }

  /**
   * {@return this total and another number, at least 0}
   *
   * @param value at least 0
   */
  public Total plus(long value) {
    return plus(of(value));
  }

  /**
   * {@return the sum of two totals}
   *
   * @param other any total
   */
  public Total plus(Total other) {
    long sum = rest + other.rest;
    long carry = sum >>> 63;
    return new Total(carries + other.carries + carry, sum & Long.MAX_VALUE);
  }

  /**
   * {@return this total minus a part of it}
   *
   * @param part at most this total
   * @throws IllegalArgumentException if the part is larger
   */
  public Total minus(Total part) {
    long difference = rest - part.rest;
    long borrow = difference >>> 63;
    return new Total(carries - part.carries - borrow, difference & Long.MAX_VALUE);
  }

  /** {@return the nearest {@code double}} */
  public double toDouble() {
    return carries == 0 ? rest : toBigInteger().doubleValue();
  }

  /**
   * Converts a total of picoseconds to seconds.
   *
   * @return seconds, if this total counts picoseconds
   */
  public double toSeconds() {
    return toDouble() / 1e12;
  }

  /**
   * {@return the value divided by a number of parts; 0 when there are none}
   *
   * @param parts at least 0
   */
  public double mean(long parts) {
    return parts == 0 ? 0 : toDouble() / parts;
  }

  /** {@return the exact value} */
  public BigInteger toBigInteger() {
    return BigInteger.valueOf(carries).shiftLeft(63).add(BigInteger.valueOf(rest));
  }

  @Override
  public int compareTo(Total other) {
    int order = Long.compare(carries, other.carries);
    return order != 0 ? order : Long.compare(rest, other.rest);
  }

  /** Returns the exact value in decimal digits. */
  @Override
  public String toString() {
    return carries == 0 ? Long.toString(rest) : toBigInteger().toString();
  }
}
