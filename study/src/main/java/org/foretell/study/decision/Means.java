package org.foretell.study.decision;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.FigureValues;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.HeldFigures;
import org.foretell.study.evaluation.RunTimes;

/**
 * How good offers are on average over all draws, which is what ranks them: with all uncertain
 * figures drawn, or with some held at a value in every draw. More is better.
 *
 * <p>Run times of the draws are computed once; a figure of money, demand or the site takes no new
 * ones, and a figure of a machine only those of the programs and offers that it concerns.
 * Immutable.
 */
final class Means {
  private final Evaluation evaluation;
  private final StudyDescription study;
  private final List<Offer> offers;
  private final List<Figures> worlds;

  /** By offer and draw, the run of each program. */
  private final List<List<List<RunTimes.Run>>> runs;

  private final Set<String> ofMachines;

  /** By offer, of each draw. */
  private final List<double[]> goodness;

  private final double[] all;

  /** Added to means of these draws; 0 for all draws. */
  private final double[] shifts;

  private Means(Evaluation evaluation, List<Offer> offers, List<Figures> worlds) {
    this.evaluation = evaluation;
    study = evaluation.study();
    this.offers = List.copyOf(offers);
    this.worlds = List.copyOf(worlds);
    ofMachines = FigureNames.ofMachines(study);
    runs = offers.stream().map(offer -> runs(offer, worlds)).toList();
    goodness =
        IntStream.range(0, offers.size())
            .parallel()
            .mapToObj(one -> goodness(one, worlds, worlds, runs.get(one)))
            .toList();
    all = goodness.stream().mapToDouble(Means::mean).toArray();
    shifts = new double[all.length];
  }

  /** Every so many draws of other means. */
  private Means(Means of, int every) {
    evaluation = of.evaluation;
    study = of.study;
    offers = of.offers;
    ofMachines = of.ofMachines;
    worlds = thinned(of.worlds, every);
    runs = of.runs.stream().map(each -> thinned(each, every)).toList();
    goodness =
        of.goodness.stream()
            .map(
                each ->
                    IntStream.range(0, worlds.size())
                        .mapToDouble(draw -> each[draw * every])
                        .toArray())
            .toList();
    all = of.all;
    shifts = new double[all.length];
    for (int offer = 0; offer < all.length; offer++) {
      shifts[offer] = all[offer] - mean(goodness.get(offer));
    }
  }

  private static <T> List<T> thinned(List<T> all, int every) {
    return IntStream.range(0, all.size() / every).mapToObj(i -> all.get(i * every)).toList();
  }

  /**
   * {@return nearly the same means, from fewer draws: equal with all figures drawn, and about as
   * far from that as these if a figure is held}
   *
   * @param draws about how many
   */
  Means thinned(int draws) {
    int every = worlds.size() / draws;
    return every < 2 ? this : new Means(this, every);
  }

  /**
   * {@return the means over the joint sample of a study}
   *
   * @param evaluation of the study
   * @param offers that can run all programs in every draw
   */
  static Means of(Evaluation evaluation, List<Offer> offers) {
    return new Means(evaluation, offers, worlds(evaluation.study(), world -> world));
  }

  /**
   * {@return the means if one model were certain}
   *
   * @param evaluation of the study
   * @param offers that can run all programs in every draw
   * @param model one of the study
   */
  static Means under(Evaluation evaluation, List<Offer> offers, String model) {
    return new Means(
        evaluation,
        offers,
        worlds(evaluation.study(), world -> new Figures(model, world.changed())));
  }

  /**
   * {@return the means with machines as stated, under the first model; all other figures are drawn}
   *
   * @param evaluation of the study, or of it with changes
   * @param offers that can run all programs so
   * @param held further figures and their values
   */
  static Means ofMachinesAsStated(
      Evaluation evaluation, List<Offer> offers, Map<String, Double> held) {
    StudyDescription study = evaluation.study();
    return new Means(
        evaluation,
        offers,
        worlds(
            study,
            world -> {
              Map<String, Double> figures = new TreeMap<>(world.changed());
              figures.keySet().removeAll(FigureNames.ofMachines(study));
              figures.putAll(held);
              return new Figures(study.models().get(0), figures);
            }));
  }

  private static List<Figures> worlds(StudyDescription study, UnaryOperator<Figures> changed) {
    DrawnFigures drawn = new DrawnFigures(study);
    return IntStream.range(0, drawn.count())
        .mapToObj(draw -> changed.apply(drawn.world(draw)))
        .toList();
  }

  private List<List<RunTimes.Run>> runs(Offer offer, List<Figures> in) {
    return in.parallelStream()
        .map(world -> study.programs().stream().map(program -> run(program, offer, world)).toList())
        .toList();
  }

