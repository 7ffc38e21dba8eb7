package org.foretell.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.foretell.report.LatencyTolerance.Limit;
import org.foretell.report.LatencyTolerance.Source;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds by how much a latency may grow until a run takes given shares longer: by the slope as far
 * as that holds, beyond that by replays, each time with two growths close to where the limit must
 * be.
 */
final class ToleranceSearch {
  static final List<Double> SHARES = List.of(0.01, 0.02, 0.05);

  /** A growth beyond which nobody wants to know. */
  static final double MOST_GROWTH = 1e4;

  /** Half of the width of an interval that is narrow enough, as a share of the growth. */
  private static final double NARROW = 0.012;

  /** From the lower end of an interval to its upper end, so that it is narrow enough. */
  private static final double NARROW_ENOUGH = 1.03;

  /** Past a limit, so that it is seen to be passed. */
  private static final double BEYOND = 1.002;

  private final long predictedPs;
  private final OptionalDouble slope;
  private final double holdsTo;
  private final boolean isConvex;

  /** Predicted time by growth. */
  private final TreeMap<Double, Long> known = new TreeMap<>();

  /** How often the limit of a share was looked for between two growths. */
  private final Map<Double, Integer> visits = new HashMap<>();

  private boolean isMonotone = true;

  /**
   * A search.
   *
   * @param predictedPs without growth, above 0
   * @param latency what the parameter does as far as is known; null if nothing is
   * @param isConvex whether the time can only rise faster beyond what the path tells
   */
  ToleranceSearch(long predictedPs, @Nullable ParameterSensitivity latency, boolean isConvex) {
    this.predictedPs = predictedPs;
    this.isConvex = isConvex;
    boolean isDerivative = latency != null && latency.method() == Method.DERIVATIVE;
    slope = latency == null ? OptionalDouble.empty() : latency.whenMore();
    holdsTo = isDerivative && latency != null ? latency.holdsTo().orElse(1) - 1 : 0;
    known.put(0.0, predictedPs);
  }

  /** Whether the slope tells all limits. */
  boolean isDone() {
    return SHARES.stream().allMatch(share -> limit(share).source() == Source.SLOPE);
  }

  boolean isMonotone() {
    return isMonotone;
  }

  /** What is known, before or after replays. */
  List<Limit> limits() {
    return SHARES.stream().map(this::limit).toList();
  }

  private Limit limit(double share) {
    double bySlope = bySlope(share);
    if (bySlope <= holdsTo) {
      return Double.isInfinite(bySlope)
          ? new Limit(share, MOST_GROWTH, OptionalDouble.empty(), Source.SLOPE)
          : new Limit(share, bySlope, OptionalDouble.of(bySlope), Source.SLOPE);
    }
    if (known.size() > 1) {
      Double above = above(share);
      double below = above == null ? known.lastKey() : known.lowerKey(above);
      return new Limit(
          share,
          below,
          above == null ? OptionalDouble.empty() : OptionalDouble.of(above),
          Source.REPLAYS);
    }
    OptionalDouble most =
        isConvex && !Double.isInfinite(bySlope)
            ? OptionalDouble.of(bySlope)
            : OptionalDouble.empty();
    return new Limit(share, Math.min(holdsTo, MOST_GROWTH), most, Source.BOUNDS);
  }

  private double bySlope(double share) {
    double of = slope.orElse(0);
    return of > 0 ? share / of : Double.POSITIVE_INFINITY;
  }

  private double targetPs(double share) {
    return predictedPs * (1 + share);
  }

  /** The least growth that is known to make the run longer by a share. */
  private @Nullable Double above(double share) {
    for (Map.Entry<Double, Long> one : known.entrySet()) {
      if (one.getValue() > targetPs(share)) {
        return one.getKey();
      }
    }
    return null;
  }

  /**
   * Replays with other latencies.
   *
   * @param times gives the predicted times for growths, replayed at once
   * @param mostReplays how many there may be
   * @return how many there were
   */
  int search(Function<List<Double>, List<Long>> times, int mostReplays) {
    int replays = 0;
    while (replays + 2 <= mostReplays) {
      List<Double> next = next();
      if (next.isEmpty()) {
        break;
      }
      List<Long> found = times.apply(next);
      for (int i = 0; i < next.size(); i++) {
        known.put(next.get(i), found.get(i));
      }
      replays += next.size();
    }
    long before = Long.MIN_VALUE;
    for (long timePs : known.values()) {
      isMonotone &= timePs >= before;
      before = timePs;
    }
    return replays;
  }

  /** Two growths for the limit that is known least; none if all are known well. */
  private List<Double> next() {
    double widest = NARROW_ENOUGH;
    double wide = 0;
    for (double share : SHARES) {
      Limit limit = limit(share);
      if (limit.source() == Source.SLOPE) {
        continue;
      }
      Double above = above(share);
      if (above == null) {
        double last = known.lastKey();
        return last >= MOST_GROWTH ? List.of() : outwards(share, last);
      }
      double below = known.lowerKey(above);
      double width = below == 0 ? Double.MAX_VALUE : above / below;
      if (width > widest) {
        widest = width;
        wide = share;
      }
    }
    return wide == 0 ? List.of() : inwards(wide);
  }

  /** Where the slope says that this limit is and the last one, or farther and farther. */
  private List<Double> outwards(double share, double last) {
    double first = bySlope(share) * BEYOND;
    double second = bySlope(SHARES.get(SHARES.size() - 1)) * BEYOND;
    if (first <= last || Double.isInfinite(first)) {
      first = Math.max(1, 4 * last);
      second = 0;
    }
    first = Math.min(first, MOST_GROWTH);
    second = Math.min(second > first ? second : 4 * first, MOST_GROWTH);
    return first == second ? List.of(first) : List.of(first, second);
  }

  /**
   * Around where a straight line between both ends reaches the limit; every other time in thirds,
   * since the time may jump.
   */
  private List<Double> inwards(double share) {
    double above = Objects.requireNonNull(above(share));
    double below = known.lowerKey(above);
    double lowPs = value(below);
    double highPs = value(above);
    double middle = below + (above - below) * (targetPs(share) - lowPs) / (highPs - lowPs);
    double low = Math.max(below, middle * (1 - NARROW));
    double high = Math.min(above, middle * (1 + NARROW));
    if (visits.merge(share, 1, Integer::sum) % 2 == 0 || !(low > below && high < above)) {
      low = Math.min(low > below ? low : above, below + (above - below) / 3);
      high = Math.max(high < above ? high : below, above - (above - below) / 3);
    }
    return List.of(low, high);
  }

  private double value(double growth) {
    Long ps = known.get(growth);
    if (ps == null) {
      throw new IllegalStateException("no replay with " + growth);
    }
    return ps;
  }
}
