package org.foretell.workload.file;

import java.util.SplittableRandom;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.rng.MRG32k3a;

/** Arrivals of a Poisson process, and the kinds of what arrives; for one thread. */
final class PoissonArrivals {
  private static final double HOUR_NS = 3600e9;

  private final MRG32k3a kinds = new MRG32k3a();
  private final ExponentialGen gaps;
  private double atNs;

  /**
   * Starts at time 0.
   *
   * @param perHour how many arrive in an hour, on average
   * @param seed any value
   */
  PoissonArrivals(double perHour, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    MRG32k3a times = new MRG32k3a();
    times.setSeed(seed(seeds));
    kinds.setSeed(seed(seeds));
    gaps = new ExponentialGen(times, perHour / HOUR_NS);
  }

  private static long[] seed(SplittableRandom seeds) {
    return seeds.longs(6, 1, 1L << 31).toArray();
  }

  /** When the next one arrives, nanoseconds. */
  long nextNs() {
    atNs += gaps.nextDouble();
    return Math.round(Math.min(atNs, Long.MAX_VALUE / 4.0));
  }

  /** A number from 0 to 1 that chooses its kind. */
  double nextShare() {
    return kinds.nextDouble();
  }
}
