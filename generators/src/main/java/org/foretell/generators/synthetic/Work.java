package org.foretell.generators.synthetic;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.foretell.time.Ps;
import org.foretell.trace.RankSet;

/**
 * How long computation takes.
 *
 * @param psPerPoint picoseconds for a point, at least 0
 * @param flopsPerPoint 0 if unknown
 * @param memoryPerPoint bytes, 0 if unknown
 * @param imbalance share by which a rank may be faster or slower, 0 to 1
 * @param seed of the imbalance
 */
record Work(
    BigDecimal psPerPoint, long flopsPerPoint, long memoryPerPoint, double imbalance, long seed) {

  /** A burst: its duration, and its work if that is known. */
  record Burst(long durationPs, long flops, long memoryBytes) {}

  /** The burst of some points, each taking {@code weight / unit} of the time of a point. */
  Burst of(long points, long weight, long unit) {
    return new Burst(
        rounded(psPerPoint, points, weight, unit, "computation of a step takes more than 106 days"),
        rounded(BigDecimal.valueOf(flopsPerPoint), points, weight, unit, "too many flops a step"),
        rounded(
            BigDecimal.valueOf(memoryPerPoint), points, weight, unit, "too much memory traffic"));
  }

  /** The burst of some points. */
  Burst of(long points) {
    return of(points, 1, 1);
  }

  private static long rounded(
      BigDecimal perPoint, long points, long weight, long unit, String complaint) {
    BigInteger value =
        perPoint
            .multiply(BigDecimal.valueOf(points))
            .multiply(BigDecimal.valueOf(weight))
            .divide(BigDecimal.valueOf(unit), 0, RoundingMode.HALF_UP)
            .toBigInteger();
    if (value.bitLength() > 63) {
      throw Limits.bad(complaint + "; give smaller values");
    }
    return value.longValueExact();
  }

  boolean differsByRank() {
    return imbalance > 0;
  }

  /** The duration of a burst in each of some ranks, in their order. */
  long[] byRank(RankSet ranks, long durationPs) {
    long[] durationsPs = new long[ranks.size()];
    int[] next = {0};
    ranks.forEach(
        rank -> {
          double between = new SplittableRandom(seed + rank).nextDouble();
          durationsPs[next[0]++] = Ps.round(durationPs * (1 - imbalance + 2 * imbalance * between));
        });
    return durationsPs;
  }
}
