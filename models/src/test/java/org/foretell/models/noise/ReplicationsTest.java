package org.foretell.models.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.ReplayOrder;
import org.junit.jupiter.api.Test;

class ReplicationsTest {
  private final AtomicInteger open = new AtomicInteger();

  /** Runs that take as long as a function of their seed says, in seconds; stuck if negative. */
  private Replications.Worker worker(java.util.function.LongToDoubleFunction seconds) {
    open.incrementAndGet();
    return new Replications.Worker() {
      @Override
      public Prediction run(long seed) {
        return prediction(seconds.applyAsDouble(seed));
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private static Prediction prediction(double seconds) {
    long ps = (long) (Math.abs(seconds) * 1e12);
    return new Prediction(
        seconds < 0 ? Outcome.DEADLOCKED : Outcome.COMPLETED,
        ps,
        new long[] {ps},
        1,
        ReplayOrder.STRICT,
        Optional.empty(),
        List.of(),
        new long[0]);
  }

  @Test
  void figuresAreThoseOfTheSample() {
    double[] sample = {4, 1, 3, 2, 5};
    AtomicInteger next = new AtomicInteger();
    Replications five =
        Replications.run(5, 1, 1, () -> worker(seed -> sample[next.getAndIncrement()]));
    assertThat(five.completed()).isEqualTo(5);
    assertThat(five.meanSeconds()).isEqualTo(3);
    assertThat(five.standardDeviationSeconds()).isEqualTo(Math.sqrt(2.5));
    // Student's t for 4 degrees of freedom is 2.776.
    assertThat(five.confidenceSeconds()).isCloseTo(2.776445 * Math.sqrt(2.5 / 5), within(1e-5));
    assertThat(five.quantileSeconds(0)).isEqualTo(1);
    assertThat(five.quantileSeconds(0.05)).isEqualTo(1);
    assertThat(five.quantileSeconds(0.5)).isEqualTo(3);
    assertThat(five.quantileSeconds(0.95)).isEqualTo(5);
    assertThat(five.quantileSeconds(1)).isEqualTo(5);
    assertThat(five.representative()).isEqualTo(2);
  }

  @Test
  void figuresDoNotDependOnTheNumberOfThreads() {
    Replications one = Replications.run(200, 1, 42, () -> worker(seed -> seed % 1000));
    Replications four = Replications.run(200, 4, 42, () -> worker(seed -> seed % 1000));
    for (int i = 0; i < 200; i++) {
      assertThat(four.seed(i)).isEqualTo(one.seed(i)).isBetween(0L, 1L << 53);
      assertThat(four.predictedPs(i)).isEqualTo(one.predictedPs(i));
    }
    assertThat(four.meanSeconds()).isEqualTo(one.meanSeconds());
    assertThat(one.seed(0)).isEqualTo(42);
    assertThat(open.get()).isZero();
  }

  @Test
  void runsThatAreStuckAreLeftOutAndShown() {
    AtomicInteger next = new AtomicInteger();
    double[] sample = {2, -9, 4};
    Replications three =
        Replications.run(3, 1, 1, () -> worker(seed -> sample[next.getAndIncrement()]));
    assertThat(three.completed()).isEqualTo(2);
    assertThat(three.meanSeconds()).isEqualTo(3);
    assertThat(three.representative()).isEqualTo(1);
  }

  /** Half of four runs are two: the second shortest time is enough, and it is the run shown. */
  @Test
  void whereAShareIsAWholeNumberOfRunsNoMoreAreCounted() {
    double[] sample = {4, 1, 3, 2};
    AtomicInteger next = new AtomicInteger();
    Replications four =
        Replications.run(4, 1, 1, () -> worker(seed -> sample[next.getAndIncrement()]));
    assertThat(four.quantileSeconds(0.25)).isEqualTo(1);
    assertThat(four.quantileSeconds(0.5)).isEqualTo(2);
    assertThat(four.quantileSeconds(0.75)).isEqualTo(3);
    assertThat(four.representative()).isEqualTo(3);
    double[] ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    AtomicInteger other = new AtomicInteger();
    Replications tenths =
        Replications.run(10, 1, 1, () -> worker(seed -> ten[other.getAndIncrement()]));
    for (int i = 1; i <= 10; i++) {
      assertThat(tenths.quantileSeconds(i * 0.1)).isEqualTo(i);
    }
  }

  @Test
  void aSingleRunSaysNothingOfHowFarItVaries() {
    Replications one = Replications.run(1, 8, 1, () -> worker(seed -> 2));
    assertThat(one.meanSeconds()).isEqualTo(2);
    assertThat(one.quantileSeconds(0.5)).isEqualTo(2);
    assertThat(one.standardDeviationSeconds()).isNaN();
    assertThat(one.confidenceSeconds()).isNaN();
  }

  @Test
  void aFailureEndsAllThreadsAndIsThrown() {
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(
            () ->
                Replications.run(
                    1_000_000,
                    3,
                    1,
                    () ->
                        worker(
                            seed -> {
                              throw new ArithmeticException("no");
                            })));
    assertThat(open.get()).isZero();
  }
}
