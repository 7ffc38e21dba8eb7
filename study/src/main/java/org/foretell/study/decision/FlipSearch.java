package org.foretell.study.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.foretell.procurement.decision.FlipPoints;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.StudyFigure;

/**
 * Where the first place changes as one figure moves, all others as they are stated. Figures of
 * money, weights and the site move between a quarter of their value and four times it, whatever
 * their bounds; factors of machines only within their bounds, beyond which nothing was replayed.
 */
final class FlipSearch {
  private static final double WIDEST = 4;
  private static final int STEPS = 24;
  private static final double RELATIVE_TOLERANCE = 1e-6;

  private final Evaluation evaluation;
  private final List<Offer> offers;
  private final Lead lead;
  private final Figures stated;
  private final double[] asStated;

  FlipSearch(Evaluation evaluation, List<Offer> offers) {
    this.evaluation = evaluation;
    this.offers = offers;
    lead = new Lead(evaluation);
    stated = Figures.stated(evaluation.study().models().get(0));
    asStated = offers.stream().mapToDouble(one -> lead.goodness(one, stated)).toArray();
  }

  /** {@return all flips, the one with the least relative change first} */
  List<FlipPoint> all() {
    List<FlipPoint> flips = new ArrayList<>();
    if (offers.size() > 1) {
      FigureNames.all(evaluation.study())
          .forEach((name, figure) -> flips.addAll(of(name, figure, List.of(name))));
      flips.addAll(ofElectricity());
    }
    flips.sort(Comparator.comparingDouble(flip -> Math.abs(flip.at() / flip.stated() - 1)));
    return flips;
  }

  /** {@return flips of figures of machines, in the order of their names in the study} */
  List<FlipPoint> ofMachines() {
    List<FlipPoint> flips = new ArrayList<>();
    FigureNames.all(evaluation.study())
        .forEach(
            (name, figure) -> {
              if (figure.kind() == StudyFigure.Kind.REPLAYED) {
                flips.addAll(of(name, figure, List.of(name)));
              }
            });
    return flips;
  }

  /** The break-even price, if all years have the same: no year alone moves as far. */
  private List<FlipPoint> ofElectricity() {
    List<Estimate> prices = evaluation.study().site().pricesPerKilowattHour();
    if (prices.size() < 2 || prices.stream().distinct().count() > 1) {
      return List.of();
    }
    List<String> years =
        IntStream.rangeClosed(1, prices.size()).mapToObj(FigureNames::electricity).toList();
    StudyFigure figure = new StudyFigure(prices.get(0), StudyFigure.Kind.AMOUNT);
    return of(FigureNames.ELECTRICITY, figure, years);
  }

  private List<FlipPoint> of(String name, StudyFigure figure, List<String> moved) {
    Bounds bounds = bounds(figure);
    Estimate estimate = figure.estimate();
    if (!(bounds.from < bounds.to)) {
      return List.of();
    }
    int first = lead.best(offers, stated);
    List<FlipPoints.Flip> all =
        FlipPoints.of(
            value -> best(name, with(stated, moved, value)),
            bounds.from,
            bounds.to,
            STEPS,
            RELATIVE_TOLERANCE * estimate.value());
    List<FlipPoint> own = new ArrayList<>();
    for (FlipPoints.Flip flip : all) {
      boolean isAbove = flip.at() > estimate.value();
      int near = isAbove ? flip.before() : flip.after();
      if (near == first) {
        int then = isAbove ? flip.after() : flip.before();
        own.add(
            new FlipPoint(
                name,
                estimate.value(),
                flip.at(),
                bounds.from,
                bounds.to,
                offers.get(first).name(),
                offers.get(then).name(),
                estimate.from() <= flip.at() && flip.at() <= estimate.to(),
                figure.kind() == StudyFigure.Kind.REPLAYED
                    ? OptionalDouble.of(
                        Math.max(
                            evaluation.distance(offers.get(first), stated.with(name, flip.at())),
                            evaluation.distance(offers.get(then), stated.with(name, flip.at()))))
                    : OptionalDouble.empty()));
      }
    }
    return own;
  }

  /** As {@link Lead#best}: of offers that the figure does not concern, values are as stated. */
  private int best(String figure, Figures figures) {
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int offer = 0; offer < offers.size(); offer++) {
      Offer one = offers.get(offer);
      boolean isOfOthers =
          figure.startsWith(FigureNames.OFFERS)
              && !figure.startsWith(FigureNames.OFFERS + one.name() + ".");
      double goodness = isOfOthers ? asStated[offer] : lead.goodness(one, figures);
      if (offer == 0 || goodness > most) {
        best = offer;
        most = goodness;
      }
    }
    return best;
  }

  private static Figures with(Figures stated, List<String> moved, double value) {
    Figures figures = stated;
    for (String name : moved) {
      figures = figures.with(name, value);
    }
    return figures;
  }

  private record Bounds(double from, double to) {}

  private static Bounds bounds(StudyFigure figure) {
    Estimate estimate = figure.estimate();
    double value = estimate.value();
    double least = value / WIDEST;
    double most = value * WIDEST;
    return switch (figure.kind()) {
      case AMOUNT -> new Bounds(least, most);
      case AT_LEAST_ONE -> new Bounds(1, most);
      case SHARE -> new Bounds(least, 1);
      case REPLAYED, MEASURED_ERROR -> new Bounds(estimate.from(), estimate.to());
    };
  }
}
