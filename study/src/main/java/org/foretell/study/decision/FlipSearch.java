package org.foretell.study.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.foretell.procurement.decision.FlipPoints;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.StudyFigure;

/**
 * Where the first place changes as one figure is held at a value, and all others vary in the draws.
 * Figures of money, weights and the site move between a quarter of their value and four times it,
 * whatever their bounds; factors of machines only within their bounds, beyond which nothing was
 * replayed.
 */
final class FlipSearch {
  /** The greatest number of years of life that is tried. */
  static final int LONGEST_LIFE = 15;

  private static final double WIDEST = 4;
  private static final int HALVINGS = 5;
  private static final int ROUGH_DRAWS = 125;

  private static final double RELATIVE_TOLERANCE = 1e-6;

  private final Evaluation evaluation;
  private final StudyDescription study;
  private final List<Offer> offers;
  private final Means means;

  /** Of fewer draws, to see where to look. */
  private final Means rough;

  private final Figures stated;

  FlipSearch(Evaluation evaluation, List<Offer> offers, Means means) {
    this.evaluation = evaluation;
    this.offers = offers;
    this.means = means;
    rough = means.thinned(ROUGH_DRAWS);
    study = evaluation.study();
    stated = Figures.stated(study.models().get(0));
  }

  /** {@return all flips, the one with the least relative change first} */
  List<FlipPoint> all() {
    if (offers.size() < 2) {
      return List.of();
    }
    List<Supplier<List<FlipPoint>>> searches = new ArrayList<>();
    FigureNames.all(study)
        .forEach((name, figure) -> searches.add(() -> of(name, figure, List.of(name))));
    searches.add(this::ofElectricity);
    searches.add(this::ofLife);
    return found(searches).stream()
        .sorted(Comparator.comparingDouble(flip -> Math.abs(flip.change())))
        .toList();
  }

  /** {@return flips of figures of machines, in the order of their names in the study} */
  List<FlipPoint> ofMachines() {
    List<Supplier<List<FlipPoint>>> searches = new ArrayList<>();
    FigureNames.all(study)
        .forEach(
            (name, figure) -> {
              if (figure.kind() == StudyFigure.Kind.REPLAYED) {
                searches.add(() -> of(name, figure, List.of(name)));
              }
            });
    return found(searches);
  }

  private static List<FlipPoint> found(List<Supplier<List<FlipPoint>>> searches) {
    return searches.parallelStream().map(Supplier::get).flatMap(List::stream).toList();
  }

  /** The break-even price, if all years have the same: no year alone moves as far. */
  private List<FlipPoint> ofElectricity() {
    List<Estimate> prices = study.site().pricesPerKilowattHour();
    if (prices.size() < 2 || prices.stream().distinct().count() > 1) {
      return List.of();
    }
    List<String> years =
        IntStream.rangeClosed(1, prices.size()).mapToObj(FigureNames::electricity).toList();
    StudyFigure figure = new StudyFigure(prices.get(0), StudyFigure.Kind.AMOUNT);
    return of(FigureNames.ELECTRICITY, figure, years);
  }

  /** The nearest shorter and the nearest longer life, in whole years. */
  private List<FlipPoint> ofLife() {
    int life = study.site().lifeYears();
    int longest = Math.max(LONGEST_LIFE, life);
    List<FlipPoint> flips = new ArrayList<>();
    for (int step : new int[] {-1, 1}) {
      for (int years = life + step; years >= 1 && years <= longest; years += step) {
        List<String> moved = List.of(FigureNames.LIFE);
        int then = Means.best(rough.with(moved, years));
        if (then != means.best()) {
          then = Means.best(means.with(moved, years));
        }
        if (then != means.best()) {
          flips.add(
              flip(
                  FigureNames.LIFE,
                  life,
                  life,
                  years,
                  1,
                  longest,
                  then,
                  false,
                  OptionalDouble.empty()));
          break;
        }
      }
    }
    return flips;
  }

  private List<FlipPoint> of(String name, StudyFigure figure, List<String> moved) {
    Bounds bounds = bounds(figure);
    Estimate estimate = figure.estimate();
    if (!(bounds.from < bounds.to)) {
      return List.of();
    }
    boolean isOfMachines = figure.kind() == StudyFigure.Kind.REPLAYED;
    double tolerance = RELATIVE_TOLERANCE * estimate.value();
    List<FlipPoints.Flip> all =
        FlipPoints.of(
            value -> rough.with(moved, value), bounds.from, bounds.to, HALVINGS, tolerance);
    if (rough.draws() < means.draws()) {
      all =
          all.stream()
              .flatMap(
                  flip ->
                      FlipPoints.near(
                          value -> means.with(moved, value),
                          flip,
                          bounds.from,
                          bounds.to,
                          tolerance)
                          .stream())
              .toList();
    }
    double mean = means.mean(moved.get(0), estimate);
    List<FlipPoint> own = new ArrayList<>();
    for (FlipPoints.Flip flip : all) {
      boolean isAbove = flip.at() > mean;
      int near = isAbove ? flip.before() : flip.after();
      if (near == means.best()) {
        int then = isAbove ? flip.after() : flip.before();
        own.add(
            flip(
                name,
                estimate.value(),
                mean,
                flip.at(),
                bounds.from,
                bounds.to,
                then,
                estimate.from() <= flip.at() && flip.at() <= estimate.to(),
                isOfMachines
                    ? OptionalDouble.of(fromReplay(name, flip.at(), then))
                    : OptionalDouble.empty()));
      }
    }
    return own;
  }

  private FlipPoint flip(
      String figure,
      double value,
      double mean,
      double at,
      double from,
      double to,
      int then,
      boolean isWithinBounds,
      OptionalDouble fromReplay) {
    return new FlipPoint(
        figure,
        value,
        mean,
        at,
        from,
        to,
        offers.get(means.best()).name(),
        offers.get(then).name(),
        isWithinBounds,
        fromReplay);
  }

  private double fromReplay(String figure, double at, int then) {
    Figures there = stated.with(figure, at);
    return Math.max(
        evaluation.distance(offers.get(means.best()), there),
        evaluation.distance(offers.get(then), there));
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
