package org.foretell.extrapolation.law;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An exact quotient in lowest terms. */
record Fraction(BigInteger top, BigInteger bottom) {
  static final Fraction ZERO = of(0);
  static final Fraction ONE = of(1);

  Fraction {
    if (bottom.signum() == 0) {
      throw new ArithmeticException("the divisor is 0");
    }
    if (bottom.signum() < 0) {
      top = top.negate();
      bottom = bottom.negate();
    }
    BigInteger common = top.gcd(bottom);
    if (common.signum() != 0) {
      top = top.divide(common);
      bottom = bottom.divide(common);
    }
  }

  static Fraction of(long value) {
    return new Fraction(BigInteger.valueOf(value), BigInteger.ONE);
  }

  Fraction plus(Fraction other) {
    return new Fraction(
        top.multiply(other.bottom).add(other.top.multiply(bottom)), bottom.multiply(other.bottom));
  }

  Fraction minus(Fraction other) {
    return plus(new Fraction(other.top.negate(), other.bottom));
  }

  Fraction times(Fraction other) {
    return new Fraction(top.multiply(other.top), bottom.multiply(other.bottom));
  }

  Fraction over(Fraction other) {
    return new Fraction(top.multiply(other.bottom), bottom.multiply(other.top));
  }

  /** The root, null if it is not a fraction. */
  @Nullable Fraction root() {
    if (top.signum() < 0) {
      return null;
    }
    BigInteger[] up = top.sqrtAndRemainder();
    BigInteger[] down = bottom.sqrtAndRemainder();
    return up[1].signum() == 0 && down[1].signum() == 0 ? new Fraction(up[0], down[0]) : null;
  }

  boolean isZero() {
    return top.signum() == 0;
  }

  boolean isWhole() {
    return bottom.equals(BigInteger.ONE) && top.bitLength() < 63;
  }

  /** How much must be said to name it, in bits: little for a divisor of 1. */
  int size() {
    return bottom.equals(BigInteger.ONE)
        ? top.equals(BigInteger.ONE) ? 0 : 1
        : 1 + top.bitLength() + bottom.bitLength();
  }

  /** The value of a whole one. */
  long whole() {
    return top.longValueExact();
  }

  @Override
  public String toString() {
    return bottom.equals(BigInteger.ONE) ? top.toString() : top + "/" + bottom;
  }
}
