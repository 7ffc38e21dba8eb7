package org.foretell.replay;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.foretell.report.LatencyTolerance.Limit;
import org.foretell.report.LatencyTolerance.Source;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds by how much a latency may grow until a run takes given shares longer: by the slope as far
 * as that holds, beyond that by replays. The first ones are where the slope leads, those that
 * follow where the ones before say that a limit is; so a limit is known well by few replays also
 * when it is not enclosed between two that are close to each other.
 */
final class ToleranceSearch {
  static final List<Double> SHARES = List.of(0.01, 0.02, 0.05);

  /** The time of a program that does not finish: longer than any. */
  static final long NEVER_PS = Long.MAX_VALUE;

  /** A growth beyond which nobody wants to know. */
  static final double MOST_GROWTH = 1e4;

  /** Half of the width of an interval that is narrow enough, as a share of the growth. */
  private static final double NARROW = 0.012;

  /** From the lower end of an interval to its upper end, so that it is narrow enough. */
  static final double NARROW_ENOUGH = 1.03;

  /** Past a limit, so that it is seen to be passed. */
  private static final double BEYOND = 1.002;

  /** What rounding makes of two slopes that are the same. */
  private static final double ROUNDING = 1e-6;

  /** How much an interval counts beside the doubt of the estimate in it. */
  private static final double OF_INTERVAL = 0.05;

  private final long predictedPs;
  private final OptionalDouble slope;
  private final double holdsTo;
  private final boolean isConvex;

  /** Predicted time by growth. */
  private final TreeMap<Double, Long> known = new TreeMap<>();

  /** How often the limit of a share was looked for between two growths. */
  private final Map<Double, Integer> visits = new HashMap<>();

