package org.foretell.study.report;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.decision.Worth;
import org.foretell.study.evaluation.ProgramValues;

/** The answer of a study as tables, comma-separated, with names of columns in the first line. */
public final class AnswerTables {
  private AnswerTables() {}

  /**
   * {@return the tables by the names of their files: {@code offers.csv}, {@code programs.csv},
   * {@code flips.csv}, {@code worths.csv}}
   *
   * @param answer of a study
   */
  public static Map<String, String> of(StudyAnswer answer) {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put("offers.csv", offers(answer));
    tables.put("programs.csv", programs(answer));
    tables.put("flips.csv", flips(answer));
    tables.put("worths.csv", worths(answer));
    return tables;
  }

  private static String offers(StudyAnswer answer) {
    List<List<Object>> rows = new ArrayList<>();
    int rank = 0;
    for (Place place : answer.places()) {
      rank++;
      rows.add(
          List.of(
              rank,
              place.offer(),
              place.metric().value(),
              place.metric().mean(),
              place.metric().low(),
              place.metric().high(),
              place.first().share(),
              place.withinLimits().share(),
              place.servesDemand().share(),
              place.isOnFront(),
              place.values().totalCost(),
              place.values().costPerDemand(),
              place.values().nodesForDemand(),
              place.values().demandsPerDay(),
              place.values().averageKilowatts(),
              place.values().kilowattHoursPerDemand(),
              cell(place.values().ssp()),
              cell(place.values().ssi()),
              cell(place.values().ssni()),
              cell(place.values().geometricMean()),
              cell(place.points())));
    }
    return csv(
        List.of(
            "rank",
            "offer",
            "stated",
            "mean",
            "low",
            "high",
            "probabilityFirst",
            "probabilityWithinLimits",
            "probabilityServesDemand",
            "onParetoFront",
            "totalCost",
            "costPerDemand",
            "nodesForDemand",
            "demandsPerDay",
            "averageKilowatts",
            "kilowattHoursPerDemand",
            "ssp",
            "ssi",
            "ssni",
            "geometricMean",
            "points"),
        rows);
  }

  private static String programs(StudyAnswer answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (Place place : answer.places()) {
      for (int i = 0; i < place.programSeconds().size(); i++) {
        ProgramValues program = place.values().programs().get(i);
        rows.add(
            List.of(
                place.offer(),
                program.program(),
                ranksPerNode(program),
                program.nodes(),
                program.seconds(),
                place.programSeconds().get(i).low(),
                place.programSeconds().get(i).high(),
                place.commitmentSeconds().get(i),
                program.nodeHours(),
                program.kilowattHours(),
                program.energyDelayProduct(),
                program.cost(),
                program.runsPerDay(),
                cell(program.speedUp()),
                program.meetsTimeLimit(),
                cell(program.nodesNeeded()),
                cell(program.slowDownByNeighbours()),
                cell(program.slowDownByNeighboursWorst())));
      }
    }
    return csv(
        List.of(
            "offer",
            "program",
            "ranksPerNode",
            "nodes",
            "seconds",
            "secondsLow",
            "secondsHigh",
            "commitmentSeconds",
            "nodeHours",
            "kilowattHours",
            "edpJouleSeconds",
            "cost",
            "runsPerDay",
            "speedUp",
            "meetsTimeLimit",
            "nodesNeeded",
            "slowDownByNeighbours",
            "slowDownByNeighboursWorst"),
        rows);
  }

  /** Empty of a mix, whose jobs have their own. */
  private static Object ranksPerNode(ProgramValues program) {
    return program.ranksPerNode() == 0 ? "" : (Object) program.ranksPerNode();
  }

  private static String flips(StudyAnswer answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (FlipPoint flip : answer.flips()) {
      rows.add(
          List.of(
              flip.figure(),
              flip.stated(),
              flip.mean(),
              flip.at(),
              flip.first(),
              flip.then(),
              flip.isWithinBounds()));
    }
    return csv(List.of("figure", "stated", "mean", "at", "first", "then", "withinBounds"), rows);
  }

  private static String worths(StudyAnswer answer) {
    List<List<Object>> rows = new ArrayList<>();
    for (Worth worth : answer.worths()) {
      rows.add(List.of(worth.figure(), worth.money()));
    }
    return csv(List.of("figure", "worth" + answer.study().currency()), rows);
  }

  /** Empty if there is no such metric. */
  private static Object cell(OptionalDouble metric) {
    return metric.isPresent() ? (Object) metric.getAsDouble() : "";
  }

  private static String csv(List<String> columns, List<List<Object>> rows) {
    StringWriter text = new StringWriter();
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader(columns.toArray(String[]::new))
            .setRecordSeparator('\n')
            .get();
    try (CSVPrinter printer = new CSVPrinter(text, format)) {
      for (List<Object> row : rows) {
        printer.printRecord(row);
      }
    } catch (IOException never) {
      throw new UncheckedIOException("a text was not written", never);
    }
    return text.toString();
  }
}
