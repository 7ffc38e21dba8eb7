package org.foretell.structure.cluster.signature;

import java.math.BigInteger;
import org.foretell.structure.cluster.values.Executions;

/**
 * A sum of products in 128 bits, and how many numbers it is of. Exact, so that the order of adding
 * does not matter, and a repeat gives what its iterations give.
 */
final class WideSum {
  private long high;
  private long low;
  private long count;

  /** Adds a number of equal values; the count stays at {@link Long#MAX_VALUE} once it is there. */
  void add(long value, long times) {
    long product = value * times;
    long sum = low + product;
    high += Math.multiplyHigh(value, times) + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
    count = Executions.plus(count, times);
  }

  /** Adds to the sum but not to the count. */
  void addUncounted(long value) {
    long before = count;
    add(value, 1);
    count = before;
  }

  long count() {
    return count;
  }

  /** The mean, rounded half up; 0 of nothing. */
  long mean() {
    return dividedBy(count);
  }

  /** The sum over a number, rounded half up; 0 for nothing. */
  long dividedBy(long divisor) {
    if (divisor == 0) {
      return 0;
    }
    BigInteger sum =
        BigInteger.valueOf(high)
            .shiftLeft(Long.SIZE)
            .add(new BigInteger(Long.toUnsignedString(low)));
    BigInteger by = BigInteger.valueOf(divisor);
    BigInteger[] parts = sum.shiftLeft(1).add(by).divideAndRemainder(by.shiftLeft(1));
    BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    return floor.bitLength() < Long.SIZE ? floor.longValue() : Long.MAX_VALUE;
  }
}
