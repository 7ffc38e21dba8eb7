package org.foretell.models.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import org.foretell.model.ParameterException;
import org.foretell.models.random.RankStreams;
import org.foretell.models.random.RankStreams.Purpose;
import org.foretell.time.QuantityException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.RandomStream;
import umontreal.ssj.stat.Tally;

class VariabilityTest {
  private static RandomStream stream(long seed) {
    return RankStreams.of(1, seed, Purpose.COMPUTE_NOISE)[0];
  }

  @ParameterizedTest
  @CsvSource({
    "lognormal:5%, 0.05",
    "lognormal:200%, 2",
    "gamma:5%, 0.05",
    "gamma:150%, 1.5",
    "normal:20%, 0.2",
    "uniform:50%, 0.5",
    "exponential, 1",
  })
  void factorsHaveMeanOneAndTheVariationAskedFor(String text, double variation) {
    Variability factor = Variability.parseFactor(text);
    assertThat(factor.factorText()).isEqualTo(text);
    RandomVariateGen generator = factor.generators(new RandomStream[] {stream(7)})[0];
    Tally drawn = new Tally();
    for (int i = 0; i < 200_000; i++) {
      drawn.add(generator.nextDouble());
    }
    // Five standard errors of the mean; the deviation of long tails settles slowly.
    assertThat(drawn.average()).isCloseTo(1, within(5 * variation / Math.sqrt(200_000)));
    assertThat(drawn.standardDeviation()).isCloseTo(variation, within(0.05 * variation));
    assertThat(drawn.min()).isNotNegative();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "exponential:2us; 2e6; 1",
        "lognormal:2us,50%; 2e6; 0.5",
        "gamma:500ns,12.5%; 5e5; 0.125",
        "uniform:1ms,10%; 1e9; 0.1"
      })
  void delaysAreWrittenWithMeanAndVariation(String text, double meanPs, double variation) {
    Variability delay = Variability.parseDelay(text);
    assertThat(delay.mean()).isEqualTo(meanPs);
    assertThat(delay.variation()).isEqualTo(variation);
    assertThat(Variability.parseDelay(delay.delayText())).isEqualTo(delay);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lognormal",
        "lognormal:",
        "lognormal:5",
        "lognormal:-5%",
        "lognormal:0%",
        "normal:34%",
        "uniform:58%",
        "gamma:1001%",
        "lognormal:5%,5%",
        "exponential:5%",
        "pareto:5%",
        "Gamma:5%",
        "lognormal:NaN%",
        "lognormal:1e9%"
      })
  void whatIsNoFactorIsRefused(String text) {
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> Variability.parseFactor(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "exponential",
        "exponential:0us",
        "exponential:2us,5%",
        "lognormal:2us",
        "lognormal:2us,50",
        "gamma:,5%"
      })
  void whatIsNoDelayIsRefused(String text) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> Variability.parseDelay(text))
        .isInstanceOfAny(ParameterException.class, QuantityException.class);
  }
}
