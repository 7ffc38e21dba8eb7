package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.foretell.report.LatencyTolerance.Limit;
import org.foretell.report.LatencyTolerance.Source;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.junit.jupiter.api.Test;

class ToleranceSearchTest {
  private static final long STILL_PS = 1_000_000_000;

  private static ParameterSensitivity latency(double elasticity, double holdsTo) {
    return new ParameterSensitivity(
        "L",
        "1us",
        1e-6,
        "s",
        true,
        Method.DERIVATIVE,
        elasticity,
        OptionalDouble.of(elasticity),
        OptionalDouble.of(elasticity),
        OptionalDouble.of(0),
        OptionalDouble.of(holdsTo));
  }

  private final List<Double> asked = new ArrayList<>();

  /** Times of a program by the share by which its latency grows. */
  private List<Long> times(List<Double> growths, DoubleUnaryOperator longer) {
    asked.addAll(growths);
    return growths.stream()
        .map(growth -> Math.round(STILL_PS * (1 + longer.applyAsDouble(growth))))
        .toList();
  }

  @Test
  void theSlopeDecidesUpToTheKink() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 2), true);
    assertThat(search.isDone()).isTrue();
    assertThat(search.limits())
        .allSatisfy(
            limit ->
                assertThat(limit).isEqualTo(Limit.exact(limit.longer(), limit.longer() / 0.1)));
  }

  /** Another path with twice the slope takes over at 15 %: 2 % longer at 17.5 %, 5 % at 32.5 %. */
  @Test
  void beyondTheKinkReplaysDecide() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 1.15), true);
    DoubleUnaryOperator longer = growth -> Math.max(0.1 * growth, 0.2 * growth - 0.015);
    Limit bounded = search.limits().get(1);
    assertThat(bounded.source()).isEqualTo(Source.BOUNDS);
    assertThat(bounded.growthFrom()).isCloseTo(0.15, within(1e-9));
    assertThat(bounded.growthTo().orElseThrow()).isCloseTo(0.2, within(1e-9));
    int replays = search(search, growths -> times(growths, longer), 32);
    assertThat(replays).isEqualTo(asked.size()).isLessThanOrEqualTo(14);
    assertThat(search.limits().get(0).source()).isEqualTo(Source.SLOPE);
    assertBetween(search.limits().get(1), 0.175);
    assertBetween(search.limits().get(2), 0.325);
    assertThat(search.isMonotone()).isTrue();
  }

  private static void assertBetween(Limit limit, double growth) {
    assertThat(limit.source()).isEqualTo(Source.REPLAYS);
    assertThat(limit.growthFrom()).isBetween(0.9 * growth, growth);
    assertThat(limit.growthTo().orElseThrow()).isBetween(growth, 1.1 * growth);
  }

  @Test
  void withoutASlopeItIsFoundAsWell() {
    for (double scale : new double[] {0.3, 30}) {
      ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
      search(search, growths -> times(growths, growth -> Math.pow(growth / scale, 1.2)), 32);
      assertBetween(search.limits().get(0), scale * Math.pow(0.01, 1 / 1.2));
      assertBetween(search.limits().get(2), scale * Math.pow(0.05, 1 / 1.2));
    }
  }

  @Test
  void aRunThatHasNoLatencyBearsAny() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
    int replays = search(search, growths -> times(growths, growth -> 0), 32);
    assertThat(replays).isLessThan(32);
    assertThat(search.limits())
        .allSatisfy(
            limit -> {
              assertThat(limit.growthTo()).isEmpty();
              assertThat(limit.growthFrom()).isEqualTo(ToleranceSearch.MOST_GROWTH);
            });
  }

  @Test
  void moreLatencyThatTakesLessTimeIsReported() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
    search(
        search,
        growths -> times(growths, growth -> growth > 3 && growth < 6 ? 0.001 : 0.1 * growth),
        32);
    assertThat(search.isMonotone()).isFalse();
    assertBetween(search.limits().get(0), 0.1);
  }

  /** As above, with five replays: three where the slope leads, two where these say. */
  @Test
  void fewReplaysGiveAnEstimate() {
    for (boolean isConvex : new boolean[] {false, true}) {
      ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 1.15), isConvex);
      DoubleUnaryOperator longer = growth -> Math.max(0.1 * growth, 0.2 * growth - 0.015);
      List<Double> first = search.first();
      assertThat(first).hasSize(2);
      List<Long> times = times(first, longer);
      for (int i = 0; i < 2; i++) {
        search.learn(first.get(i), times.get(i));
      }
      assertThat(search(search, growths -> times(growths, longer), 3)).isLessThanOrEqualTo(3);
      Limit two = search.limits().get(1);
      assertThat(two.growthFrom()).isLessThanOrEqualTo(0.175);
      assertThat(two.growthTo().orElseThrow()).isGreaterThanOrEqualTo(0.175);
      assertThat(two.estimate().orElseThrow()).isCloseTo(0.175, within(0.005));
      Limit five = search.limits().get(2);
      assertThat(five.estimate().orElseThrow()).isCloseTo(0.325, within(1e-4));
      assertThat(two.source()).isIn(Source.ESTIMATE, Source.REPLAYS);
    }
  }

  /** One more replay may not be made, even if two would be better. */
  @Test
  void noMoreReplaysAreMadeThanMayBe() {
    for (int most = 0; most <= 9; most++) {
      asked.clear();
      ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
      int replays =
          search(search, growths -> times(growths, growth -> Math.pow(growth, 1.3)), most);
      assertThat(replays).isEqualTo(asked.size()).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void whereAProgramHasNoEndThereIsNoEstimate() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 1), false);
    search.learn(0.05, STILL_PS);
    search.learn(0.5, ToleranceSearch.NEVER_PS);
    assertThat(search.limits())
        .allSatisfy(
            limit -> {
              assertThat(limit.growthFrom()).isEqualTo(0.05);
              assertThat(limit.growthTo()).hasValue(0.5);
              assertThat(limit.estimate()).isEmpty();
            });
    search(search, growths -> growths.stream().map(one -> ToleranceSearch.NEVER_PS).toList(), 6);
    assertThat(search.limits().get(0).growthTo().orElseThrow()).isLessThan(0.5);
  }

  /** Of random paths, as many as rise faster and faster, and of curves with steps up and down. */
  @Test
  void theLimitIsAlwaysInTheInterval() {
    for (int seed = 1; seed <= 3_000; seed++) {
      Random random = new Random(seed);
      boolean isConvex = random.nextBoolean();
      Paths paths = Paths.random(random);
      double jump = isConvex ? 0 : random.nextInt(3) * 0.004 * random.nextDouble();
      double from = Math.exp(3 * random.nextGaussian());
      DoubleUnaryOperator longer = growth -> paths.longer(growth) + (growth > from ? jump : 0);
      ParameterSensitivity known =
          random.nextInt(4) == 0 ? null : latency(paths.slopes[0], 1 + paths.kink());
      ToleranceSearch search = new ToleranceSearch(STILL_PS, known, isConvex);
      int most = random.nextInt(12);
      List<Double> first = most < 3 ? List.of() : search.first();
      List<Long> times = times(first, longer);
      for (int i = 0; i < first.size(); i++) {
        search.learn(first.get(i), times.get(i));
      }
      search(search, growths -> times(growths, longer), most - first.size());
      for (Limit limit : search.limits()) {
        assertHolds(limit, longer, seed);
      }
    }
  }

  private static void assertHolds(Limit limit, DoubleUnaryOperator longer, int seed) {
    double rounding = 1e-5 * limit.longer() + 2.0 / STILL_PS;
    double from = limit.growthFrom();
    if (limit.source() != Source.SLOPE || limit.growthTo().isEmpty()) {
      assertThat(longer.applyAsDouble(from))
          .as("seed %d, %s", seed, limit)
          .isLessThanOrEqualTo(limit.longer() + rounding);
    }
    limit
        .growthTo()
        .ifPresent(
            to -> {
              assertThat(longer.applyAsDouble(to))
                  .as("seed %d, %s", seed, limit)
                  .isGreaterThanOrEqualTo(limit.longer() - rounding);
              limit.estimate().ifPresent(likely -> assertThat(likely).isBetween(from, to));
            });
  }

  /** How much longer a run is whose longest path is one of some. */
  private record Paths(double[] slopes, double[] shorter) {
    static Paths random(Random random) {
      int count = 1 + random.nextInt(5);
      double[] slopes = new double[count];
      double[] shorter = new double[count];
      slopes[0] = 0.001 + 0.3 * random.nextDouble();
      for (int i = 1; i < count; i++) {
        slopes[i] = slopes[i - 1] * (1 + 2 * random.nextDouble());
        shorter[i] = shorter[i - 1] + 0.02 * random.nextDouble();
      }
      return new Paths(slopes, shorter);
    }

    double longer(double growth) {
      double most = 0;
      for (int i = 0; i < slopes.length; i++) {
        most = Math.max(most, slopes[i] * growth - shorter[i]);
      }
      return most;
    }

    /** Up to where the first is the longest. */
    double kink() {
      double first = Double.POSITIVE_INFINITY;
      for (int i = 1; i < slopes.length; i++) {
        first = Math.min(first, shorter[i] / (slopes[i] - slopes[0]));
      }
      return first;
    }
  }

  /** Replays with other latencies, at most so many times; gives how often. */
  private static int search(
      ToleranceSearch search, Function<List<Double>, List<Long>> times, int most) {
    int replays = 0;
    while (replays < most) {
      List<Double> next = search.next(most - replays);
      if (next.isEmpty()) {
        break;
      }
      List<Long> found = times.apply(next);
      for (int i = 0; i < next.size(); i++) {
        search.learn(next.get(i), found.get(i));
      }
      replays += next.size();
    }
    return replays;
  }
}
