package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.foretell.procurement.decision.Proportion;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.Doubt;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.Range;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.decision.Weighing;
import org.foretell.study.decision.Worth;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.WhatIfEffects;
import org.foretell.study.report.WholeShares;
import org.foretell.time.Quantity;

/** The tables of a study's page, as its answer has them. */
final class StudyTables {
  private static final double PERCENT = 100;
  private static final double LEAST_CHANGE = 5e-5;
  private static final double PS_PER_SECOND = 1e12;

  private final StudyResult result;
  private final StudyAnswer answer;
  private final StudyWords words;

  StudyTables(StudyResult result, StudyWords words) {
    this.result = result;
    this.words = words;
    answer = result.answer();
  }

  static String percent(double share) {
    double percent = PERCENT * share;
    boolean isWhole = percent == 0 || percent >= 9.95;
    return String.format(
        Locale.ROOT, isWhole ? "%.0f %%" : percent < 0.995 ? "%.2f %%" : "%.1f %%", percent);
  }

  static String time(double seconds) {
    return Quantity.formatTime(Math.round(seconds * PS_PER_SECOND));
  }

  /** A relative change, with its sign unless it would be shown as 0. */
  static String change(double share) {
    return Math.abs(share) < LEAST_CHANGE
        ? percent(0)
        : (share > 0 ? "+" : share < 0 ? "-" : "") + percent(Math.abs(share));
  }

  static String interval(Range range) {
    return MetricText.number(range.low()) + " to " + MetricText.number(range.high());
  }

  private static String limits(Proportion proportion) {
    return percent(proportion.low()) + " to " + percent(proportion.high());
  }

  List<Map<String, Object>> ranking() {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<String> first = firsts(answer);
    for (Place place : answer.places()) {
      OfferValues values = place.values();
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("offer", PageWords.foreign(place.offer()));
      row.put("metric", MetricText.number(place.metric().mean()));
      row.put("value", place.metric().mean());
      row.put("stated", "as stated " + MetricText.number(place.metric().value()));
      row.put("interval", interval(place.metric()));
      row.put("first", first.get(rows.size()));
      row.put("width", PERCENT * place.first().share());
      row.put("limits", limits(place.first()));
      row.put("within", percent(place.withinLimits().share()));
      row.put("cost", MetricText.number(values.totalCost()));
      row.put("costs", interval(place.totalCost()));
      row.put("nodes", nodes(values.nodesForDemand()));
      row.put("offered", String.format(Locale.ROOT, "%,d", offer(place.offer()).nodes()));
      row.put("enough", percent(place.servesDemand().share()));
      row.put("kilowatts", MetricText.number(values.averageKilowatts()));
      row.put("dominated", place.dominatedBy().stream().map(PageWords::foreign).toList());
      row.put("beats", place.beats().stream().map(one -> percent(one.share())).toList());
      rows.add(row);
    }
    return rows;
  }

