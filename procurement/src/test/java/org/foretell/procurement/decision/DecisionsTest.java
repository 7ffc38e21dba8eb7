package org.foretell.procurement.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.foretell.procurement.decision.FlipPoints.Flip;
import org.junit.jupiter.api.Test;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.rng.RandomPermutation;

class DecisionsTest {
  private static final int DRAWS = 4000;

  /** Two offers and one figure x between 0 and 1: A is worth 0, B is worth x - 0.4. */
  private static JointSample linear(double[] x) {
    double[][] values = new double[x.length][];
    for (int draw = 0; draw < x.length; draw++) {
      values[draw] = new double[] {0, x[draw] - 0.4};
    }
    return JointSample.of(List.of("A", "B"), values);
  }

  /** Midpoints of equal strata in a random order, so that sums are integrals almost exactly. */
  private static double[] strata(int draws, int substream) {
    double[] x = IntStream.range(0, draws).mapToDouble(i -> (i + 0.5) / draws).toArray();
    MRG32k3a stream = new MRG32k3a();
    stream.setSeed(new long[] {7, 7, 7, 7, 7, 7});
    for (int skipped = 0; skipped < substream; skipped++) {
      stream.resetNextSubstream();
    }
    RandomPermutation.shuffle(x, stream);
    return x;
  }

  @Test
  void probabilityOfTwoLinearOffersIsExact() {
    Ranking ranking = new Ranking(linear(strata(DRAWS, 1)), 0.95);
    assertThat(ranking.first(1).share()).isEqualTo(0.6, within(1e-9));
    assertThat(ranking.beats(0, 1).share()).isEqualTo(0.4, within(1e-9));
    assertThat(ranking.first(1).low()).isBetween(0.58, 0.6);
    assertThat(ranking.first(1).high()).isBetween(0.6, 0.62);
    assertThat(ranking.order()).containsExactly(1, 0);
    assertThat(ranking.dominated()).isEmpty();
    assertThat(ranking.difference(1, 0).mean()).isEqualTo(0.1, within(1e-9));
    assertThat(ranking.difference(1, 0).low()).isEqualTo(-0.4 + 0.025, within(0.001));
    assertThat(ranking.difference(1, 0).high()).isEqualTo(0.6 - 0.025, within(0.001));
  }

  /** {@code E max(0, x - 0.4) - max(0, E x - 0.4) = 0.18 - 0.1}. */
  @Test
  void worthOfKnowingTheOnlyFigureIsThatOfTheClosedForm() {
    double[] x = strata(DRAWS, 1);
    JointSample sample = linear(x);
    assertThat(PerfectInformation.worthOfAll(sample)).isEqualTo(0.08, within(1e-6));
    assertThat(PerfectInformation.worth(sample, x, 50)).isEqualTo(0.08, within(0.002));
  }

  @Test
  void figureThatChangesNothingIsWorthNothing() {
    JointSample sample = linear(strata(DRAWS, 1));
    assertThat(PerfectInformation.worth(sample, strata(DRAWS, 2), 50)).isZero();
  }

  /** A figure that moves both offers alike cannot change the choice. */
  @Test
  void figureThatOffersShareIsWorthNothing() {
    double[] x = strata(DRAWS, 1);
    double[] shared = strata(DRAWS, 2);
    double[][] values = new double[DRAWS][];
    for (int draw = 0; draw < DRAWS; draw++) {
      values[draw] = new double[] {100 * shared[draw], 100 * shared[draw] + x[draw] + 0.1};
    }
    JointSample sample = JointSample.of(List.of("A", "B"), values);
    assertThat(PerfectInformation.worth(sample, shared, 50)).isZero();
    assertThat(new Ranking(sample, 0.95).dominated()).containsExactly(0);
  }

  /** From tables of Wilson's interval: 5 of 10 at 95 %. */
  @Test
  void limitsAreWilsons() {
    Proportion half = Proportion.of(5, 10, 0.95);
    assertThat(half.low()).isEqualTo(0.2366, within(0.0001));
    assertThat(half.high()).isEqualTo(0.7634, within(0.0001));
    Proportion none = Proportion.of(0, 10, 0.95);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isEqualTo(0.2775, within(0.0001));
    assertThat(Proportion.of(10, 10, 0.95).high()).isEqualTo(1);
  }

  @Test
  void fourTimesAsManyDrawsHalveTheLimits() {
    Proportion few = Proportion.of(300, 1000, 0.95);
    Proportion many = Proportion.of(1200, 4000, 0.95);
    assertThat((many.high() - many.low()) / (few.high() - few.low())).isEqualTo(0.5, within(0.001));
  }

