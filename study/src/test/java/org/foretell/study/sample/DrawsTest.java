package org.foretell.study.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static Estimate between(double from, double value, double to, Distribution shape) {
    return new Estimate(value, from, to, shape, Optional.empty());
  }

  @Test
  void eachStratumHasOneDraw() {
    double[] values = new Draws(3, 100).uniform("price");
    int[] strata = Arrays.stream(values).mapToInt(value -> (int) (value * 100)).sorted().toArray();
    assertThat(strata).isEqualTo(IntStream.range(0, 100).toArray());
  }

  @Test
  void figureHasTheSameValuesWhateverElseIsDrawn() {
    Draws one = new Draws(3, 100);
    one.uniform("price of B");
    assertThat(one.uniform("pue")).isEqualTo(new Draws(3, 100).uniform("pue"));
    assertThat(new Draws(4, 100).uniform("pue")).isNotEqualTo(one.uniform("pue"));
  }

  @Test
  void figuresAreNotCorrelated() {
    Draws draws = new Draws(3, 2000);
    double[] a = draws.uniform("a");
    double[] b = draws.uniform("b");
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - 0.5) * (b[i] - 0.5);
    }
    assertThat(12 * sum / a.length).isEqualTo(0, within(0.07));
  }

  @Test
  void triangleHasItsMeanAndItsMedian() {
    Estimate estimate = between(1, 2, 5, Distribution.TRIANGULAR);
    double[] values = new Draws(3, 10_000).of("x", estimate);
    assertThat(Arrays.stream(values).average().orElseThrow())
        .isEqualTo((1 + 2 + 5) / 3.0, within(0.001));
    // A quarter lies below 2; half below 5 - sqrt(0.5 x 4 x 3).
    assertThat(estimate.quantile(0.25)).isEqualTo(2, within(1e-12));
    assertThat(estimate.quantile(0.5)).isEqualTo(5 - Math.sqrt(6), within(1e-12));
    assertThat(estimate.quantile(0)).isEqualTo(1);
    assertThat(estimate.quantile(1)).isEqualTo(5);
  }

  @Test
  void figureWithoutBoundsIsTheSameInAllDraws() {
    assertThat(new Draws(3, 3).of("x", Estimate.exactly(7))).containsExactly(7, 7, 7);
  }
}