  private Offer offer(String name) {
    return answer.study().offers().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static String nodes(double nodes) {
    return String.format(Locale.ROOT, "%,.0f", Math.ceil(nodes));
  }

  /** The chances of being first, in the order of the ranking. */
  static List<String> firsts(StudyAnswer answer) {
    return WholeShares.of(answer.places().stream().map(place -> place.first().share()).toList());
  }

  /** The offer that is first with machines as stated; empty if there is none. */
  String firstAsStated() {
    return answer.machinesAsStated().offers().stream()
        .findFirst()
        .map(one -> PageWords.foreign(one.offer()))
        .orElse("");
  }

  /** The metric of each offer with machines as stated, in the order of the ranking. */
  List<String> machinesAsStated() {
    return answer.places().stream()
        .map(
            place ->
                MetricText.number(
                    answer.machinesAsStated().metricMean(place.offer()).orElseThrow()))
        .toList();
  }

  List<String> excluded() {
    return answer.excluded().stream()
        .map(one -> PageWords.foreign(one.offer()) + " is not ranked: " + one.reason() + ".")
        .toList();
  }

  List<Map<String, Object>> flips() {
    List<Map<String, Object>> rows = new ArrayList<>();
    boolean isOnePrice =
        answer.flips().stream().anyMatch(flip -> flip.figure().equals(FigureNames.ELECTRICITY));
    for (FlipPoint flip : answer.flips()) {
      // A year alone says less than all years together.
      if (isOnePrice && flip.figure().startsWith(FigureNames.ELECTRICITY + ".")) {
        continue;
      }
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("figure", words.of(flip.figure()));
      row.put("mean", words.value(flip.figure(), flip.mean()));
      row.put("at", words.value(flip.figure(), flip.at()));
      row.put("change", change(flip.change()));
      row.put("source", words.source(flip.figure()));
      row.put("then", PageWords.foreign(flip.then()));
      row.put(
          "within",
          flip.isWithinBounds()
              ? "yes"
              : words.bounds(flip.figure()).isEmpty() ? "taken as exact" : "no");
      rows.add(row);
    }
    return rows;
  }

  List<Map<String, Object>> worths() {
    List<Worth> worths = answer.worths().stream().filter(worth -> worth.money() > 0).toList();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Worth worth : worths) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("figure", words.of(worth.figure()));
      row.put("money", MetricText.number(worth.money()));
      row.put("width", PERCENT * worth.money() / worths.get(0).money());
      String bounds = words.bounds(worth.figure());
      row.put("bounds", bounds.isEmpty() ? "" : bounds + words.unit(worth.figure()));
      row.put("source", words.source(worth.figure()));
      rows.add(row);
    }
    return rows;
  }

  List<Map<String, Object>> weighings() {
    if (answer.study().programs().size() < 2 || answer.places().size() < 2) {
      return List.of();
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Weighing one : answer.weighings()) {
      rows.add(
          Map.of(
              "offer",
              PageWords.foreign(one.offer()),
              "share",
              percent(one.first().share()),
              "width",
              PERCENT * one.first().share(),
              "weights",
              one.centralWeights().stream().map(StudyTables::percent).toList()));
    }
    return rows;
  }

  /**
   * What each named set of changes does, with a value for each offer in the order of the ranking
   * and how much that is other than stated.
   */
  List<Map<String, Object>> worlds() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (WhatIfEffects world : WhatIfEffects.of(answer)) {
      rows.add(
          Map.of(
              "name",
              PageWords.foreign(world.name()),
              "first",
              world.first().map(PageWords::foreign).orElse("none"),
              "changed",
              world.isFirstElsewhere(),
              "values",
              answer.places().stream().map(place -> cells(world.on(place.offer()))).toList()));
    }
    return rows;
  }

  private static List<String> cells(Optional<WhatIfEffects.Effect> effect) {
    return effect
        .map(
            one ->
                List.of(
                    MetricText.number(one.value()),
                    change(one.change()),
                    "run times " + times(one)))
        .orElse(List.of("-", "", ""));
  }

  /** From the program that becomes shorter by most to the other end. */
  static String times(WhatIfEffects.Effect effect) {
    String least = change(effect.leastTimeChange());
    String most = change(effect.mostTimeChange());
    return least.equals(most) ? least : least + " to " + most;
  }

  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    answer
        .doubts()
        .forEach(
            doubt ->
                doubts.add(doubt.kind() == Doubt.Kind.NO_SOURCE ? withoutSource() : doubt.text()));
    result.campaign().failures().forEach(line -> doubts.add("not replayed: " + line));
    return doubts.stream().map(StudyTables::sentence).toList();
  }

  /** In words, where the text has names of the study file. */
  private String withoutSource() {
    List<String> names = FigureNames.withoutSource(answer.study()).stream().map(words::of).toList();
    return names.size()
        + (names.size() == 1 ? " figure has" : " figures have")
        + " no source: "
        + String.join("; ", names);
  }

  private static String sentence(String text) {
    String shown = PageWords.visible(text);
    return shown.endsWith(".") ? shown : shown + ".";
  }

  /**
   * Where each figure comes from; figures that are nothing, and that nobody doubts, are left out.
   * One price of electricity for all years is one figure.
   */
  List<Map<String, Object>> sources() {
    List<String> missing = FigureNames.withoutSource(answer.study());
    Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
    words
        .figures()
        .forEach(
            (own, figure) -> {
              Estimate estimate = figure.estimate();
              double nothing = own.endsWith(".scale") || own.endsWith(".extrapolation") ? 1 : 0;
              boolean isNothing = estimate.value() == nothing;
              if (!isNothing || estimate.isUncertain() || estimate.source().isPresent()) {
                String name = FigureNames.stream(answer.study(), own);
                rows.put(name, source(name, estimate, missing.contains(name)));
              }
            });
    return List.copyOf(rows.values());
  }

  private Map<String, Object> source(String name, Estimate estimate, boolean isMissing) {
    return Map.of(
        "figure",
        words.of(name),
        "value",
        words.value(name, estimate.value()),
        "bounds",
        estimate.isUncertain()
            ? words.bounds(name) + ", " + estimate.distribution().name().toLowerCase(Locale.ROOT)
            : "",
        "source",
        words.source(name),
        "missing",
        isMissing);
  }

  /** How many figures have no source, in a sentence. */
  String countOfSources() {
    int missing = FigureNames.withoutSource(answer.study()).size();
    return String.format(
        Locale.ROOT,
        "%,d of these %,d figures %s no source.",
        missing,
        sources().size(),
        missing == 1 ? "has" : "have");
  }
}
