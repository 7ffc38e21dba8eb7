package org.foretell.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.decision.Worth;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.report.ChargedNodes;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.RankChoices;
import org.foretell.study.report.WhatIfEffects;

/** The questions that every buyer asks, each answered in sentences. */
final class StudyQuestions {
  private static final int MOST_NAMED = 3;

  private final StudyResult result;
  private final StudyAnswer answer;
  private final StudyWords words;
  private final RankBy by;
  private final String currency;
  private final String first;
  private final List<Map<String, Object>> questions = new ArrayList<>();

  private StudyQuestions(StudyResult result, StudyWords words, String first) {
    this.result = result;
    answer = result.answer();
    this.words = words;
    by = answer.study().rankBy();
    currency = PageWords.foreign(answer.study().currency());
    this.first = first;
  }

  /**
   * Question, sentences of the answer, the section with more about it.
   *
   * @param result whose answer has a place at least
   * @param words of its figures
   * @param first offer with machines as stated
   */
  static List<Map<String, Object>> of(StudyResult result, StudyWords words, String first) {
    StudyQuestions all = new StudyQuestions(result, words, first);
    all.money();
    all.nodes();
    all.worlds();
    all.ranks();
    if (all.answer.places().size() > 1) {
      all.certainty();
      all.prices();
      all.measurements();
      all.changes();
    }
    return all.questions;
  }

  private void ask(String question, List<String> sentences, StudySection more) {
    questions.add(
        Map.of(
            "question",
            question,
            "sentences",
            StudyGlossary.pieces(
                sentences.stream().map(one -> one.replace(" %", "\u00a0%")).toList()),
            "section",
            more.id()));
  }

  private static String and(Collection<String> parts) {
    List<String> all = List.copyOf(parts);
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }

  private static String name(Place place) {
    return PageWords.foreign(place.offer());
  }

  private void money() {
    List<Place> places =
        answer.places().stream()
            .sorted(Comparator.comparingDouble(place -> place.costPerDemand().mean()))
            .toList();
    Place cheapest = places.get(0);
    List<String> sentences = new ArrayList<>();
    sentences.add(
        name(cheapest)
            + ": all the runs that users want in a day cost "
            + MetricText.number(cheapest.costPerDemand().mean())
            + " "
            + currency
            + " on it, everything included.");
    if (places.size() > 1) {
      sentences.add(
          "They cost "
              + and(
                  places.stream()
                      .skip(1)
                      .map(
                          place ->
                              MetricText.number(place.costPerDemand().mean())
                                  + " "
                                  + currency
                                  + " on "
                                  + name(place))
                      .toList())
              + ".");
    }
    sentences.add(charged(places));
    if (by != RankBy.COST_PER_DEMAND) {
      sentences.add(
          "The ranking goes by another criterion: " + MetricText.title(by, currency) + ".");
    }
    ask(
        "Which offer gives the best mix of programs per " + currency + "?",
        sentences,
        StudySection.RANKING);
  }

  /** A cheap day is no cheap machine: the nodes that stay free are not in it. */
  private String charged(List<Place> places) {
    List<ChargedNodes> all =
        places.stream().map(place -> ChargedNodes.of(answer.study(), place)).toList();
    return "That charges only the nodes that these runs need: with all figures as stated, "
        + and(all.stream().map(one -> one.nodes() + " on " + foreign(one.offer())).toList())
        + ". The whole machine then costs "
        + and(
            all.stream()
                .map(
                    one ->
                        MetricText.number(one.wholeCostPerDay())
                            + " "
                            + currency
                            + " a day for "
                            + foreign(one.offer()))
                .toList())
        + ".";
  }

  private static String foreign(String name) {
    return PageWords.foreign(name);
  }

  private void nodes() {
    List<String> sentences = new ArrayList<>();
    for (Place place : answer.places()) {
      long offered =
          answer.study().offers().stream()
              .filter(offer -> offer.name().equals(place.offer()))
              .mapToLong(Offer::nodes)
              .sum();
      String enough =
          place.nodesForDemand().low() == place.nodesForDemand().high()
              ? ""
              : String.format(
                  Locale.ROOT,
                  " (%s to %s as figures vary; enough in %s of the draws)",
                  StudyTables.nodes(place.nodesForDemand().low()),
                  StudyTables.nodes(place.nodesForDemand().high()),
                  StudyTables.percent(place.servesDemand().share()));
      sentences.add(
          String.format(
              Locale.ROOT,
              "%s needs %s of its %,d nodes%s.",
              name(place),
              StudyTables.nodes(place.values().nodesForDemand()),
              offered,
              enough));
    }
    ask("How many nodes does the demand need?", sentences, StudySection.RANKING);
  }

  private void worlds() {
    List<String> sentences = new ArrayList<>();
    for (WhatIfEffects world : WhatIfEffects.of(answer)) {
      sentences.add(
          "With \u201c"
              + foreign(world.name())
              + "\u201d, "
              + world
                  .first()
                  .map(
                      one ->
                          world.isFirstElsewhere()
                              ? foreign(one) + " would be first"
                              : first + " would still be first")
                  .orElse("no offer can run all programs")
              + ".");
      world.effects().forEach(effect -> sentences.add(effect(effect)));
    }
    if (sentences.isEmpty()) {
      sentences.add("The study asks for no other machines: its whatIfs are empty.");
    }
    ask(
        "What if the machines were different, such as a network twice as fast?",
        sentences,
        answer.otherWorlds().isEmpty() ? StudySection.TRY : StudySection.WHAT_IF);
  }

  private String effect(WhatIfEffects.Effect effect) {
    return foreign(effect.offer())
        + ": "
        + MetricText.number(effect.value())
        + " "
        + MetricText.title(by, currency)
        + " ("
        + StudyTables.change(effect.change())
        + "), run times "
        + StudyTables.times(effect)
        + ".";
  }

