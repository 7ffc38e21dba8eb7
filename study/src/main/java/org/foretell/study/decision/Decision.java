package org.foretell.study.decision;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.procurement.decision.JointSample;
import org.foretell.procurement.decision.ParetoFront;
import org.foretell.procurement.decision.PerfectInformation;
import org.foretell.procurement.decision.Proportion;
import org.foretell.procurement.decision.Quantiles;
import org.foretell.procurement.decision.Ranking;
import org.foretell.procurement.decision.WeightAcceptability;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.ProgramValues;

/** Draws the conclusions of a study from its run times. For one thread. */
public final class Decision {
  private static final int DRAWS_PER_BIN = 25;
  private static final int MOST_BINS = 50;
  private static final int WEIGHT_DRAWS = 10_000;

  private static final String AS_STATED = "as stated";

  private final Evaluation evaluation;
  private final StudyDescription study;
  private final Figures stated;
  private final List<Offer> offers = new ArrayList<>();
  private final List<StudyAnswer.Excluded> excluded = new ArrayList<>();
  private final double confidence;

  private Decision(Evaluation evaluation) {
    this.evaluation = evaluation;
    study = evaluation.study();
    stated = Figures.stated(study.models().get(0));
    confidence = study.sample().confidence();
    for (Offer offer : study.offers()) {
      Optional<String> reason = reasonAgainst(evaluation, offer);
      if (reason.isPresent()) {
        excluded.add(new StudyAnswer.Excluded(offer.name(), reason.get()));
      } else {
        offers.add(offer);
      }
    }
  }

  /** {@return why an offer cannot be ranked; empty if it can} */
  static Optional<String> reasonAgainst(Evaluation evaluation, Offer offer) {
    StudyDescription study = evaluation.study();
    for (Figures world : worlds(study, offer)) {
      Optional<OfferValues> values = evaluation.of(offer, world);
      if (values.isEmpty()) {
        return evaluation.reasonAgainst(offer, world).map(reason -> reason + options(study, world));
      }
      if (values.get().metric(study.rankBy()).isEmpty()) {
        return Optional.of(
            "it has no "
                + study.rankBy().label()
                + ": "
                + withoutMetric(study.rankBy())
                + options(study, world));
      }
    }
    return Optional.empty();
  }

  private static String withoutMetric(RankBy by) {
    return switch (by) {
      case NODES_NEEDED ->
          "a mix has no demand, a workflow no timeLimit, or the machine has too few nodes for it";
      case SLOW_DOWN_BY_NEIGHBOURS -> "no program is a mix of traces that are replayed together";
      default -> "a program has no reference, or is slower than that";
    };
  }

  /** All that an offer may be, but for figures between bounds. */
  private static List<Figures> worlds(StudyDescription study, Offer offer) {
    List<Figures> all = study.models().stream().map(Figures::stated).toList();
    for (Choice choice : study.choices()) {
      if (choice.concerns(offer.name())) {
        all =
            all.stream()
                .flatMap(
                    world ->
                        IntStream.range(0, choice.options().size())
                            .mapToObj(number -> world.with(FigureNames.of(choice), number)))
                .toList();
      }
    }
    return all;
  }

  private static String options(StudyDescription study, Figures world) {
    return study.choices().stream()
        .filter(choice -> world.number(FigureNames.of(choice)).orElse(0) > 0)
        .map(choice -> " with " + option(choice, world.number(FigureNames.of(choice)).orElse(0)))
        .collect(Collectors.joining());
  }

  private static String option(Choice choice, int number) {
    return choice.name() + " " + choice.options().get(number).value();
  }

  /**
   * {@return the answer}
   *
   * @param evaluation of the study
   * @param otherWorlds an evaluation of each named set of changes, by name
   * @param doubts that were found before
   */
  public static StudyAnswer of(
      Evaluation evaluation, Map<String, Evaluation> otherWorlds, List<Doubt> doubts) {
    return new Decision(evaluation).answer(otherWorlds, doubts);
  }

