package org.foretell.procurement.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class RankingProperties {
  @Provide
  Arbitrary<double[][]> samples() {
    return Arbitraries.integers()
        .between(1, 5)
        .flatMap(
            offers ->
                Arbitraries.integers()
                    .between(-9, 9)
                    .map(value -> (double) value)
                    .array(double[].class)
                    .ofSize(offers)
                    .array(double[][].class)
                    .ofMinSize(1)
                    .ofMaxSize(40));
  }

  private static JointSample sample(double[][] values) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < values[0].length; i++) {
      names.add("offer " + i);
    }
    return JointSample.of(names, values);
  }

  @Property
  void probabilitiesOfTheFirstPlaceAddUpToOne(@ForAll("samples") double[][] values) {
    Ranking ranking = new Ranking(sample(values), 0.9);
    double sum = 0;
    for (int offer = 0; offer < values[0].length; offer++) {
      Proportion first = ranking.first(offer);
      assertThat(first.share()).isBetween(first.low(), first.high());
      sum += first.share();
    }
    assertThat(sum).isEqualTo(1, within(1e-9));
  }

  @Property
  void orderOfOffersIsIrrelevant(@ForAll("samples") double[][] values) {
    double[][] reversed = new double[values.length][];
    int offers = values[0].length;
    for (int draw = 0; draw < values.length; draw++) {
      List<Double> row = new ArrayList<>();
      for (double value : values[draw]) {
        row.add(value);
      }
      Collections.reverse(row);
      reversed[draw] = row.stream().mapToDouble(Double::doubleValue).toArray();
    }
    Ranking one = new Ranking(sample(values), 0.9);
    Ranking other = new Ranking(sample(reversed), 0.9);
    for (int a = 0; a < offers; a++) {
      assertThat(one.first(a).share())
          .isEqualTo(other.first(offers - 1 - a).share(), within(1e-12));
      for (int b = 0; b < offers; b++) {
        assertThat(one.beats(a, b)).isEqualTo(other.beats(offers - 1 - a, offers - 1 - b));
      }
    }
  }

  @Property
  void scalingAllValuesChangesNoProbability(
      @ForAll("samples") double[][] values, @ForAll @DoubleRange(min = 0.5, max = 64) double by) {
    double[][] scaled = new double[values.length][values[0].length];
    for (int draw = 0; draw < values.length; draw++) {
      for (int offer = 0; offer < values[0].length; offer++) {
        scaled[draw][offer] = values[draw][offer] * by;
      }
    }
    Ranking one = new Ranking(sample(values), 0.9);
    Ranking other = new Ranking(sample(scaled), 0.9);
    for (int offer = 0; offer < values[0].length; offer++) {
      assertThat(one.first(offer)).isEqualTo(other.first(offer));
    }
  }

  @Property
  void dominatedOfferChangesNoOtherPair(@ForAll("samples") double[][] values) {
    int offers = values[0].length;
    double[][] more = new double[values.length][offers + 1];
    for (int draw = 0; draw < values.length; draw++) {
      System.arraycopy(values[draw], 0, more[draw], 0, offers);
      more[draw][offers] = values[draw][0] - 1;
    }
    Ranking before = new Ranking(sample(values), 0.9);
    Ranking after = new Ranking(sample(more), 0.9);
    assertThat(after.dominated()).contains(offers);
    assertThat(after.first(offers).share()).isZero();
    for (int a = 0; a < offers; a++) {
      assertThat(after.first(a)).isEqualTo(before.first(a));
      for (int b = 0; b < offers; b++) {
        assertThat(after.beats(a, b)).isEqualTo(before.beats(a, b));
      }
    }
  }

  @Property
  void noFigureIsWorthMoreThanAll(@ForAll("samples") double[][] values) {
    JointSample sample = sample(values);
    double[] figure = new double[values.length];
    for (int draw = 0; draw < values.length; draw++) {
      figure[draw] = values[draw][0];
    }
    double worth = PerfectInformation.worth(sample, figure, Math.max(1, values.length / 4));
    assertThat(worth).isBetween(0.0, PerfectInformation.worthOfAll(sample) + 1e-9);
  }
}
