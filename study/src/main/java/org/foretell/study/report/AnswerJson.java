package org.foretell.study.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.foretell.Version;
import org.foretell.machines.json.JsonWriter;
import org.foretell.procurement.decision.Proportion;
import org.foretell.scenario.Semantics;
import org.foretell.study.campaign.CampaignResult;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.Range;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.Program;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.trace.Extrapolated;

/** The answer of a study as JSON, as {@code docs/study-format.md} describes it. */
public final class AnswerJson {
  private AnswerJson() {}

  /**
   * {@return a JSON object}
   *
   * @param answer of a study
   * @param campaign the replays behind it
   */
  public static String text(StudyAnswer answer, CampaignResult campaign) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("format", "foretell-study-answer");
    file.put("version", 1);
    file.put("foretell", Version.text());
    file.put("semantics", Semantics.VERSION);
    file.put("study", answer.study().name());
    file.put("currency", answer.study().currency());
    file.put("rankBy", answer.study().rankBy().label());
    file.put("conclusion", Conclusion.of(answer));
    file.put(
        "ranking", answer.places().stream().map(place -> place(answer, campaign, place)).toList());
    answer
        .lead()
        .ifPresent(
            lead ->
                file.put(
                    "lead", members("mean", lead.mean(), "low", lead.low(), "high", lead.high())));
    file.put(
        "excluded",
        answer.excluded().stream()
            .map(one -> members("offer", one.offer(), "reason", one.reason()))
            .toList());
    file.put("flips", answer.flips().stream().map(AnswerJson::flip).toList());
    file.put("worthOfAll", answer.worthOfAll());
    file.put(
        "worths",
        answer.worths().stream()
            .map(worth -> members("figure", worth.figure(), "money", worth.money()))
            .toList());
    file.put(
        "weights",
        answer.weighings().stream()
            .map(
                one ->
                    members(
                        "offer", one.offer(),
                        "first", proportion(one.first()),
                        "centralWeights", one.centralWeights()))
            .toList());
    OtherWorld base = answer.machinesAsStated();
    file.put(
        "machinesAsStated",
        base.offers().stream()
            .map(
                one ->
                    members(
                        "offer", one.offer(),
                        "metricMean", base.metricMean(one.offer()).orElseThrow()))
            .toList());
    List<WhatIfEffects> effects = WhatIfEffects.of(answer);
    file.put(
        "whatIfs",
        IntStream.range(0, effects.size())
            .mapToObj(i -> world(answer.otherWorlds().get(i), effects.get(i)))
            .toList());
    file.put(
        "doubts",
        answer.doubts().stream()
            .map(
                doubt ->
                    members(
                        "kind", doubt.kind().name().toLowerCase(Locale.ROOT),
                        "subject", doubt.subject(),
                        "text", doubt.text()))
            .toList());
    List<Object> extrapolations =
        answer.study().programs().stream()
            .filter(program -> program.traces().extrapolated().isPresent())
            .map(AnswerJson::extrapolation)
            .toList();
    if (!extrapolations.isEmpty()) {
      file.put("extrapolations", extrapolations);
    }
    file.put(
        "replays",
        members(
            "used", (long) campaign.replays().size(),
            "largestError", campaign.largestError(),
            "failures", campaign.failures()));
    return JsonWriter.file(file);
  }

  private static Object extrapolation(Program program) {
    Extrapolated how = program.traces().extrapolated().orElseThrow();
    Map<String, Object> members =
        members(
            "program", program.name(),
            "trace", String.valueOf(program.trace().getFileName()),
            "from", how.from());
    program.traces().ranks().ifPresent(ranks -> members.put("ranks", ranks));
    members.put("heldOutRanks", how.heldOutRanks());
    put(members, "timeError", how.timeError());
    members.put("callsDiffer", how.callsDiffer());
    members.put("openLaws", how.openLaws());
    return members;
  }

  private static Map<String, Object> flip(FlipPoint flip) {
    Map<String, Object> members =
        members(
            "figure", flip.figure(),
            "stated", flip.stated(),
            "mean", flip.mean(),
            "at", flip.at(),
            "from", flip.from(),
            "to", flip.to(),
            "first", flip.first(),
            "then", flip.then(),
            "withinBounds", flip.isWithinBounds());
    flip.isConfirmed().ifPresent(confirmed -> members.put("confirmed", confirmed));
    return members;
  }

  /** Names and values by turns. */
  private static Map<String, Object> members(Object... all) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < all.length; i += 2) {
      members.put(String.valueOf(all[i]), all[i + 1]);
    }
    return members;
  }

  private static Map<String, Object> place(
      StudyAnswer answer, CampaignResult campaign, Place place) {
    Map<String, Object> beats = new LinkedHashMap<>();
    for (int i = 0; i < answer.places().size(); i++) {
      String other = answer.places().get(i).offer();
      if (!other.equals(place.offer())) {
        beats.put(other, proportion(place.beats().get(i)));
      }
    }
    Map<String, Object> members =
        members(
            "offer", place.offer(),
            "metric", range(place.metric()),
            "first", proportion(place.first()),
            "beats", beats,
            "dominatedBy", place.dominatedBy(),
            "withinLimits", proportion(place.withinLimits()),
            "servesDemand", proportion(place.servesDemand()),
            "onParetoFront", place.isOnFront(),
            "totalCostRange", range(place.totalCost()),
            "costPerDemandRange", range(place.costPerDemand()),
            "nodesForDemandRange", range(place.nodesForDemand()));
    place.points().ifPresent(points -> members.put("points", points));
    members.putAll(values(place.values()));
    List<Object> programs = new ArrayList<>();
    for (int i = 0; i < place.programSeconds().size(); i++) {
      Map<String, Object> program = program(place.values().programs().get(i));
      program.put("secondsRange", range(place.programSeconds().get(i)));
      program.put("commitmentSeconds", place.commitmentSeconds().get(i));
      program.put(
          "otherRanksPerNode",
          RankChoices.of(answer, campaign, place, i).others().stream()
              .map(AnswerJson::other)
              .toList());
      programs.add(program);
    }
    members.put("programs", programs);
    return members;
  }

  private static Map<String, Object> values(OfferValues values) {
    Map<String, Object> members =
        members(
            "totalCost", values.totalCost(),
            "electricityCost", values.electricityCost(),
            "averageKilowatts", values.averageKilowatts(),
            "demandsPerDay", values.demandsPerDay(),
            "nodesForDemand", values.nodesForDemand(),
            "costPerDemand", values.costPerDemand(),
            "kilowattHoursPerDemand", values.kilowattHoursPerDemand());
    put(members, "ssp", values.ssp());
    put(members, "ssi", values.ssi());
    put(members, "ssni", values.ssni());
    put(members, "geometricMean", values.geometricMean());
    members.put("runsPerDay", values.runsPerDay());
    put(members, "nodesNeeded", values.nodesNeeded());
    put(members, "slowDownByNeighbours", values.slowDownByNeighbours());
    members.put("withinBudget", values.isWithinBudget());
    members.put("withinPowerCap", values.isWithinPowerCap());
    return members;
  }

  private static void put(Map<String, Object> members, String name, OptionalDouble value) {
    value.ifPresent(number -> members.put(name, number));
  }

  private static Map<String, Object> program(ProgramValues program) {
    Map<String, Object> members = members("name", program.program());
    if (program.ranksPerNode() > 0) {
      members.put("ranksPerNode", program.ranksPerNode());
    }
    members.putAll(
        members(
            "nodes", program.nodes(),
            "seconds", program.seconds(),
            "nodeHours", program.nodeHours(),
            "kilowattHours", program.kilowattHours(),
            "edpJouleSeconds", program.energyDelayProduct(),
            "cost", program.cost(),
            "runsPerDay", program.runsPerDay(),
            "meetsTimeLimit", program.meetsTimeLimit()));
    put(members, "speedUp", program.speedUp());
    put(members, "nodesNeeded", program.nodesNeeded());
    put(members, "slowDownByNeighbours", program.slowDownByNeighbours());
    put(members, "slowDownByNeighboursWorst", program.slowDownByNeighboursWorst());
    return members;
  }

  private static Map<String, Object> other(RankChoices.Other other) {
    return members(
        "ranksPerNode", other.ranksPerNode(),
        "nodes", other.nodes(),
        "seconds", other.seconds(),
        "nodeHours", other.nodeHours(),
        "moreNodeHours", other.moreNodeHours(),
        "meetsTimeLimit", other.meetsTimeLimit());
  }

  private static Map<String, Object> world(OtherWorld world, WhatIfEffects effects) {
    List<Object> offers = new ArrayList<>();
    for (OfferValues values : world.offers()) {
      Map<String, Object> members =
          members(
              "offer", values.offer(),
              "metricMean", world.metricMean(values.offer()).orElseThrow());
      effects
          .on(values.offer())
          .ifPresent(
              effect -> {
                members.put("metricChange", effect.change());
                members.put("leastTimeChange", effect.leastTimeChange());
                members.put("mostTimeChange", effect.mostTimeChange());
              });
      members.putAll(values(values));
      members.put("programs", values.programs().stream().map(AnswerJson::program).toList());
      offers.add(members);
    }
    return members(
        "name", world.name(), "firstElsewhere", world.isFirstElsewhere(), "offers", offers);
  }

  private static Map<String, Object> proportion(Proportion proportion) {
    return members("share", proportion.share(), "low", proportion.low(), "high", proportion.high());
  }

  private static Map<String, Object> range(Range range) {
    return members(
        "value", range.value(), "mean", range.mean(), "low", range.low(), "high", range.high());
  }
}
