package org.foretell.calibration.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.foretell.calibration.measurement.Sample;
import org.junit.jupiter.api.Test;

class PiecewiseFitTest {
  /** 1 us and 1 GB/s up to 8 KiB, then 4 us and 5 GB/s. */
  private static double protocolsPs(long bytes) {
    return bytes <= 8192 ? 1e6 + 1000.0 * bytes : 4e6 + 9000 + 200.0 * bytes;
  }

  private static List<Sample> measured(LongToDoubleFunction ps, double noise) {
    Random random = new Random(7);
    List<Sample> samples = new ArrayList<>();
    for (long bytes = 1; bytes <= 4 << 20; bytes *= 2) {
      double factor = 1 + noise * random.nextGaussian();
      samples.add(new Sample(bytes, Math.round(ps.applyAsDouble(bytes) * factor)));
    }
    return samples;
  }

  @Test
  void straightLineIsOneSegment() {
    PiecewiseFit fit = BreakPoints.fitted(measured(bytes -> 2e6 + 100.0 * bytes, 0.01), 8);
    assertThat(fit.segments()).hasSize(1);
    assertThat(fit.first().latencyPs()).isCloseTo(2e6, within(2e4));
    assertThat(fit.first().psPerByte()).isCloseTo(100, within(2.0));
    assertThat(fit.medianError()).isLessThan(0.02);
  }

  @Test
  void changeOfProtocolIsABreakPoint() {
    PiecewiseFit fit = BreakPoints.fitted(measured(PiecewiseFitTest::protocolsPs, 0.01), 8);
    assertThat(fit.segments()).hasSize(2);
    assertThat(fit.first().toBytes()).isEqualTo(8192);
    assertThat(fit.last().fromBytes()).isEqualTo(16384);
    assertThat(fit.first().latencyPs()).isCloseTo(1e6, within(2e4));
    assertThat(fit.last().psPerByte()).isCloseTo(200, within(4.0));
    assertThat(fit.timePs(10_000)).isEqualTo(fit.last().timePs(10_000));
  }

  @Test
  void numberOfSegmentsHasABound() {
    List<Sample> samples = measured(PiecewiseFitTest::protocolsPs, 0);
    assertThat(BreakPoints.fitted(samples, 1).segments()).hasSize(1);
    assertThat(BreakPoints.fitted(samples, 1).worstError()).isGreaterThan(0.1);
    assertThatThrownBy(() -> BreakPoints.fitted(samples, 0)).hasMessageContaining("at least one");
  }

  @Test
  void singlePointFarOffChangesLittle() {
    List<Sample> samples = measured(bytes -> 2e6 + 100.0 * bytes, 0.01);
    samples.set(10, new Sample(1024, 3 * samples.get(10).timePs()));
    PiecewiseFit fit = BreakPoints.fitted(samples, 8);
    assertThat(fit.segments()).hasSize(1);
    assertThat(fit.first().latencyPs()).isCloseTo(2e6, within(4e4));
    assertThat(fit.worstError()).isGreaterThan(0.5);
  }

  @Test
  void smallTimesCountAsMuchAsLargeOnes() {
    PiecewiseFit fit = BreakPoints.fitted(measured(bytes -> 3e5 + 80.0 * bytes, 0.005), 1);
    for (Residual residual : fit.residuals()) {
      assertThat(Math.abs(residual.relative())).isLessThan(0.03);
    }
  }

  @Test
  void nothingIsNegative() {
    PiecewiseFit falling = BreakPoints.fitted(measured(bytes -> 1e6 - 0.1 * bytes, 0), 1);
    assertThat(falling.first().psPerByte()).isZero();
    PiecewiseFit steep =
        BreakPoints.fitted(measured(bytes -> Math.pow((double) bytes, 1.3) * 100, 0), 1);
    assertThat(steep.first().latencyPs()).isNotNegative();
  }

  @Test
  void fewPointsAreEnough() {
    PiecewiseFit one = BreakPoints.fitted(List.of(new Sample(0, 500)), 8);
    assertThat(one.timePs(0)).isCloseTo(500, within(1e-6));
    PiecewiseFit two = BreakPoints.fitted(List.of(new Sample(8, 500), new Sample(16, 900)), 8);
    assertThat(two.timePs(12)).isCloseTo(700, within(1e-6));
    PiecewiseFit repeated = BreakPoints.fitted(List.of(new Sample(8, 500), new Sample(8, 500)), 8);
    assertThat(repeated.timePs(8)).isCloseTo(500, within(1e-6));
    assertThatThrownBy(() -> BreakPoints.fitted(List.of(), 8)).hasMessageContaining("no samples");
  }
}
