package org.foretell.cli.study;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.procurement.decision.Proportion;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.FlipPoint;
import org.foretell.study.decision.OtherWorld;
import org.foretell.study.decision.Place;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.decision.Weighing;
import org.foretell.study.decision.Worth;
import org.foretell.study.description.Offer;
import org.foretell.study.description.RankBy;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.report.ChargedNodes;
import org.foretell.study.report.Conclusion;
import org.foretell.study.report.MetricText;
import org.foretell.study.report.WhatIfEffects;
import org.foretell.study.report.WholeShares;

/** The answer of a study, in the order in which a decision is made. */
final class StudyText {
  private static final int MOST_FLIPS = 8;
  private static final int MOST_WORTHS = 8;
  private static final double PERCENT = 100;

  private final StudyResult result;
  private final StudyAnswer answer;
  private final PrintWriter out;
  private final Style style;
  private final String currency;
  private final RankBy by;

  StudyText(StudyResult result, PrintWriter out, Style style) {
    this.result = result;
    this.answer = result.answer();
    this.out = out;
    this.style = style;
    currency = answer.study().currency();
    by = answer.study().rankBy();
  }

  void print() {
    out.println(style.strong(answer.study().title()));
    Conclusion.of(answer).forEach(sentence -> out.println("  " + sentence));
    if (!answer.places().isEmpty()) {
      ranking();
      programs();
      worlds();
      flips();
      worths();
      weights();
    }
    doubts();
    out.printf(
        Locale.US,
        "%n%,d replays, %,d of them made now; interpolated times are within %.2g %%.%n",
        result.campaign().replays().size(),
        result.campaign().made(),
        PERCENT * result.campaign().largestError());
  }

  private void heading(String text) {
    out.println();
    out.println(style.strong(text));
  }

  private void ranking() {
    heading("Ranking by " + MetricText.title(by, currency));
    TextTable table =
        new TextTable(
            1,
            "offer",
            "mean",
            "low",
            "high",
            "as stated",
            "P(first)",
            "meets limits",
            "total cost",
            "nodes for demand",
            "kW",
            "Pareto");
    List<String> first =
        WholeShares.of(answer.places().stream().map(place -> place.first().share()).toList());
    int rank = 0;
    for (Place place : answer.places()) {
      OfferValues values = place.values();
      table.row(
          place.offer(),
          MetricText.number(place.metric().mean()),
          MetricText.number(place.metric().low()),
          MetricText.number(place.metric().high()),
          MetricText.number(place.metric().value()),
          first.get(rank++),
          percent(place.withinLimits()),
          MetricText.number(values.totalCost()),
          String.format(
              Locale.US, "%,.0f of %,d", Math.ceil(values.nodesForDemand()), nodes(place.offer())),
          MetricText.number(values.averageKilowatts()),
          place.isOnFront() ? "yes" : "no");
    }
    table.print(out, style);
    for (Place place : answer.places()) {
      if (!place.dominatedBy().isEmpty()) {
        out.println(
            "  "
                + place.offer()
                + " is worse at all bounds than "
                + String.join(", ", place.dominatedBy())
                + ".");
      }
    }
    answer
        .excluded()
        .forEach(one -> out.println("  " + one.offer() + " is not ranked: " + one.reason() + "."));
    rankingNotes();
  }

  private void rankingNotes() {
    out.println("  A day of demand: all runs that are wanted a day, see Programs.");
    if (by == RankBy.COST_PER_DEMAND) {
      Place first = answer.places().get(0);
      out.println("  " + ChargedNodes.of(answer.study(), first).sentence(currency));
    }
    out.printf(
        Locale.US,
        "  Mean, low, high: of the draws, %.0f %% of which are from low to high. The mean gives the"
            + " order.%n",
        PERCENT * answer.study().sample().confidence());
    out.println("  Meets limits: share of the draws within all time limits, budget and power cap.");
    out.printf(
        "  Total cost: %s in %d years. kW: average of the facility.%n",
        currency, answer.study().site().lifeYears());
    out.println("  Pareto: no other offer beats it in cost, capacity and energy at once.");
  }

  private long nodes(String offer) {
    return answer.study().offers().stream()
        .filter(one -> one.name().equals(offer))
        .mapToLong(Offer::nodes)
        .sum();
  }

  private void programs() {
    heading("Programs");
    new ProgramsText(result, out, style).print();
  }

