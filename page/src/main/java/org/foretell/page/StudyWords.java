package org.foretell.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.StudyFigure;
import org.foretell.study.report.MetricText;

/** The figures of a study in words, for people who know the machines and not the study file. */
final class StudyWords {
  private final Map<String, StudyFigure> figures;
  private final Map<String, Wording> words = new LinkedHashMap<>();

  /** What a figure is, and its unit with a space before it, if it has one. */
  private record Wording(String what, String unit) {}

  StudyWords(StudyDescription study) {
    figures = FigureNames.all(study);
    String currency = PageWords.foreign(study.currency());
    String money = " " + currency;
    String moneyPerYear = money + " a year";
    site("pue", "power of the building over that of the machine (PUE)", "");
    for (int year = 1; year <= study.site().lifeYears(); year++) {
      words.put(
          FigureNames.electricity(year),
          new Wording("price of electricity in year " + year, money + "/kWh"));
    }
    words.put(
        FigureNames.ELECTRICITY, new Wording("price of electricity in all years", money + "/kWh"));
    words.put(FigureNames.LIFE, new Wording("life", " years"));
    site("discountRate", "discount rate a year", "");
    site("utilisation", "share of the nodes in use (utilisation)", "");
    site("availability", "share of the time in service (availability)", "");
    site("staffPerYear", "staff", moneyPerYear);
    for (Program program : study.programs()) {
      String name = PageWords.foreign(program.name());
      of(program, "weight", "weight of " + name, "");
      of(program, "runsPerDay", "runs of " + name + " a day", "");
      of(program, "scale", "real over predicted time of " + name, "");
      of(program, "extrapolation", "real over extrapolated time of " + name, "");
      of(program, "reference.seconds", "time of " + name + " on the reference machine", " s");
      of(
          program,
          "reference.merit",
          "figure of merit of " + name + " on the reference machine",
          "");
      for (Offer offer : study.offers()) {
        words.put(
            FigureNames.coreRatio(program, offer),
            new Wording(
                "speed of the cores of " + PageWords.foreign(offer.name()) + " in " + name,
                " times the traced core"));
      }
    }
    for (Offer offer : study.offers()) {
      String name = PageWords.foreign(offer.name());
      of(offer, "price", "price of " + name, money);
      of(offer, "maintenancePerYear", "maintenance of " + name, moneyPerYear);
      of(offer, "hostingPerYear", "hosting of " + name, moneyPerYear);
      of(offer, "residual", "value of " + name + " at the end of its life", money);
      of(offer, "power.idle", "power of an idle node of " + name, " W");
      of(offer, "power.busy", "power of a busy node of " + name, " W");
      of(offer, "power.network", "power of the network of " + name, " W");
    }
    study
        .variables()
        .forEach(
            variable ->
                words.put(
                    FigureNames.of(variable),
                    new Wording(
                        PageWords.foreign(variable.name()),
                        variable
                            .unit()
                            .map(unit -> unit.isEmpty() ? "" : " " + PageWords.foreign(unit))
                            .orElse(" times the machine's"))));
    for (Choice choice : study.choices()) {
      words.put(FigureNames.of(choice), new Wording(PageWords.foreign(choice.name()), ""));
    }
    words.put("model", new Wording("which model of communication is right", ""));
  }

  private void site(String figure, String what, String unit) {
    words.put(FigureNames.site(figure), new Wording(what, unit));
  }

  private void of(Program program, String figure, String what, String unit) {
    words.put(FigureNames.of(program, figure), new Wording(what, unit));
  }

  private void of(Offer offer, String figure, String what, String unit) {
    words.put(FigureNames.of(offer, figure), new Wording(what, unit));
  }

  /** All figures of the study by name. */
  Map<String, StudyFigure> figures() {
    return figures;
  }

  String of(String figure) {
    Wording known = words.get(figure);
    return known == null ? PageWords.foreign(figure) : known.what;
  }

  /** With four digits and its unit. */
  String value(String figure, double value) {
    return MetricText.number(value) + unit(figure);
  }

  String unit(String figure) {
    Wording known = words.get(figure);
    return known == null ? "" : known.unit;
  }

  /** Its bounds; empty if it has none. */
  String bounds(String figure) {
    return estimate(figure)
        .filter(Estimate::isUncertain)
        .map(one -> MetricText.number(one.from()) + " to " + MetricText.number(one.to()))
        .orElse("");
  }

  /** One price of electricity is that of every year. What is no figure has no estimate. */
  private Optional<Estimate> estimate(String figure) {
    String own = figure.equals(FigureNames.ELECTRICITY) ? FigureNames.electricity(1) : figure;
    return Optional.ofNullable(figures.get(own)).map(StudyFigure::estimate);
  }

  /** Whether it should have a source and has none. */
  boolean lacksSource(String figure) {
    return estimate(figure).filter(Estimate::lacksSource).isPresent();
  }

  /** Who says so; empty if nobody does. */
  String source(String figure) {
    return estimate(figure).flatMap(Estimate::source).map(PageWords::foreign).orElse("");
  }
}