  private StudyAnswer answer(Map<String, Evaluation> otherWorlds, List<Doubt> doubts) {
    if (offers.isEmpty()) {
      return new StudyAnswer(
          study,
          List.of(),
          Optional.empty(),
          excluded,
          List.of(),
          List.of(),
          0,
          List.of(),
          new OtherWorld(AS_STATED, List.of(), List.of(), false),
          List.of(),
          doubts);
    }
    SampledValues sampled = SampledValues.of(evaluation, offers);
    RankBy by = study.rankBy();
    JointSample sample =
        sampled
            .sample(values -> values.metric(by), by.isLessBetter())
            .orElseThrow(() -> new IllegalStateException("a draw without " + by.label()));
    Ranking ranking = new Ranking(sample, confidence);
    List<Integer> order = ranking.order();
    List<Place> places = new ArrayList<>();
    List<Integer> front = front();
    Lead lead = new Lead(evaluation);
    for (int offer : order) {
      places.add(place(offer, order, ranking, sampled, front.contains(offer), lead));
    }
    Optional<Ranking.Difference> first =
        order.size() > 1
            ? Optional.of(ranking.difference(order.get(0), order.get(1)))
            : Optional.empty();
    JointSample money =
        sampled
            .sample(values -> OptionalDouble.of(values.costOfDemandInLife()), true)
            .orElseThrow();
    List<Doubt> all = new ArrayList<>(doubts);
    all.addAll(AnswerDoubts.of(evaluation, offers, places));
    OtherWorld base = world(AS_STATED, evaluation, Map.of(), Optional.empty());
    return new StudyAnswer(
        study,
        places,
        first,
        excluded,
        new FlipSearch(evaluation, offers, Means.of(evaluation, offers)).all(),
        worths(money, sampled),
        PerfectInformation.worthOfAll(money),
        weighings(),
        base,
        worlds(otherWorlds, base),
        all);
  }

  private Place place(
      int offer,
      List<Integer> order,
      Ranking ranking,
      SampledValues sampled,
      boolean isOnFront,
      Lead lead) {
    Offer one = offers.get(offer);
    OfferValues values = evaluation.of(one, stated).orElseThrow();
    RankBy by = study.rankBy();
    List<Range> seconds = new ArrayList<>();
    List<Double> commitments = new ArrayList<>();
    for (int program = 0; program < values.programs().size(); program++) {
      int index = program;
      double[] sorted = sampled.sorted(offer, row -> row.programs().get(index).seconds());
      seconds.add(range(values.programs().get(program).seconds(), sorted));
      commitments.add(Quantiles.of(sorted, confidence));
    }
    return new Place(
        one.name(),
        range(
            values.metric(by).orElseThrow(),
            sampled.sorted(offer, row -> row.metric(by).orElseThrow())),
        ranking.first(offer),
        order.stream().map(other -> ranking.beats(offer, other)).toList(),
        Proportion.of(sampled.withinLimits(offer), sampled.draws(), confidence),
        Proportion.of(sampled.servesDemand(offer), sampled.draws(), confidence),
        offers.stream()
            .filter(rival -> !rival.equals(one) && lead.isAlwaysBetter(rival, one))
            .map(Offer::name)
            .toList(),
        isOnFront,
        values,
        seconds,
        commitments,
        range(values.totalCost(), sampled.sorted(offer, OfferValues::totalCost)),
        range(values.costPerDemand(), sampled.sorted(offer, OfferValues::costPerDemand)),
        range(values.nodesForDemand(), sampled.sorted(offer, OfferValues::nodesForDemand)),
        points(one));
  }

  /** Quality is the capacity, and the price is that of the machine. */
  private OptionalDouble points(Offer one) {
    if (study.points().isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        study.points().get().of(Bids.of(evaluation, offers)).get(offers.indexOf(one)));
  }

