package org.foretell.models.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicationsTest {
  /** Runs that take so many seconds; stuck if negative. */
  private static Replications of(double... seconds) {
    List<Replications.Run> runs = new ArrayList<>();
    for (double one : seconds) {
      runs.add(new Replications.Run(runs.size(), one >= 0, (long) (Math.abs(one) * 1e12)));
    }
    return Replications.of(runs);
  }

  @Test
  void figuresAreThoseOfTheSample() {
    Replications five = of(4, 1, 3, 2, 5);
    assertThat(five.count()).isEqualTo(5);
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
    assertThat(five.seed(3)).isEqualTo(3);
    assertThat(five.predictedPs(3)).isEqualTo(2_000_000_000_000L);
  }

  @Test
  void runsThatAreStuckAreLeftOutAndShown() {
    Replications three = of(2, -9, 4);
    assertThat(three.completed()).isEqualTo(2);
    assertThat(three.meanSeconds()).isEqualTo(3);
    assertThat(three.representative()).isEqualTo(1);
    assertThat(three.completed(1)).isFalse();
  }

  /** Half of four runs are two: the second shortest time is enough, and it is the run shown. */
  @Test
  void whereAShareIsAWholeNumberOfRunsNoMoreAreCounted() {
    Replications four = of(4, 1, 3, 2);
    assertThat(four.quantileSeconds(0.25)).isEqualTo(1);
    assertThat(four.quantileSeconds(0.5)).isEqualTo(2);
    assertThat(four.quantileSeconds(0.75)).isEqualTo(3);
    assertThat(four.representative()).isEqualTo(3);
    Replications tenths = of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    for (int i = 1; i <= 10; i++) {
      assertThat(tenths.quantileSeconds(i * 0.1)).isEqualTo(i);
    }
  }

  @Test
  void aSingleRunReportsNoVariation() {
    Replications one = of(2);
    assertThat(one.meanSeconds()).isEqualTo(2);
    assertThat(one.quantileSeconds(0.5)).isEqualTo(2);
    assertThat(one.standardDeviationSeconds()).isNaN();
    assertThat(one.confidenceSeconds()).isNaN();
  }

  @Test
  void noRunsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Replications.of(List.of()));
  }
}
