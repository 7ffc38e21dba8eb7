package org.foretell.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
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
  void theSlopeTellsAllUpToTheKink() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 2), true);
    assertThat(search.isDone()).isTrue();
    assertThat(search.limits())
        .allSatisfy(
            limit ->
                assertThat(limit)
                    .isEqualTo(
                        new Limit(
                            limit.longer(),
                            limit.longer() / 0.1,
                            OptionalDouble.of(limit.longer() / 0.1),
                            Source.SLOPE)));
  }

  /** Another path with twice the slope takes over at 15 %: 2 % longer at 17.5 %, 5 % at 32.5 %. */
  @Test
  void beyondTheKinkReplaysTell() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, latency(0.1, 1.15), true);
    DoubleUnaryOperator longer = growth -> Math.max(0.1 * growth, 0.2 * growth - 0.015);
    Limit bounded = search.limits().get(1);
    assertThat(bounded.source()).isEqualTo(Source.BOUNDS);
    assertThat(bounded.growthFrom()).isCloseTo(0.15, within(1e-9));
    assertThat(bounded.growthTo().orElseThrow()).isCloseTo(0.2, within(1e-9));
    int replays = search.search(growths -> times(growths, longer), 32);
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
      search.search(growths -> times(growths, growth -> Math.pow(growth / scale, 1.2)), 32);
      assertBetween(search.limits().get(0), scale * Math.pow(0.01, 1 / 1.2));
      assertBetween(search.limits().get(2), scale * Math.pow(0.05, 1 / 1.2));
    }
  }

  @Test
  void aRunThatHasNoLatencyBearsAny() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
    int replays = search.search(growths -> times(growths, growth -> 0), 32);
    assertThat(replays).isLessThan(32);
    assertThat(search.limits())
        .allSatisfy(
            limit -> {
              assertThat(limit.growthTo()).isEmpty();
              assertThat(limit.growthFrom()).isEqualTo(ToleranceSearch.MOST_GROWTH);
            });
  }

  @Test
  void moreLatencyThatTakesLessTimeIsSaid() {
    ToleranceSearch search = new ToleranceSearch(STILL_PS, null, false);
    search.search(
        growths -> times(growths, growth -> growth > 3 && growth < 6 ? 0.001 : 0.1 * growth), 32);
    assertThat(search.isMonotone()).isFalse();
    assertBetween(search.limits().get(0), 0.1);
  }
}