  private void ranks() {
    List<String> sentences = new ArrayList<>();
    List<Program> programs = answer.study().programs();
    boolean hasNext = false;
    for (int i = 0; i < programs.size(); i++) {
      if (programs.get(i).simulated().isPresent()) {
        sentences.add(
            foreign(programs.get(i).name()) + " states how its jobs or tasks fill nodes.");
        continue;
      }
      List<String> offers = new ArrayList<>();
      for (Place place : answer.places()) {
        RankChoices choices = RankChoices.of(answer, result.campaign(), place, i);
        hasNext |= choices.next().isPresent();
        offers.add(choices.taken() + " on " + name(place) + next(programs.get(i), choices));
      }
      sentences.add(PageWords.foreign(programs.get(i).name()) + ": " + and(offers) + ".");
    }
    if (hasNext) {
      sentences.add(
          "In brackets: the next best number, and how many more node hours a run takes with it.");
    }
    sentences.add(
        "Of the ways that were tried and finish in time, these take the fewest node hours.");
    ask("How many ranks per node?", sentences, StudySection.PROGRAMS);
  }

  private static String next(Program program, RankChoices choices) {
    return choices
        .next()
        .map(
            other ->
                " ("
                    + other.ranksPerNode()
                    + ": "
                    + StudyTables.change(other.moreNodeHours())
                    + (other.meetsTimeLimit() ? "" : ", but late")
                    + ")")
        .orElse(
            program.ranksPerNode().size() > 1 ? " (no other can run)" : " (no other was tried)");
  }

  private void certainty() {
    List<Place> places = answer.places();
    Place best = places.get(0);
    List<String> sentences = new ArrayList<>();
    if (places.stream().skip(1).allMatch(place -> place.dominatedBy().contains(best.offer()))) {
      sentences.add(
          name(best)
              + " is first wherever all figures are within their bounds, under every model.");
    } else {
      List<String> first = StudyTables.firsts(answer);
      sentences.add(
          "Chances of being first: "
              + and(
                  IntStream.range(0, places.size())
                      .mapToObj(i -> name(places.get(i)) + " " + first.get(i))
                      .toList())
              + ".");
      sentences.add(
          "They count how often each offer is first when all figures that are not known exactly"
              + " vary together within their bounds.");
    }
    boolean isDoubtful = !answer.doubts().isEmpty();
    if (isDoubtful) {
      sentences.add("The reasons for doubt below come on top of that.");
    }
    ask("How sure is that?", sentences, isDoubtful ? StudySection.DOUBTS : StudySection.TRADE_OFFS);
  }

  private String flip(FlipPoint flip) {
    return PageWords.foreign(flip.then())
        + " comes first if the "
        + words.of(flip.figure())
        + (flip.change() > 0 ? " rises to " : " falls to ")
        + words.value(flip.figure(), flip.at())
        + " ("
        + StudyTables.change(flip.change())
        + (flip.isWithinBounds() ? ", within its bounds" : "")
        + ").";
  }

  private List<String> flips(Predicate<FlipPoint> which) {
    return answer.flips().stream().filter(which).map(this::flip).toList();
  }

  private void prices() {
    List<String> machines =
        flips(
            flip ->
                answer.study().offers().stream()
                    .anyMatch(offer -> FigureNames.of(offer, "price").equals(flip.figure())));
    List<String> sentences = new ArrayList<>(machines);
    if (machines.isEmpty()) {
      sentences.add("No price of a machine alone changes the first place.");
    }
    List<String> electricity = flips(flip -> flip.figure().equals(FigureNames.ELECTRICITY));
    sentences.addAll(electricity);
    if (electricity.isEmpty()) {
      sentences.add("The price of electricity in all years alone does not change it.");
    }
    ask("At which price does another offer come first?", sentences, StudySection.FLIPS);
  }

  private void measurements() {
    List<Worth> worths = answer.worths().stream().filter(worth -> worth.money() > 0).toList();
    ask(
        "What should we find out before we choose?",
        worths.isEmpty()
            ? List.of("Nothing: no uncertain figure alone would change the choice.")
            : List.of(
                worths.stream()
                    .limit(MOST_NAMED)
                    .map(
                        worth ->
                            "the "
                                + words.of(worth.figure())
                                + " (worth up to "
                                + MetricText.number(worth.money())
                                + " "
                                + currency
                                + ")")
                    .collect(
                        Collectors.collectingAndThen(Collectors.toList(), StudyQuestions::list)),
                "Do not spend more than that on finding it out."),
        StudySection.WORTHS);
  }

  private static String list(List<String> parts) {
    String all = and(parts);
    return Character.toUpperCase(all.charAt(0)) + all.substring(1) + ".";
  }

  private void changes() {
    List<String> likely = flips(FlipPoint::isWithinBounds);
    List<String> sentences = new ArrayList<>();
    if (!likely.isEmpty()) {
      sentences.add("One of these changes, all of which the study takes as possible:");
      sentences.addAll(likely);
    } else if (answer.flips().isEmpty()) {
      sentences.add("No figure alone, as far as each was moved.");
    } else {
      sentences.add("No figure alone within its bounds. The nearest change beyond them:");
      sentences.add(flip(answer.flips().get(0)));
    }
    List<String> worlds =
        answer.otherWorlds().stream()
            .filter(OtherWorld::isFirstElsewhere)
            .map(world -> "\u201c" + PageWords.foreign(world.name()) + "\u201d")
            .toList();
    if (!worlds.isEmpty()) {
      sentences.add("What if " + and(worlds) + ": another offer comes first.");
    }
    ask("What would flip the decision?", sentences, StudySection.FLIPS);
  }
}