  private void worlds() {
    if (answer.otherWorlds().isEmpty()) {
      return;
    }
    heading("What if: " + MetricText.title(by, currency));
    List<String> header = new ArrayList<>(List.of("world", "first"));
    answer.places().forEach(place -> header.add(place.offer()));
    TextTable table = new TextTable(2, header.toArray(String[]::new));
    OtherWorld base = answer.machinesAsStated();
    List<String> stated = new ArrayList<>(List.of(base.name(), base.offers().get(0).offer()));
    answer
        .places()
        .forEach(
            place -> stated.add(MetricText.number(base.metricMean(place.offer()).orElseThrow())));
    table.row(stated.toArray(String[]::new));
    for (WhatIfEffects world : WhatIfEffects.of(answer)) {
      List<String> row = new ArrayList<>();
      row.add(world.name());
      row.add(world.first().orElse("none") + (world.isFirstElsewhere() ? " (changed)" : ""));
      for (Place place : answer.places()) {
        row.add(
            world
                .on(place.offer())
                .map(
                    one ->
                        MetricText.number(one.value())
                            + " ("
                            + ProgramsText.change(one.change())
                            + ")")
                .orElse("-"));
      }
      table.row(row.toArray(String[]::new));
    }
    table.print(out, style);
    out.println(
        "  Machines as stated but for the changes, under "
            + answer.study().models().get(0)
            + "; mean over all other figures.");
  }

  private void flips() {
    heading("What would change the first place");
    if (answer.flips().isEmpty()) {
      out.println("  No single figure, within the range that was tried.");
      return;
    }
    TextTable table =
        new TextTable(
            1, "figure", "on average", "changes at", "by", "first then", "within its bounds");
    for (FlipPoint flip : answer.flips().subList(0, Math.min(MOST_FLIPS, answer.flips().size()))) {
      table.row(
          flip.figure(),
          MetricText.number(flip.mean()),
          MetricText.number(flip.at()),
          ProgramsText.change(flip.change()),
          flip.then(),
          flip.isWithinBounds() ? "yes" : "no");
    }
    table.print(out, style);
    more(answer.flips().size(), MOST_FLIPS, "flips.csv");
    out.println(
        "  One figure has that value, and all others vary in the draws: the mean gives the first"
            + " place. Money in "
            + currency
            + ", power in W.");
    confirmations();
  }

  private void confirmations() {
    List<FlipPoint> ofMachines =
        answer.flips().stream().filter(flip -> flip.isConfirmed().isPresent()).toList();
    if (ofMachines.isEmpty()) {
      return;
    }
    List<String> open =
        ofMachines.stream()
            .filter(flip -> !flip.isConfirmed().orElseThrow())
            .map(FlipPoint::figure)
            .toList();
    out.println(
        open.isEmpty()
            ? "  Changes by figures of machines are confirmed: replays were made within 0.1 % of"
                + " them."
            : "  Interpolated, without a replay within 0.1 %: " + String.join(", ", open) + ".");
  }

  private void worths() {
    List<Worth> worths = answer.worths().stream().filter(worth -> worth.money() > 0).toList();
    heading("What to measure next");
    if (worths.isEmpty()) {
      out.println("  Nothing: no single uncertain figure would change the choice.");
      return;
    }
    out.printf(
        "  Knowing all figures exactly before choosing is worth %s %s over the life of the machine;"
            + " one alone:%n",
        MetricText.number(answer.worthOfAll()), currency);
    TextTable table = new TextTable(1, "figure", "worth, " + currency);
    worths.stream()
        .limit(MOST_WORTHS)
        .forEach(worth -> table.row(worth.figure(), MetricText.number(worth.money())));
    table.print(out, style);
    more(worths.size(), MOST_WORTHS, "worths.csv");
  }

  private void more(int all, int shown, String file) {
    if (all > shown) {
      out.printf("  and %d more in %s%n", all - shown, file);
    }
  }

  private void weights() {
    if (answer.study().programs().size() < 2 || answer.places().size() < 2) {
      return;
    }
    heading("If nobody agrees on the weights of the programs, all figures as stated");
    for (Weighing one : answer.weighings()) {
      out.printf(
          "  %s costs least per run under %s of all weights%n", one.offer(), percent(one.first()));
    }
  }

  private void doubts() {
    if (!answer.doubts().isEmpty() || !result.campaign().failures().isEmpty()) {
      heading("Reasons for doubt");
      answer.doubts().forEach(doubt -> out.println("  " + doubt.text()));
      result.campaign().failures().forEach(line -> out.println("  not replayed: " + line));
    }
  }

  private static String percent(Proportion proportion) {
    return String.format(Locale.US, "%.0f %%", PERCENT * proportion.share());
  }
}
