package org.foretell.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CaseTimes;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.Range;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.Simulated;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.RankChoices;

/** How long programs run: a table for each program as buyers publish theirs, and all replays. */
final class StudyRuns {
  static final int SHORT_KEY = 8;
  private static final double SECONDS_PER_HOUR = 3600;

  private final StudyResult result;
  private final StudyDescription study;
  private final Map<String, Double> stated = new HashMap<>();

  StudyRuns(StudyResult result, StudyWords words) {
    this.result = result;
    study = result.answer().study();
    words.figures().forEach((name, figure) -> stated.put(name, figure.estimate().value()));
  }

  /** Columns are counts of nodes; under each time is what it comes from. */
  List<Map<String, Object>> programs() {
    List<Map<String, Object>> programs = new ArrayList<>();
    for (Program program : study.programs()) {
      List<CaseTimes> own = casesOf(program);
      List<Long> nodes = own.stream().map(CaseTimes::nodes).distinct().sorted().toList();
      Map<String, Object> table = new LinkedHashMap<>();
      table.put("name", PageWords.foreign(program.name()));
      table.put("demand", MetricText.number(program.runsPerDay().value()));
      table.put(
          "limit",
          program.timeLimitSeconds().isPresent()
              ? StudyTables.time(program.timeLimitSeconds().getAsDouble())
              : "");
      table.put("kind", program.simulated().map(Simulated::kind).orElse(""));
      table.put("nodes", nodes.stream().map(StudyRuns::nodes).toList());
      table.put(
          "rows", study.offers().stream().map(offer -> row(program, offer, own, nodes)).toList());
      programs.add(table);
    }
    return programs;
  }

  static String nodes(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d node" : "%,d nodes", count);
  }

  /** All ways to run a program in the world that the study describes, under the first model. */
  List<CaseTimes> casesOf(Program program) {
    return result.campaign().cases().stream()
        .filter(one -> one.program().equals(program.name()))
        .filter(one -> one.whatIf().isEmpty())
        .filter(one -> one.model().equals(study.models().get(0)))
        .filter(one -> one.options().values().stream().allMatch(number -> number == 0))
        .toList();
  }

