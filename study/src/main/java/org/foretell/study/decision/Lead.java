package org.foretell.study.decision;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;

/** How much better one offer is than another, in the metric of the ranking. Immutable. */
final class Lead {
  private static final int MOST_ROUNDS = 20;

  private final Evaluation evaluation;
  private final Map<String, double[]> extremes = new LinkedHashMap<>();

  Lead(Evaluation evaluation) {
    this.evaluation = evaluation;
    FigureNames.uncertain(evaluation.study())
        .forEach(
            (name, estimate) -> extremes.put(name, new double[] {estimate.from(), estimate.to()}));
    for (Choice choice : evaluation.study().choices()) {
      extremes.put(FigureNames.of(choice), numbers(choice.options().size()));
    }
    for (Program program : evaluation.study().programs()) {
      program
          .noise()
          .ifPresent(noise -> extremes.put(FigureNames.noise(program), numbers(noise.replays())));
    }
  }

  private static double[] numbers(int count) {
    return IntStream.range(0, count).asDoubleStream().toArray();
  }

  /**
   * {@return how good an offer is: more is better}
   *
   * @param offer that can run all programs
   * @param figures the state of the world
   */
  double goodness(Offer offer, Figures figures) {
    RankBy by = evaluation.study().rankBy();
    double metric =
        evaluation
            .of(offer, figures)
            .orElseThrow(() -> new IllegalStateException(offer.name() + " cannot run a program"))
            .metric(by)
            .orElse(Double.NaN);
    return by.isLessBetter() ? -metric : metric;
  }

  /** {@return how much better an offer is than another in a state of the world} */
  double of(Offer one, Offer other, Figures figures) {
    return goodness(one, figures) - goodness(other, figures);
  }

  /**
   * {@return whether an offer is better than another under every model, wherever all figures are
   * within their bounds. The worst combination is searched by moving one figure after another to
   * its worse bound, or the worst of its values, until none makes it worse; that finds it if no
   * figure changes the direction in which another one works. It ends at the first combination in
   * which the offer is not better}
   *
   * @param better the offer
   * @param worse the other one
   */
  boolean isAlwaysBetter(Offer better, Offer worse) {
    for (String model : evaluation.study().models()) {
      Figures worst = Figures.stated(model);
      double least = of(better, worse, worst);
      if (!(least > 0)) {
        return false;
      }
      boolean isChanged = true;
      for (int round = 0; isChanged && round < MOST_ROUNDS; round++) {
        isChanged = false;
        for (Map.Entry<String, double[]> figure : extremes.entrySet()) {
          for (double bound : figure.getValue()) {
            Figures moved = worst.with(figure.getKey(), bound);
            double lead = of(better, worse, moved);
            // Further combinations only lessen the lead.
            if (lead <= 0) {
              return false;
            }
            if (lead < least) {
              least = lead;
              worst = moved;
              isChanged = true;
            }
          }
        }
      }
    }
    return true;
  }
}