  /**
   * Where a limit is between two known growths.
   *
   * @param below the lower of the two
   * @param above the higher
   * @param chord where the straight line between both reaches the limit
   * @param continued where the lines through the neighbours lead that are nearest to it; the chord
   *     where these lie on both sides of it
   * @param isContinued whether there are such lines
   */
  private record Place(
      double below, double above, double chord, double continued, boolean isContinued) {
    double estimate() {
      return (chord + continued) / 2;
    }

    /** How unsure the estimate is, and a little how wide the interval. */
    double doubt() {
      double low = Math.min(chord, continued);
      double high = Math.max(chord, continued);
      return Math.log(high / Math.max(low, high / 100))
          + OF_INTERVAL * Math.log(above / Math.max(below, above / 100));
    }
  }

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
    return SHARES.stream().allMatch(this::isBySlope);
  }

  private boolean isBySlope(double share) {
    return bySlope(share) <= holdsTo;
  }

  /** Whether no replay with more latency took less time than one with less. */
  boolean isMonotone() {
    long before = Long.MIN_VALUE;
    for (long timePs : known.values()) {
      if (timePs < before) {
        return false;
      }
      before = timePs;
    }
    return true;
  }

  /** What is known, before or after replays. */
  List<Limit> limits() {
    return SHARES.stream().map(this::limit).toList();
  }

  private Limit limit(double share) {
    double bySlope = bySlope(share);
    if (isBySlope(share)) {
      return Double.isInfinite(bySlope)
          ? Limit.unreached(share, MOST_GROWTH, Source.SLOPE)
          : Limit.exact(share, bySlope);
    }
    if (known.size() == 1) {
      double least = Math.min(holdsTo, MOST_GROWTH);
      return isConvex && !Double.isInfinite(bySlope)
          ? Limit.between(share, least, bySlope)
          : Limit.unreached(share, least, Source.BOUNDS);
    }
    Place place = place(share);
    if (place == null) {
      return Limit.unreached(share, known.lastKey(), Source.REPLAYS);
    }
    double from = place.below;
    double to = place.above;
    if (isEndless(to)) {
      return new Limit(share, from, OptionalDouble.of(to), OptionalDouble.empty(), Source.REPLAYS);
    }
    if (isConvex && looksConvex()) {
      // The time is below the line between two replays, and above lines continued to here.
      from = Math.max(from, place.chord * (1 - ROUNDING));
      double most = Math.max(place.chord, place.continued) * (1 + ROUNDING);
      to = place.isContinued ? Math.min(to, most) : to;
    }
    return Limit.replayed(
        share, from, to, place.estimate(), isNarrow(from, to) ? Source.REPLAYS : Source.ESTIMATE);
  }

  /** Whether the program does not finish with that growth. */
  private boolean isEndless(double growth) {
    return value(growth) == NEVER_PS;
  }

  private static boolean isNarrow(double from, double to) {
    return to <= NARROW_ENOUGH * from;
  }

  /** Whether what is known rises faster and faster, but for roundings. */
  private boolean looksConvex() {
    double before = slope.isPresent() ? slope.getAsDouble() * predictedPs : 0;
    Map.Entry<Double, Long> last = null;
    for (Map.Entry<Double, Long> one : known.entrySet()) {
      if (last != null) {
        double rise = value(one.getKey()) - value(last.getKey());
        double expected = before * (one.getKey() - last.getKey());
        if (rise < expected - ROUNDING * Math.abs(expected) - 1) {
          return false;
        }
        before = rise / (one.getKey() - last.getKey());
      }
      last = one;
    }
    return true;
  }

  /** Null if no replay is known to be that much longer. */
  private @Nullable Place place(double share) {
    Double above = above(share);
    if (above == null) {
      return null;
    }
    double below = known.lowerKey(above);
    if (isEndless(above)) {
      double middle = (below + above) / 2;
      return new Place(below, above, middle, middle, false);
    }
    double targetPs = targetPs(share);
    double lowPs = value(below);
    double highPs = value(above);
    double chord = below + (above - below) * (targetPs - lowPs) / (highPs - lowPs);
    double fromBelow = chord;
    double fromAbove = chord;
    Double left = known.lowerKey(below);
    double rising =
        left == null ? slope.orElse(0) * predictedPs : (lowPs - value(left)) / (below - left);
    if (rising > 0) {
      fromBelow = Math.min(above, below + (targetPs - lowPs) / rising);
    }
    Double right = known.higherKey(above);
    double falling =
        right == null || isEndless(right) ? 0 : (value(right) - highPs) / (right - above);
    if (falling > 0) {
      fromAbove = Math.max(below, above - (highPs - targetPs) / falling);
    }
    boolean isContinued = rising > 0 || falling > 0;
    double continued =
        rising > 0 && falling > 0
            ? nearest(chord, fromBelow, fromAbove)
            : rising > 0 ? fromBelow : fromAbove;
    return new Place(below, above, chord, continued, isContinued);
  }

  /** The nearer of two lines on one side of the chord. */
  private static double nearest(double chord, double first, double second) {
    if (first >= chord && second >= chord) {
      return Math.min(first, second);
    }
    return first <= chord && second <= chord ? Math.max(first, second) : chord;
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

  /** Where the slope says that limits are which it does not tell; to be replayed in any case. */
  List<Double> first() {
    return SHARES.stream()
        .filter(share -> !isBySlope(share))
        .map(share -> BEYOND * bySlope(share))
        .filter(growth -> growth <= MOST_GROWTH)
        .toList();
  }

  /**
   * Takes note of a replay.
   *
   * @param growth above 0
   * @param timePs the predicted time; {@link #NEVER_PS} if the program does not finish
   */
  void learn(double growth, long timePs) {
    known.put(growth, timePs);
  }

  /** At most two growths to replay, for the limits known least; none if all are known well. */
  List<Double> next(int mostReplays) {
    List<Double> open = SHARES.stream().filter(share -> !isKnown(share)).toList();
    if (open.isEmpty()) {
      return List.of();
    }
    Optional<Double> beyond = open.stream().filter(share -> above(share) == null).findFirst();
    if (beyond.isPresent()) {
      double last = known.lastKey();
      List<Double> next = last >= MOST_GROWTH ? List.of() : outwards(beyond.get(), last);
      return next.subList(0, Math.min(next.size(), mostReplays));
    }
    if (mostReplays >= 2 * open.size()) {
      return inwards(Collections.max(open, Comparator.comparingDouble(this::width)));
    }
    return open.stream()
        .sorted(Comparator.comparingDouble(this::doubt).reversed())
        .map(this::between)
        .distinct()
        .limit(Math.min(2, mostReplays))
        .toList();
  }

  private boolean isKnown(double share) {
    if (isBySlope(share)) {
      return true;
    }
    Limit limit = limit(share);
    return limit.growthTo().isPresent()
        && isNarrow(limit.growthFrom(), limit.growthTo().getAsDouble());
  }

  private double width(double share) {
    Place place = Objects.requireNonNull(place(share));
    return place.below == 0 ? Double.MAX_VALUE : place.above / place.below;
  }

  private double doubt(double share) {
    return Objects.requireNonNull(place(share)).doubt();
  }

  /** The estimate, or the middle if that was replayed already. */
  private double between(double share) {
    Place place = Objects.requireNonNull(place(share));
    double growth = place.estimate();
    return growth > place.below && growth < place.above ? growth : (place.below + place.above) / 2;
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

  /** Around the estimate; every other time in thirds, since the time may jump. */
  private List<Double> inwards(double share) {
    Place place = Objects.requireNonNull(place(share));
    double below = place.below;
    double above = place.above;
    double likely = place.estimate();
    double low = likely * (1 - NARROW);
    double high = likely * (1 + NARROW);
    // An end of the interval that is close already needs no other; the estimate halves the rest.
    low = low > below ? low : likely;
    high = high < above ? high : likely;
    if (visits.merge(share, 1, Integer::sum) % 2 == 0
        || !(low > below && low < high && high < above)) {
      low = below + (above - below) / 3;
      high = above - (above - below) / 3;
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