  private Range range(double value, double[] sorted) {
    double tail = (1 - confidence) / 2;
    return new Range(
        value,
        Arrays.stream(sorted).average().orElseThrow(),
        Quantiles.of(sorted, tail),
        Quantiles.of(sorted, 1 - tail));
  }

  /** Of cost, time for a day of the demand if it ran on all nodes, and energy for it. */
  private List<Integer> front() {
    double[][] costs =
        offers.stream()
            .map(offer -> evaluation.of(offer, stated).orElseThrow())
            .map(
                values ->
                    new double[] {
                      values.totalCost(),
                      1 / values.demandsPerDay(),
                      values.kilowattHoursPerDemand()
                    })
            .toArray(double[][]::new);
    return ParetoFront.of(costs);
  }

  private static List<Worth> worths(JointSample money, SampledValues sampled) {
    int bins = Math.max(1, Math.min(MOST_BINS, money.draws() / DRAWS_PER_BIN));
    return sampled.drawn().entrySet().stream()
        .map(
            figure ->
                new Worth(
                    figure.getKey(), PerfectInformation.worth(money, figure.getValue(), bins)))
        .sorted(Comparator.comparingDouble(Worth::money).reversed().thenComparing(Worth::figure))
        .toList();
  }

  /** By the logarithms of the cost of a run, so that no program counts more for being longer. */
  private List<Weighing> weighings() {
    double[][] values =
        offers.stream()
            .map(
                offer ->
                    evaluation.of(offer, stated).orElseThrow().programs().stream()
                        .mapToDouble(program -> -Math.log(cost(program)))
                        .toArray())
            .toArray(double[][]::new);
    WeightAcceptability weights =
        WeightAcceptability.of(values, WEIGHT_DRAWS, study.sample().seed());
    return IntStream.range(0, offers.size())
        .mapToObj(
            offer ->
                new Weighing(
                    offers.get(offer).name(),
                    weights.rank(offer, 1, confidence),
                    weights.centralWeights(offer)))
        .toList();
  }

  /** Machines that cost nothing are compared by their node hours. */
  private static double cost(ProgramValues program) {
    return program.cost() > 0 ? program.cost() : program.nodeHours();
  }

  private List<OtherWorld> worlds(Map<String, Evaluation> others, OtherWorld base) {
    Optional<String> first = Optional.of(base.offers().get(0).offer());
    List<OtherWorld> worlds = new ArrayList<>();
    for (Choice choice : study.choices()) {
      for (int number = 1; number < choice.options().size(); number++) {
        worlds.add(
            world(
                option(choice, number),
                evaluation,
                Map.of(FigureNames.of(choice), (double) number),
                first));
      }
    }
    others.forEach((name, other) -> worlds.add(world(name, other, Map.of(), first)));
    return worlds;
  }

  /**
   * All offers in a world.
   *
   * @param other of the world
   * @param held figures that it has
   * @param first offer without the changes; empty for the world without changes
   */
  private OtherWorld world(
      String name, Evaluation other, Map<String, Double> held, Optional<String> first) {
    Figures figures = new Figures(stated.model(), held);
    RankBy by = study.rankBy();
    List<Offer> possible =
        offers.stream()
            .filter(
                offer ->
                    other.of(offer, figures).filter(one -> one.metric(by).isPresent()).isPresent())
            .toList();
    if (possible.isEmpty()) {
      return new OtherWorld(name, List.of(), List.of(), true);
    }
    double[] means = Means.ofMachinesAsStated(other, possible, held).all();
    List<Integer> order =
        IntStream.range(0, means.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer offer) -> -means[offer]))
            .toList();
    return new OtherWorld(
        name,
        order.stream().map(offer -> other.of(possible.get(offer), figures).orElseThrow()).toList(),
        order.stream().map(offer -> by.isLessBetter() ? -means[offer] : means[offer]).toList(),
        first.filter(one -> !one.equals(possible.get(order.get(0)).name())).isPresent());
  }
}
