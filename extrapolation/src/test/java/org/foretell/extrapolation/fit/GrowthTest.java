package org.foretell.extrapolation.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowthTest {
  private static final int TARGET = 1024;

  private static Growth of(IntToDoubleFunction mean, int... ranks) {
    TreeMap<Integer, Double> means = new TreeMap<>();
    for (int p : ranks) {
      means.put(p, mean.applyAsDouble(p));
    }
    return Growth.of(means, TARGET);
  }

  private static double lg(double p) {
    return Math.log(p) / Math.log(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 0", "0.5, 0", "1, 1", "0, 2", "-2, 1"})
  void theTermThatMadeTheMeansIsFound(double exponent, int logs) {
    IntToDoubleFunction term = p -> 3e6 * Math.pow(p, exponent) * Math.pow(lg(p), logs);
    Growth found = of(term, 4, 16, 64);
    assertThat(found.exponent()).isEqualTo(exponent);
    assertThat(found.logs()).isEqualTo(logs);
    assertThat(found.factor()).isCloseTo(3e6, within(1.0));
    double wanted = term.applyAsDouble(TARGET);
    assertThat(found.value()).isCloseTo(wanted, within(1e-9 * wanted));
  }

  /** Another term is 3 % off the means of 4, 8 and 16 ranks, and gives a third of it at 1,024. */
  @Test
  void exactMeansOfThreeSizesLeaveNoRange() {
    Growth exact = of(p -> 1e9 / p, 4, 8, 16);
    assertThat(exact.most() / exact.least()).isCloseTo(1, within(1e-6));
    Growth rounded = of(p -> Math.rint(1e6 / p / p), 3, 7, 17);
    assertThat(rounded.exponent()).isEqualTo(-2);
    assertThat(rounded.most() / rounded.least()).isLessThan(1.01);
  }

  @Test
  void noisyMeansHaveTheRangeOfAllThatFitAboutAsWell() {
    double[] noise = {1.01, 0.99, 1.01};
    Growth noisy = of(p -> 1e9 / p * noise[(int) lg(p) - 2], 4, 8, 16);
    assertThat(noisy.least()).isLessThan(0.5 * 1e9 / TARGET);
    assertThat(noisy.least()).isLessThanOrEqualTo(noisy.value());
    assertThat(noisy.most()).isGreaterThanOrEqualTo(noisy.value());
  }

  /** Any two means are met by some term, which is no proof that others are wrong. */
  @Test
  void twoMeansLeaveARange() {
    Growth two = of(p -> 1e9 / p, 4, 8);
    assertThat(two.value()).isCloseTo(1e9 / TARGET, within(1.0));
    assertThat(two.most() / two.least()).isGreaterThan(2);
  }

  @Test
  void oneMeanIsConstant() {
    assertThat(of(p -> 7, 16)).isEqualTo(of(p -> 7, 64)).extracting(Growth::exponent).isEqualTo(0.);
  }

  @Test
  void oneRankHasNoLogarithm() {
    Growth found = of(p -> 100.0 * p, 1, 2, 4);
    assertThat(found.value()).isCloseTo(100.0 * TARGET, within(1e-3));
    assertThat(found.logs()).isZero();
  }

  @Test
  void termsAreWrittenInTheUnit() {
    assertThat(new Growth(0, 0, 0, 3e6, 1, 2).text(1e6, "us")).isEqualTo("3.000 us p lg^2 p");
    assertThat(new Growth(0, 0, 0, 3e6, -0.5, 1).text(1e6, "us"))
        .isEqualTo("3.000 us p^-0.500 lg p");
    assertThat(new Growth(0, 0, 0, 5, 0, 0).times(2).text(1, "bytes")).isEqualTo("10.00 bytes");
  }
}
