package org.foretell.parsers.raw;

import org.jspecify.annotations.Nullable;

/**
 * The clock of one rank: ticks as picoseconds, and as time since the beginning of the run on rank
 * 0's clock.
 *
 * @param psPerTick by the rank's own clock, for durations
 * @param originTicks a point
 * @param originPs the same on rank 0's clock
 * @param alignedPsPerTick from there on, by rank 0's clock
 * @param uncertaintyPs how far a time on rank 0's clock may be off
 */
record RankClock(
    double psPerTick,
    long originTicks,
    long originPs,
    double alignedPsPerTick,
    long uncertaintyPs) {
  /** 46 days: longer than what one process runs for, and far from overflow. */
  static final long MOST_PS = 4_000_000_000_000_000_000L;

  private static final int AT_INIT = 0;
  private static final long SHORT_NANOSECONDS = 10_000_000;

  /** The two clocks of a point are read one after the other. */
  private static final long READING_UNCERTAINTY_PS = 100_000;

  private static final long REAL_TIME_UNCERTAINTY_PS = 10_000_000_000L;

  /** Picoseconds per tick between two points; not positive if they do not tell. */
  static double rate(RawHeader header, RawHeader.Point last) {
    if (!header.has(RawHeader.TICKS_OF_COUNTER)) {
      return 1000;
    }
    double ticks = (double) last.ticks() - header.start().ticks();
    double nanoseconds = (double) last.nanoseconds() - header.start().nanoseconds();
    double rate = 1000 * nanoseconds / ticks;
    return ticks > 0 && nanoseconds > 0 && rate > 1e-3 && rate < 1e9 ? rate : 0;
  }

  /** Whether two points are too close for an accurate rate. */
  static boolean isShort(RawHeader header, RawHeader.Point last) {
    return header.has(RawHeader.TICKS_OF_COUNTER)
        && last.nanoseconds() - header.start().nanoseconds() < SHORT_NANOSECONDS;
  }

  /**
   * The clock of a rank.
   *
   * @param header the rank's
   * @param zero rank 0's
   * @param psPerTick of this rank
   */
  static RankClock of(RawHeader header, RawHeader zero, double psPerTick) {
    long startTicks = header.start().ticks();
    long zeroNs = zero.start().nanoseconds();
    if (header.host().equals(zero.host())) {
      return new RankClock(
          psPerTick,
          startTicks,
          ps(header.start().nanoseconds() - zeroNs),
          psPerTick,
          READING_UNCERTAINTY_PS);
    }
    long[] init = nearest(header, true);
    long[] end = nearest(header, false);
    long[] first = init == null ? end : init;
    if (first == null) {
      return new RankClock(
          psPerTick,
          startTicks,
          ps(header.startRealNanoseconds() - zero.startRealNanoseconds()),
          psPerTick,
          REAL_TIME_UNCERTAINTY_PS);
    }
    double aligned = psPerTick;
    if (init != null && end != null && middle(end) > middle(init)) {
      double rate = 1000.0 * (end[1] - init[1]) / (middle(end) - middle(init));
      // Clocks drift by parts in a million; anything else is no drift.
      aligned = Math.abs(rate / psPerTick - 1) < 1e-3 ? rate : psPerTick;
    }
    long uncertainty = Math.round((first[2] - first[0]) * psPerTick / 2);
    return new RankClock(psPerTick, middle(first), ps(first[1] - zeroNs), aligned, uncertainty);
  }

  private static long ps(long nanoseconds) {
    return Math.max(-MOST_PS / 1000, Math.min(MOST_PS / 1000, nanoseconds)) * 1000;
  }

  private static long middle(long[] exchange) {
    return exchange[0] + (exchange[2] - exchange[0]) / 2;
  }

  /** The exchange that took the shortest time, which says most. */
  private static long @Nullable [] nearest(RawHeader header, boolean atInit) {
    long[] nearest = null;
    for (long[] exchange : header.exchanges()) {
      boolean fits = (exchange[3] == AT_INIT) == atInit && exchange[2] >= exchange[0];
      if (fits && (nearest == null || exchange[2] - exchange[0] < nearest[2] - nearest[0])) {
        nearest = exchange;
      }
    }
    return nearest;
  }

  /** A duration in picoseconds, at most {@link #MOST_PS}. */
  long durationPs(long ticks) {
    return Math.min(MOST_PS, Math.round(ticks * psPerTick));
  }

  /** A time on rank 0's clock. */
  long alignedPs(long ticks) {
    return originPs + Math.round((ticks - originTicks) * alignedPsPerTick);
  }
}
