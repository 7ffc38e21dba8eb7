package org.foretell.study.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Estimate.Listed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EstimateTest {
  private static final int STRATA = 20_000;

  private static Estimate between(double from, double value, double to, Distribution shape) {
    return new Estimate(value, from, to, shape, Optional.empty());
  }

  private static double mean(Estimate estimate) {
    return IntStream.range(0, STRATA)
        .mapToDouble(stratum -> estimate.quantile((stratum + 0.5) / STRATA))
        .average()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LISTED")
  void quantilesGrowFromBoundToBound(Distribution shape) {
    for (double value : new double[] {1, 1.5, 3}) {
      Estimate estimate = between(1, value, 3, shape);
      assertThat(estimate.quantile(0)).isEqualTo(1, within(1e-6));
      assertThat(estimate.quantile(1)).isEqualTo(3, within(1e-6));
      double before = 1;
      for (int i = 1; i <= 100; i++) {
        double quantile = estimate.quantile(i / 100.0);
        assertThat(quantile).isBetween(before, 3.0);
        before = quantile;
      }
    }
  }

  /** Of a normal distribution cut off at two standard deviations, 71.5 % are within one. */
  @Test
  void boundsOfANormalDistributionAreTwoDeviationsAway() {
    Estimate estimate = between(8, 10, 12, Distribution.NORMAL);
    double within = 0.6826895 / 0.9544997;
    assertThat(estimate.quantile(0.5)).isEqualTo(10, within(1e-9));
    assertThat(estimate.quantile(0.5 - within / 2)).isEqualTo(9, within(1e-6));
    assertThat(estimate.quantile(0.5 + within / 2)).isEqualTo(11, within(1e-6));
  }

  @Test
  void logarithmOfALognormalDistributionIsNormal() {
    Estimate estimate = between(1, 10, 100, Distribution.LOGNORMAL);
    Estimate logarithm = between(0, 1, 2, Distribution.NORMAL);
    for (double probability : new double[] {0.01, 0.2, 0.5, 0.9}) {
      assertThat(Math.log10(estimate.quantile(probability)))
          .isEqualTo(logarithm.quantile(probability), within(1e-9));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> between(0, 1, 2, Distribution.LOGNORMAL))
        .withMessageContaining("lognormal");
  }

  /** The mean of PERT is a sixth of both bounds and of four times the most likely value. */
  @Test
  void meanOfPertIsThatOfItsDefinition() {
    assertThat(mean(between(1, 2, 9, Distribution.PERT)))
        .isEqualTo((1 + 4 * 2 + 9) / 6.0, within(1e-4));
  }

  @Test
  void listedValuesHaveTheirProbabilities() {
    Estimate estimate =
        Estimate.oneOf(
            List.of(new Listed(4, 0.5), new Listed(1, 0.2), new Listed(9, 0.3)), Optional.empty());
    assertThat(estimate.value()).isEqualTo(4);
    assertThat(estimate.from()).isEqualTo(1);
    assertThat(estimate.to()).isEqualTo(9);
    assertThat(IntStream.range(0, 10).mapToObj(i -> estimate.quantile((i + 0.5) / 10)))
        .containsExactly(4.0, 4.0, 4.0, 4.0, 4.0, 1.0, 1.0, 9.0, 9.0, 9.0);
    assertThat(mean(estimate)).isEqualTo(4.9, within(1e-3));
  }
}