  private RunTimes.Run run(Program program, Offer offer, Figures world) {
    return evaluation
        .traced(program, offer, world)
        .orElseThrow(
            () -> new IllegalStateException(offer.name() + " cannot run " + program.name()));
  }

  private static double mean(double[] goodness) {
    // In the order of the draws, so that it does not depend on the number of cores.
    return Arrays.stream(goodness).average().orElseThrow();
  }

  private double[] goodness(
      int offer,
      List<Figures> machines,
      List<? extends FigureValues> in,
      List<List<RunTimes.Run>> with) {
    double sign = study.rankBy().isLessBetter() ? -1 : 1;
    return IntStream.range(0, in.size())
        .mapToDouble(
            draw ->
                sign
                    * evaluation
                        .metric(offers.get(offer), with.get(draw), machines.get(draw), in.get(draw))
                        .orElse(Double.NaN))
        .toArray();
  }

  /** {@return how many draws there are} */
  int draws() {
    return worlds.size();
  }

  /**
   * {@return the state of the world in a draw}
   *
   * @param draw from 0
   */
  Figures world(int draw) {
    return worlds.get(draw);
  }

  /**
   * {@return how good an offer is in a draw; more is better}
   *
   * @param offer from 0
   * @param draw from 0
   */
  double goodness(int offer, int draw) {
    return goodness.get(offer)[draw];
  }

  /**
   * {@return the mean of a figure over the draws}
   *
   * @param figure name of it
   * @param estimate its value in the study
   */
  double mean(String figure, Estimate estimate) {
    return worlds.stream().mapToDouble(world -> world.of(figure, estimate)).average().orElseThrow();
  }

  /** {@return the mean of each offer} */
  double[] all() {
    return all.clone();
  }

  /** {@return the number of the offer with the greatest mean; the first of equals} */
  int best() {
    return best(all);
  }

  /**
   * {@return the number of the greatest; the first of equals}
   *
   * @param means at least one
   */
  static int best(double[] means) {
    int best = 0;
    for (int offer = 1; offer < means.length; offer++) {
      if (means[offer] > means[best]) {
        best = offer;
      }
    }
    return best;
  }

  /**
   * {@return the mean of each offer if some figures had one value in every draw}
   *
   * @param figures names of them; one, if it is of machines
   * @param value of each
   */
  double[] with(List<String> figures, double value) {
    String figure = figures.get(0);
    if (ofMachines.contains(figure)) {
      List<Figures> changed = worlds.stream().map(world -> world.with(figure, value)).toList();
      return means(
          figure, offer -> mean(goodness(offer, changed, changed, moved(offer, figure, changed))));
    }
    List<HeldFigures> changed =
        worlds.stream().map(world -> new HeldFigures(world, figures, value)).toList();
    return means(figure, offer -> mean(goodness(offer, worlds, changed, runs.get(offer))));
  }

  private double[] means(String figure, IntToDoubleFunction mean) {
    return IntStream.range(0, offers.size())
        .mapToDouble(
            offer ->
                isConcerned(offers.get(offer), figure)
                    ? mean.applyAsDouble(offer) + shifts[offer]
                    : all[offer])
        .toArray();
  }

  /** Figures of other offers change nothing. */
  private boolean isConcerned(Offer offer, String figure) {
    if (figure.startsWith(FigureNames.OFFERS)) {
      return figure.startsWith(FigureNames.OFFERS + offer.name() + ".");
    }
    return !ofMachines.contains(figure)
        || study.programs().stream().anyMatch(program -> moves(figure, program, offer));
  }

  private List<List<RunTimes.Run>> moved(int number, String figure, List<Figures> changed) {
    Offer offer = offers.get(number);
    List<Program> programs = study.programs();
    if (programs.stream().noneMatch(program -> moves(figure, program, offer))) {
      return runs.get(number);
    }
    List<List<RunTimes.Run>> before = runs.get(number);
    return IntStream.range(0, changed.size())
        .mapToObj(
            draw ->
                IntStream.range(0, programs.size())
                    .mapToObj(
                        i ->
                            moves(figure, programs.get(i), offer)
                                ? run(programs.get(i), offer, changed.get(draw))
                                : before.get(draw).get(i))
                    .toList())
        .toList();
  }

  /** Whether a figure moves the run times of a program on an offer. */
  private boolean moves(String figure, Program program, Offer offer) {
    return figure.equals(FigureNames.coreRatio(program, offer))
        || study.variables().stream()
            .filter(variable -> FigureNames.of(variable).equals(figure))
            .anyMatch(variable -> variable.concerns(offer.name()))
        || study.choices().stream()
            .filter(choice -> FigureNames.of(choice).equals(figure))
            .anyMatch(choice -> choice.concerns(offer.name()));
  }
}
