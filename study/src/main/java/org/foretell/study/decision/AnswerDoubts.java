package org.foretell.study.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.foretell.extrapolation.Extrapolation;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.Simulated;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.trace.Extrapolated;

/** What makes an answer doubtful beside its run times. */
final class AnswerDoubts {
  private static final int MOST_NAMED = 6;

  private final StudyDescription study;
  private final List<Offer> offers;
  private final Evaluation evaluation;
  private final List<Doubt> found = new ArrayList<>();

  private AnswerDoubts(Evaluation evaluation, List<Offer> offers) {
    study = evaluation.study();
    this.offers = offers;
    this.evaluation = evaluation;
  }

  /**
   * {@return the doubts}
   *
   * @param evaluation of the study
   * @param offers that can run all programs, at least one
   * @param places the ranking
   */
  static List<Doubt> of(Evaluation evaluation, List<Offer> offers, List<Place> places) {
    AnswerDoubts doubts = new AnswerDoubts(evaluation, offers);
    doubts.ofModels();
    doubts.ofSources();
    doubts.ofScales();
    doubts.ofExtrapolations();
    doubts.ofMixes(places);
    doubts.ofPoints();
    places.forEach(doubts::ofLimits);
    places.forEach(doubts::ofDemand);
    return doubts.found;
  }

  private void ofModels() {
    Map<String, String> firstByModel = new LinkedHashMap<>();
    for (String model : study.models()) {
      firstByModel.put(model, offers.get(Means.under(evaluation, offers, model).best()).name());
    }
    if (study.models().size() == 1 && offers.size() > 1) {
      String model = study.models().get(0);
      found.add(
          new Doubt(
              Doubt.Kind.ONE_MODEL,
              model,
              "only "
                  + model
                  + " was asked; a second model would show whether it ranks otherwise"));
    } else if (firstByModel.values().stream().distinct().count() > 1) {
      found.add(
          new Doubt(
              Doubt.Kind.MODELS_DISAGREE,
              String.join(", ", firstByModel.keySet()),
              "communication models disagree on the first place: "
                  + firstByModel.entrySet().stream()
                      .map(one -> one.getValue() + " under " + one.getKey())
                      .collect(Collectors.joining(", "))));
    }
  }

  private void ofSources() {
    List<String> without = FigureNames.withoutSource(study);
    if (!without.isEmpty()) {
      String named = String.join(", ", without.subList(0, Math.min(MOST_NAMED, without.size())));
      found.add(
          new Doubt(
              Doubt.Kind.NO_SOURCE,
              String.join(", ", without),
              without.size()
                  + (without.size() == 1 ? " figure has" : " figures have")
                  + " no source: "
                  + named
                  + (without.size() > MOST_NAMED ? ", .." : "")));
    }
  }

  private void ofScales() {
    List<String> scaled =
        study.programs().stream()
            .filter(one -> one.scale().value() != 1)
            .map(Program::name)
            .toList();
    if (!scaled.isEmpty()) {
      found.add(
          new Doubt(
              Doubt.Kind.SCALED_TIME,
              String.join(", ", scaled),
              "run times are those of the traced runs times a factor, and no run of that length was"
                  + " replayed: "
                  + String.join(", ", scaled)));
    }
  }

  private void ofMixes(List<Place> places) {
    for (int i = 0; i < study.programs().size(); i++) {
      int index = i;
      Program program = study.programs().get(i);
      Optional<Simulated.JobQueue> queue =
          program
              .simulated()
              .filter(Simulated.JobQueue.class::isInstance)
              .map(Simulated.JobQueue.class::cast);
      if (queue.isEmpty()) {
        continue;
      }
      if (places.stream()
          .map(place -> place.values().programs().get(index).slowDownByNeighbours())
          .allMatch(OptionalDouble::isEmpty)) {
        found.add(
            new Doubt(
                Doubt.Kind.NO_NEIGHBOURS,
                program.name(),
                program.name()
                    + " has no slow-down by neighbours: "
                    + (queue.get().together()
                        ? "none of its jobs has a trace"
                        : "its jobs are not replayed together")));
      }
      if (study.site().utilisation().value() < 1) {
        found.add(
            new Doubt(
                Doubt.Kind.COUNTED_TWICE,
                program.name(),
                "the nodes that the queue of "
                    + program.name()
                    + " leaves free count in its time already, and the utilisation of the site"
                    + " counts beside them; it is 1 for a site that runs nothing but mixes"));
      }
    }
  }

  private void ofExtrapolations() {
    for (Program program : study.programs()) {
      program
          .traces()
          .extrapolated()
          .ifPresent(
              how ->
                  found.add(
                      new Doubt(
                          Doubt.Kind.EXTRAPOLATED,
                          program.name(),
                          program.name() + " is " + extrapolation(program, how))));
    }
  }

  private static String extrapolation(Program program, Extrapolated how) {
    StringBuilder text = new StringBuilder();
    int largest = how.from().get(how.from().size() - 1);
    int ranks = program.traces().ranks().orElse(largest);
    text.append(how.text(ranks));
    if (how.timeError().isEmpty()) {
      text.append(", so its run times have no bounds for that");
    }
    if (how.callsDiffer()) {
      text.append("; the hold-out has other calls than the traced run");
    }
    if (how.openLaws() > 0) {
      text.append("; the traces leave ")
          .append(how.openLaws() == 1 ? "a law" : how.openLaws() + " laws")
          .append(" open, of which the simplest was taken");
    }
    if (ranks > (long) Extrapolation.FAR * largest) {
      text.append("; beyond ")
          .append(Extrapolation.FAR)
          .append(" times the largest trace laws are seldom still right");
    }
    return text.toString();
  }

  private void ofPoints() {
    boolean isReversed =
        study
            .points()
            .filter(points -> points.orderDependsOnOthers(Bids.of(evaluation, offers)))
            .isPresent();
    if (isReversed) {
      found.add(
          new Doubt(
              Doubt.Kind.RANK_REVERSAL,
              "points",
              "by points, the order of two offers changes if a third one is withdrawn, since points"
                  + " depend on the best quality and the lowest price of all offers"));
    }
  }

  private void ofLimits(Place place) {
    if (place.withinLimits().share() < 1) {
      found.add(
          new Doubt(
              Doubt.Kind.LIMIT,
              place.offer(),
              String.format(
                  Locale.ROOT,
                  "%s breaks a limit of the study in %.0f %% of the draws",
                  place.offer(),
                  100 * (1 - place.withinLimits().share()))));
    }
  }

  /** An offer that is too small has a place like any other, since costs are those of a demand. */
  private void ofDemand(Place place) {
    long nodes =
        offers.stream()
            .filter(offer -> offer.name().equals(place.offer()))
            .mapToLong(Offer::nodes)
            .sum();
    double needed = Math.ceil(place.values().nodesForDemand());
    if (needed > nodes || place.servesDemand().share() < 1) {
      found.add(
          new Doubt(
              Doubt.Kind.DEMAND,
              place.offer(),
              needed > nodes
                  ? String.format(
                      Locale.ROOT,
                      "%s is too small for the demand: it has %,d nodes, and the demand needs"
                          + " %,.0f",
                      place.offer(),
                      nodes,
                      needed)
                  : String.format(
                      Locale.ROOT,
                      "%s is too small for the demand in %.1f %% of the draws: it has %,d nodes,"
                          + " and the demand needs %,.0f as stated",
                      place.offer(),
                      100 * (1 - place.servesDemand().share()),
                      nodes,
                      needed)));
    }
  }
}