  /** An offer and the keys of the replays that its numbers follow from. */
  Map<String, Object> keys(Place place) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < study.programs().size(); i++) {
      int ranks = place.values().programs().get(i).ranksPerNode();
      casesOf(study.programs().get(i)).stream()
          .filter(one -> one.offer().equals(place.offer()) && one.ranksPerNode() == ranks)
          .forEach(one -> keys.add(one.key().substring(0, SHORT_KEY)));
    }
    return Map.of("offer", PageWords.foreign(place.offer()), "keys", keys);
  }

  private Map<String, Object> row(
      Program program, Offer offer, List<CaseTimes> all, List<Long> nodes) {
    List<CaseTimes> own = all.stream().filter(one -> one.offer().equals(offer.name())).toList();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("offer", PageWords.foreign(offer.name()));
    int ranks = -1;
    Range range = null;
    Map<Integer, String> more = new HashMap<>();
    for (Place place : result.answer().places()) {
      if (place.offer().equals(offer.name())) {
        int index = study.programs().indexOf(program);
        ProgramValues values = place.values().programs().get(index);
        ranks = values.ranksPerNode();
        range = place.programSeconds().get(index);
        row.put("energy", MetricText.number(values.kilowattHours()));
        row.put("cost", MetricText.number(values.cost()));
        row.put("runs", MetricText.number(values.runsPerDay()));
        row.put("needed", needed(values, offer));
        row.put("slowDown", slowDown(values));
        row.put("commitment", StudyTables.time(place.commitmentSeconds().get(index)));
        RankChoices.of(result.answer(), result.campaign(), place, index)
            .others()
            .forEach(
                other -> more.put(other.ranksPerNode(), StudyTables.change(other.moreNodeHours())));
      }
    }
    List<List<Map<String, Object>>> cells = new ArrayList<>();
    for (long count : nodes) {
      List<Map<String, Object>> cell = new ArrayList<>();
      for (CaseTimes one : own) {
        if (one.nodes() == count) {
          Range interval = one.ranksPerNode() == ranks ? range : null;
          Map<String, Object> run = run(program, one);
          run.put("chosen", interval != null);
          run.put("more", more.getOrDefault(one.ranksPerNode(), ""));
          run.put(
              "interval",
              interval == null || interval.low() == interval.high()
                  ? ""
                  : StudyTables.time(interval.low()) + " to " + StudyTables.time(interval.high()));
          cell.add(run);
        }
      }
      cells.add(cell);
    }
    row.put("cells", cells);
    return row;
  }

  /** The nodes that are enough for the demand or in time, of those offered. */
  private static String needed(ProgramValues values, Offer offer) {
    return values.nodesNeeded().isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%,.0f of %,d",
            Math.ceil(values.nodesNeeded().getAsDouble()),
            offer.nodes());
  }

  private static String slowDown(ProgramValues values) {
    return values.slowDownByNeighbours().isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.3f, at worst %.3f",
            values.slowDownByNeighbours().getAsDouble(),
            values.slowDownByNeighboursWorst().orElseThrow());
  }

  double seconds(CaseTimes one) {
    Program program =
        study.programs().stream()
            .filter(each -> each.name().equals(one.program()))
            .findFirst()
            .orElseThrow();
    double scale = stated.getOrDefault(FigureNames.of(program, "scale"), 1.0);
    return one.surface().seconds(stated) * one.meanNoise() * scale;
  }

  private Map<String, Object> run(Program program, CaseTimes one) {
    double seconds = seconds(one);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("time", StudyTables.time(seconds));
    run.put("seconds", seconds);
    run.put("way", way(program, one.ranksPerNode()));
    run.put("hours", MetricText.number(one.nodes() * seconds / SECONDS_PER_HOUR));
    run.put("key", one.key().substring(0, SHORT_KEY));
    run.put(
        "late",
        program.timeLimitSeconds().isPresent()
            && seconds > program.timeLimitSeconds().getAsDouble());
    return run;
  }

  /** How a run fills its nodes. */
  private static String way(Program program, int perNode) {
    if (program.simulated().isPresent() && perNode == 0) {
      return "all nodes of the offer";
    }
    String what = program.simulated().isPresent() ? "worker" : "rank";
    return perNode + " " + what + (perNode == 1 ? "" : "s") + " per node";
  }

  /** What is different from what the study states. */
  private String world(CaseTimes one) {
    List<String> parts = new ArrayList<>();
    for (Choice choice : study.choices()) {
      int number = one.options().getOrDefault(FigureNames.of(choice), 0);
      if (number > 0) {
        parts.add(choice.name() + " " + choice.options().get(number).value());
      }
    }
    one.whatIf().ifPresent(parts::add);
    return PageWords.foreign(String.join(", ", parts));
  }

  /** A row for each case, with the whole key of its first replay. */
  List<Map<String, Object>> replays() {
    List<Map<String, Object>> rows = new ArrayList<>();
    // Offers that are the same machine share their replays.
    Set<String> ids = new HashSet<>();
    for (CaseTimes one : result.campaign().cases()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("program", PageWords.foreign(one.program()));
      row.put("offer", PageWords.foreign(one.offer()));
      row.put("ranks", one.ranksPerNode() == 0 ? "-" : String.valueOf(one.ranksPerNode()));
      row.put("nodes", one.nodes());
      row.put("model", one.model());
      row.put("world", world(one));
      row.put("time", StudyTables.time(seconds(one)));
      row.put("replays", one.surface().replays());
      row.put(
          "error",
          one.surface().axes().isEmpty() ? "-" : StudyTables.percent(one.surface().largestError()));
      String id = one.key().substring(0, SHORT_KEY);
      row.put("id", id);
      row.put("first", ids.add(id));
      row.put("key", one.key());
      rows.add(row);
    }
    return rows;
  }
}