  @Test
  void equalOffersShareTheFirstPlace() {
    JointSample sample =
        JointSample.of(List.of("A", "B", "C"), new double[][] {{1, 1, 1}, {2, 2, 0}, {0, 0, 5}});
    Ranking ranking = new Ranking(sample, 0.95);
    assertThat(ranking.first(0).share()).isEqualTo((1 / 3.0 + 0.5) / 3, within(1e-12));
    assertThat(ranking.beats(0, 1).share()).isEqualTo(0.5);
    assertThat(ranking.dominates(0, 1)).isFalse();
  }

  @Test
  void firstPlaceChangesWhereTheLinesCross() {
    // Costs a = 2.5, b = 1 + x, c = 5 - x: b until 1.5, then a, and c from 2.5 on.
    List<Flip> flips = FlipPoints.of(x -> new double[] {-2.5, -1 - x, x - 5}, 0, 4, 0, 1e-9);
    assertThat(flips).hasSize(2);
    assertThat(flips.get(0).at()).isEqualTo(1.5, within(1e-8));
    assertThat(flips.get(0).before()).isEqualTo(1);
    assertThat(flips.get(0).after()).isZero();
    assertThat(flips.get(1).at()).isEqualTo(2.5, within(1e-8));
    assertThat(flips.get(1).after()).isEqualTo(2);
  }

  @Test
  void twoFlipsWithinOneStepAreBothFoundIfTheyLeadToAThirdOffer() {
    // They cross at 0.3 and 0.6; the first and the last at 0.5.
    List<Flip> flips = FlipPoints.of(x -> new double[] {0.3 - x, 0, 2 * (x - 0.6)}, 0, 1, 0, 1e-9);
    assertThat(flips.stream().mapToDouble(Flip::at).toArray())
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(0.3, 0.6);
  }

  /** A lead of 0.01 in the middle of a parabola, which both ends hide. */
  @Test
  void bendThatBringsALeadToZeroIsFound() {
    List<Flip> flips =
        FlipPoints.of(x -> new double[] {0, 0.01 - (x - 0.4) * (x - 0.4)}, 0, 1, 5, 1e-9);
    assertThat(flips.stream().mapToDouble(Flip::at).toArray())
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(0.3, 0.5);
  }

  @Test
  void straightLeadsTakeFewEvaluations() {
    AtomicInteger evaluations = new AtomicInteger();
    List<Flip> flips =
        FlipPoints.of(
            x -> {
              evaluations.incrementAndGet();
              return new double[] {1, 3 - x, -4};
            },
            0,
            10,
            5,
            1e-9);
    assertThat(flips).hasSize(1);
    assertThat(flips.get(0).at()).isEqualTo(2, within(1e-8));
    assertThat(evaluations.get()).isLessThan(10);
  }

  @Test
  void frontLeavesOutWhatIsWorseInAllRespects() {
    double[][] costs = {{1, 5}, {2, 2}, {3, 3}, {5, 1}, {2, 2}};
    assertThat(ParetoFront.of(costs)).containsExactly(0, 1, 3, 4);
  }

  /** Two criteria, A better by 3 in one and B by 1 in the other: A wins for weights above 1/4. */
  @Test
  void acceptabilityIsTheShareOfWeights() {
    WeightAcceptability smaa = WeightAcceptability.of(new double[][] {{3, 0}, {0, 1}}, 40_000, 7);
    assertThat(smaa.rank(0, 1, 0.95).share()).isEqualTo(0.75, within(0.01));
    assertThat(smaa.rank(1, 2, 0.95).share()).isEqualTo(0.75, within(0.01));
    assertThat(smaa.beats(1, 0, 0.95).share()).isEqualTo(0.25, within(0.01));
    assertThat(smaa.centralWeights(0).get(0)).isEqualTo(0.625, within(0.01));
  }

  @Test
  void offerThatIsNeverFirstHasNoCentralWeights() {
    WeightAcceptability smaa = WeightAcceptability.of(new double[][] {{3, 2}, {1, 1}}, 100, 7);
    assertThat(smaa.centralWeights(1)).isEmpty();
    assertThat(smaa.rank(1, 1, 0.95).share()).isZero();
  }

  @Test
  void samplesThatCannotBeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JointSample.of(List.of("A", "A"), new double[][] {{1, 2}}))
        .withMessageContaining("different names");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JointSample.of(List.of("A"), new double[][] {{Double.NaN}}))
        .withMessageContaining("not finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JointSample.of(List.of("A"), new double[][] {{1, 2}}))
        .withMessageContaining("2 values for 1 offers");
  }
}
