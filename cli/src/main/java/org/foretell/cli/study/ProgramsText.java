package org.foretell.cli.study;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.Range;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.Program;
import org.foretell.study.evaluation.ProgramValues;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.RankChoices;
import org.foretell.time.Quantity;

/** The programs of a study on each offer: how long they take, on how many nodes, for how much. */
final class ProgramsText {
  private static final double PERCENT = 100;
  private static final double PS_PER_SECOND = 1e12;

  private final StudyResult result;
  private final StudyAnswer answer;
  private final PrintWriter out;
  private final Style style;
  private final boolean hasTrace;
  private final boolean hasSimulated;

  ProgramsText(StudyResult result, PrintWriter out, Style style) {
    this.result = result;
    answer = result.answer();
    this.out = out;
    this.style = style;
    List<Program> programs = answer.study().programs();
    hasTrace = programs.stream().anyMatch(one -> one.simulated().isEmpty());
    hasSimulated = programs.stream().anyMatch(one -> one.simulated().isPresent());
  }

  void print() {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "program",
                "offer",
                "ranks/node",
                "next best",
                "nodes",
                "time",
                "low",
                "high",
                "kWh",
                answer.study().currency() + " a run",
                "wanted a day",
                "most a day"));
    if (hasSimulated) {
      columns.addAll(List.of("nodes needed", "slow-down", "worst"));
    }
    TextTable table = new TextTable(2, columns.toArray(String[]::new));
    for (int i = 0; i < answer.study().programs().size(); i++) {
      for (Place place : answer.places()) {
        table.row(row(place, i).toArray(String[]::new));
      }
    }
    table.print(out, style);
    notes();
  }

  private List<String> row(Place place, int number) {
    Program program = answer.study().programs().get(number);
    ProgramValues values = place.values().programs().get(number);
    Range seconds = place.programSeconds().get(number);
    List<String> row =
        new ArrayList<>(
            List.of(
                values.program(),
                place.offer(),
                values.ranksPerNode() == 0 ? "-" : String.valueOf(values.ranksPerNode()),
                next(RankChoices.of(answer, result.campaign(), place, number)),
                String.format(Locale.US, "%,d", values.nodes()),
                time(seconds.value()) + (values.meetsTimeLimit() ? "" : " (late)"),
                time(seconds.low()),
                time(seconds.high()),
                MetricText.number(values.kilowattHours()),
                MetricText.number(values.cost()),
                MetricText.number(program.runsPerDay().value()),
                MetricText.number(values.runsPerDay())));
    if (hasSimulated) {
      row.add(
          values.nodesNeeded().isPresent()
              ? String.format(Locale.US, "%,.0f", Math.ceil(values.nodesNeeded().getAsDouble()))
              : "-");
      row.add(factor(values.slowDownByNeighbours()));
      row.add(factor(values.slowDownByNeighboursWorst()));
    }
    return row;
  }

  private static String factor(OptionalDouble slowDown) {
    return slowDown.isPresent() ? String.format(Locale.US, "%.3f", slowDown.getAsDouble()) : "-";
  }

  private void notes() {
    out.println(
        "  Low and high: time in the draws, as above. All else is for the figures as stated.");
    if (hasTrace) {
      out.println(
          "  Of the ranks per node that the file allows, each offer takes those with the least node"
              + " hours within the time limit.");
      out.println(
          "  Next best: another number of ranks per node, and its node hours over those of the"
              + " number taken.");
    }
    out.println(
        "  Wanted a day: runs of the demand. Most a day: runs if the whole machine does nothing"
            + " else.");
    if (hasSimulated) {
      out.println(
          "  A mix has all nodes of an offer; its most a day are jobs. Of a workflow, ranks/node"
              + " are workers.");
      out.println(
          "  Nodes needed: the fewest with which a mix meets its demand, or a workflow its time"
              + " limit; of a trace those for its part of the demand.");
      out.println(
          "  Slow-down: time of jobs of a mix beside others over that alone, mean and worst. Late:"
              + " also if jobs of a mix wait longer than its demand.");
    }
  }

  private static String next(RankChoices choices) {
    return choices
        .next()
        .map(
            other ->
                other.ranksPerNode()
                    + ": "
                    + change(other.moreNodeHours())
                    + (other.meetsTimeLimit() ? "" : ", late"))
        .orElse("-");
  }

  /** A share in percent, with its sign. */
  static String change(double share) {
    return String.format(Locale.US, "%+.1f %%", PERCENT * share);
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Math.round(seconds * PS_PER_SECOND));
  }
}
