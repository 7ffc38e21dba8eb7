package org.foretell.models.parameters;

import org.foretell.machine.LinkSpeed;
import org.foretell.time.Ps;

/**
 * Latency and bandwidth of one distance, each with factors by the size of the message: straight
 * lines {@code latency f(b) + b / (bandwidth g(b))}, one for each range of sizes.
 *
 * @param speed the values for a factor of 1
 * @param factors by size of the message
 * @param fixedPs the part of the latency that is the same for all sizes, at most all of it
 */
public record SpeedBySize(LinkSpeed speed, SpeedFactors factors, long fixedPs) {
  /**
   * Creates values whose latency has factors as a whole.
   *
   * @param speed the values for a factor of 1
   * @param factors by size of the message
   */
  public SpeedBySize(LinkSpeed speed, SpeedFactors factors) {
    this(speed, factors, 0);
  }

  /**
   * {@return the latency of a message, picoseconds}
   *
   * @param bytes its size, at least 0
   */
  public long latencyPs(long bytes) {
    return Ps.plus(fixedPs, factors.latency().scale(speed.latencyPs() - fixedPs, bytes));
  }

  /**
   * {@return latency plus bytes over bandwidth, picoseconds}
   *
   * @param bytes size of the message, at least 0
   */
  public long messagePs(long bytes) {
    double bytesPerSecond = speed.bytesPerSecond() * factors.bandwidth().of(bytes);
    return Ps.plus(latencyPs(bytes), Ps.ofBytes(bytes, bytesPerSecond));
  }

  /** {@return the time of the fastest message of any size, picoseconds} */
  public long leastMessagePs() {
    // The smallest message of a range of sizes is the fastest one of it.
    return Math.min(leastPs(factors.latency()), leastPs(factors.bandwidth()));
  }

  private long leastPs(SizeFactors ranges) {
    long leastPs = Long.MAX_VALUE;
    for (int range = 0; range < ranges.ranges(); range++) {
      leastPs = Math.min(leastPs, messagePs(ranges.smallestBytes(range)));
    }
    return leastPs;
  }
}
