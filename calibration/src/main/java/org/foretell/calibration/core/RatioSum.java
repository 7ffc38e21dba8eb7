package org.foretell.calibration.core;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Adds up pairs of bursts. The ratios of single pairs are kept in classes, each a thousandth wide,
 * so that memory does not grow with the number of pairs.
 */
final class RatioSum {
  private static final double PS_PER_SECOND = 1e12;

  /** Width of a class of ratios, as a natural logarithm. */
  private static final double CLASS = 1e-3;

  /** Share of the time that ran outside of either bound. */
  private static final double TAIL = 0.1;

  private long pairs;
  private double herePs;
  private double therePs;
  private final NavigableMap<Long, Double> herePsOfClass = new TreeMap<>();

  void add(long here, long there) {
    pairs++;
    herePs += here;
    therePs += there;
    // A burst below the resolution of a clock says nothing about a ratio of its own.
    if (here > 0 && there > 0) {
      long ratio = Math.round(Math.log((double) here / there) / CLASS);
      herePsOfClass.merge(ratio, (double) here, Double::sum);
    }
  }

  void add(RatioSum more) {
    pairs += more.pairs;
    herePs += more.herePs;
    therePs += more.therePs;
    more.herePsOfClass.forEach((ratio, ps) -> herePsOfClass.merge(ratio, ps, Double::sum));
  }

  /** Whether there is a ratio of the sums. */
  boolean hasRatio() {
    return herePs > 0 && therePs > 0;
  }

  BurstRatio ratio(String callSite) {
    double hereSeconds = herePs / PS_PER_SECOND;
    double thereSeconds = therePs / PS_PER_SECOND;
    // Of the seconds, like the ratio that callers see: that of the picoseconds may round otherwise.
    double value = hereSeconds / thereSeconds;
    return new BurstRatio(
        callSite,
        pairs,
        hereSeconds,
        thereSeconds,
        Math.min(value, quantile(TAIL, value)),
        Math.max(value, quantile(1 - TAIL, value)));
  }

  /** The ratio below which a share of the time ran; the other value if no pair has a ratio. */
  private double quantile(double share, double other) {
    double wanted = share * herePsOfClass.values().stream().mapToDouble(Double::doubleValue).sum();
    double below = 0;
    for (Map.Entry<Long, Double> each : herePsOfClass.entrySet()) {
      below += each.getValue();
      if (below >= wanted) {
        return Math.exp(each.getKey() * CLASS);
      }
    }
    return other;
  }
}
