package org.foretell.workload.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.foretell.failure.ForetellException;
import org.foretell.workload.failure.Failures.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  private static FailureRates rates(double nodeMtbf, double shape) {
    return new FailureRates(100, nodeMtbf, shape, OptionalDouble.empty());
  }

  @Test
  void withoutFailuresThereAreCheckpointsOnly() {
    Checkpoints run = new Checkpoints(100, 30, 2, 5);
    FailureResult result = Failures.of(run, rates(1e12, 1), Interval.GIVEN, 10, 1);
    // 30 + 2, 30 + 2, 30 + 2, and 10.
    assertThat(result.seconds().value()).isCloseTo(106, within(1e-9));
    assertThat(result.writtenSeconds().value()).isCloseTo(6, within(1e-9));
    assertThat(run.count()).isEqualTo(3);
    assertThat(new Checkpoints(90, 30, 2, 5).count()).isEqualTo(2);
    assertThat(new Checkpoints(90, 100, 2, 5).count()).isZero();
  }

  /** The mean over 20,000 runs within five standard errors of the closed form. */
  @ParameterizedTest
  @CsvSource({"1000, 100, 5, 20, 50000", "1000, 1000, 5, 0, 50000", "500, 20, 10, 30, 6000"})
  void theSimulationAgreesWithTheClosedForm(
      double work, double interval, double write, double restart, double nodeMtbf) {
    FailureResult result =
        Failures.of(
            new Checkpoints(work, interval, write, restart),
            rates(nodeMtbf, 1),
            Interval.GIVEN,
            20_000,
            7);
    assertThat(result.seconds().value())
        .isCloseTo(
            result.expectedSeconds().orElseThrow(), within(2.55 * result.seconds().plusMinus()));
    assertThat(result.failures().value())
        .as("as many as fit into the time")
        .isCloseTo(
            result.seconds().value() * 100 / nodeMtbf, within(4 * result.failures().plusMinus()));
    double parts =
        work
            + result.lostSeconds().value()
            + result.writtenSeconds().value()
            + result.restartSeconds().value();
    assertThat(parts).isCloseTo(result.seconds().value(), within(1e-6 * parts));
  }

  /** A Weibull distribution of shape 1 is exponential. */
  @Test
  void shapesNearOneAreNearlyExponential() {
    Checkpoints run = new Checkpoints(1000, 100, 5, 20);
    FailureResult result = Failures.of(run, rates(50_000, 1.0000001), Interval.GIVEN, 5_000, 3);
    double expected = ClosedForms.expectedSeconds(run, 500);
    assertThat(result.seconds().value())
        .isCloseTo(expected, within(2.55 * result.seconds().plusMinus()));
    assertThat(result.expectedSeconds()).isEmpty();
  }

  @Test
  void networksFailToo() {
    FailureRates both = new FailureRates(1, 1000, 1, OptionalDouble.of(1000));
    assertThat(both.mtbfSeconds()).isCloseTo(500, within(1e-9));
    Checkpoints run = new Checkpoints(2000, 100, 5, 20);
    FailureResult result = Failures.of(run, both, Interval.GIVEN, 20_000, 5);
    assertThat(result.seconds().value())
        .isCloseTo(
            ClosedForms.expectedSeconds(run, 500), within(2.55 * result.seconds().plusMinus()));
  }

  @Test
  void youngAndDalyAreAsPublished() {
    assertThat(ClosedForms.young(300, 86_400)).isCloseTo(7_200, within(1e-9));
    // sqrt(2 C M) (1 + 1/3 sqrt(C / 2M) + 1/9 (C / 2M)) - C, with C / 2M = 1/576.
    assertThat(ClosedForms.daly(300, 86_400))
        .isCloseTo(7_200 * (1 + 1 / 72.0 + 1 / 5184.0) - 300, within(1e-9));
    assertThat(ClosedForms.daly(300, 100)).isEqualTo(100);
  }

  /** No interval of the same run is better than the best, and Daly's is nearly as good. */
  @Property(tries = 200)
  void theBestIntervalIsBest(
      @ForAll @DoubleRange(min = 0.5, max = 50) double write,
      @ForAll @DoubleRange(min = 300, max = 1e5) double mtbf,
      @ForAll @DoubleRange(min = 0.01, max = 1) double part) {
    Checkpoints run = new Checkpoints(10_000, 1, write, 30);
    double best = ClosedForms.best(run, s -> ClosedForms.expectedSeconds(run.every(s), mtbf));
    double least = ClosedForms.expectedSeconds(run.every(best), mtbf);
    assertThat(ClosedForms.expectedSeconds(run.every(10_000 * part), mtbf))
        .isGreaterThanOrEqualTo(least * (1 - 1e-3));
    double daly = Math.min(10_000, ClosedForms.daly(write, mtbf));
    assertThat(ClosedForms.expectedSeconds(run.every(daly), mtbf))
        .isBetween(least * (1 - 1e-3), least * 1.2);
  }

  @Test
  void weibullIntervalsAreFoundBySimulation() {
    Checkpoints run = new Checkpoints(10_000, 1, 10, 30);
    FailureResult best = Failures.of(run, rates(100_000, 0.7), Interval.BEST, 500, 1);
    FailureResult rare = Failures.of(run.every(5_000), rates(100_000, 0.7), Interval.GIVEN, 500, 1);
    FailureResult often = Failures.of(run.every(10), rates(100_000, 0.7), Interval.GIVEN, 500, 1);
    assertThat(best.seconds().value())
        .isLessThan(rare.seconds().value())
        .isLessThan(often.seconds().value());
  }

  @Test
  void whatNeverEndsIsSaid() {
    assertThatThrownBy(
            () ->
                Failures.of(
                    new Checkpoints(1000, 100, 50, 10), rates(500, 1), Interval.GIVEN, 10, 1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("the run does not end: something fails every 5");
    assertThatThrownBy(
            () ->
                Failures.of(new Checkpoints(1000, 100, 0, 10), rates(1e6, 1), Interval.BEST, 10, 1))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("state the interval");
  }
}
