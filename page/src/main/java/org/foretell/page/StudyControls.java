package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.study.campaign.CaseTimes;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.StudyFigure;
import org.foretell.study.report.MetricText;

/**
 * The sliders of the page. Figures of money, demand and the site move between a quarter of their
 * value and four times it, as the flip points are searched; figures of machines only within their
 * bounds, beyond which nothing was replayed.
 */
final class StudyControls {
  private static final double WIDEST = 4;
  private static final int LONGEST_LIFE = 15;

  private final StudyDescription study;
  private final StudyWords words;
  private final List<CaseTimes> cases;
  private final List<String> names;
  private final List<Group> groups = new ArrayList<>();
  private List<Control> controls = new ArrayList<>();

  /** How positions of a slider become values. */
  enum Scale {
    LOGARITHMIC,
    LINEAR,
    YEARS
  }

  private StudyControls(StudyDescription study, StudyWords words, List<CaseTimes> cases) {
    this.study = study;
    this.words = words;
    this.cases = cases;
    names = List.copyOf(words.figures().keySet());
  }

  /** Sliders that belong together. */
  record Group(String title, List<Control> controls) {
    Map<String, Object> shown() {
      return Map.of("title", title, "controls", controls.stream().map(Control::shown).toList());
    }
  }

  /** A slider; the figures that it moves, each to its ratio times the value of the slider. */
  record Control(
      String id,
      String label,
      Scale scale,
      double from,
      double value,
      double to,
      List<Integer> figures,
      List<Double> ratios,
      String hint) {
    private Map<String, Object> shown() {
      return Map.of("id", id, "label", label, "hint", hint, "stated", MetricText.number(value));
    }

    /** For the script. */
    Map<String, Object> charted() {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("id", id);
      data.put("label", label);
      data.put("scale", scale.name());
      data.put("from", from);
      data.put("value", value);
      data.put("to", to);
      data.put("figures", figures);
      data.put("ratios", ratios);
      return data;
    }
  }

  static List<Group> of(StudyDescription study, StudyWords words, List<CaseTimes> cases) {
    StudyControls all = new StudyControls(study, words, cases);
    all.site();
    all.demand();
    all.weights();
    all.prices();
    all.maintenance();
    all.power();
    all.machines();
    return all.groups;
  }

  private void site() {
    electricity();
    single(FigureNames.site("pue"), "PUE");
    single(FigureNames.site("utilisation"), "Utilisation");
    single(FigureNames.site("availability"), "Availability");
    single(FigureNames.site("discountRate"), "Discount rate a year");
    int years = study.site().lifeYears();
    add(
        "life",
        "Years of life",
        Scale.YEARS,
        1,
        years,
        Math.max(LONGEST_LIFE, years),
        Map.of(),
        "years after the last one with a price have that price");
    group("Site");
  }

  /** One slider for the prices of all years. */
  private void electricity() {
    double first = study.site().pricesPerKilowattHour().get(0).value();
    if (first > 0) {
      Map<String, Double> years = new LinkedHashMap<>();
      boolean isEqual = true;
      for (int year = 1; year <= study.site().lifeYears(); year++) {
        double price = study.site().pricesPerKilowattHour().get(year - 1).value();
        isEqual &= price == first;
        years.put(FigureNames.electricity(year), price / first);
      }
      add(
          "electricity",
          "Electricity, " + study.currency() + "/kWh" + (isEqual ? "" : " in the first year"),
          Scale.LOGARITHMIC,
          first / WIDEST,
          first,
          first * WIDEST,
          years,
          hint(FigureNames.electricity(1))
              + (isEqual ? "" : "; other years change in the same proportion"));
    }
  }

  private void demand() {
    for (Program program : study.programs()) {
      single(FigureNames.of(program, "runsPerDay"), program.name() + ", runs a day");
    }
    group("Demand");
  }

  /** Weights matter in means over programs only, which take a reference. */
  private void weights() {
    if (study.programs().size() > 1
        && study.programs().stream().allMatch(program -> program.reference().isPresent())) {
      for (Program program : study.programs()) {
        single(FigureNames.of(program, "weight"), program.name() + ", weight");
      }
      group("Weights of the programs in means");
    }
  }

  private void prices() {
    for (Offer offer : study.offers()) {
      single(FigureNames.of(offer, "price"), offer.name() + ", " + study.currency());
    }
    group("Purchase prices");
  }

  /** Labels name the figure, since the page lists what was moved without the group's title. */
  private void maintenance() {
    for (Offer offer : study.offers()) {
      single(
          FigureNames.of(offer, "maintenancePerYear"),
          offer.name() + ", maintenance, " + study.currency() + " a year");
    }
    group("Maintenance");
  }

  /** If the idle power exceeds the busy one, a busy node takes the idle power. */
  private void power() {
    for (Offer offer : study.offers()) {
      single(FigureNames.of(offer, "power.idle"), offer.name() + ", idle node, W");
      single(FigureNames.of(offer, "power.busy"), offer.name() + ", busy node, W");
    }
    group("Power of nodes");
  }

  private void machines() {
    for (Variable variable : study.variables()) {
      String unit =
          variable.unit().map(text -> text.isEmpty() ? "" : ", " + text).orElse(", factor");
      replayed(FigureNames.of(variable), variable.name() + unit);
    }
    for (Program program : study.programs()) {
      if (program.traces().timeFactor().isPresent()) {
        single(
            FigureNames.extrapolation(program), program.name() + ", real over extrapolated time");
      }
      for (Offer offer : study.offers()) {
        String name = FigureNames.coreRatio(program, offer);
        if (words.figures().containsKey(name)) {
          replayed(name, "Cores of " + offer.name() + " in " + program.name() + ", factor");
        }
      }
    }
    group("Machines");
  }

  private void single(String name, String label) {
    StudyFigure figure = Objects.requireNonNull(words.figures().get(name), name);
    double value = figure.estimate().value();
    Map<String, Double> itself = Map.of(name, 1.0);
    switch (figure.kind()) {
      case AMOUNT -> {
        if (value > 0) {
          add(
              name,
              label,
              Scale.LOGARITHMIC,
              value / WIDEST,
              value,
              value * WIDEST,
              itself,
              hint(name));
        }
      }
      case AT_LEAST_ONE ->
          add(name, label, Scale.LINEAR, 1, value, Math.max(2, value), itself, hint(name));
      case SHARE -> add(name, label, Scale.LINEAR, value / WIDEST, value, 1, itself, hint(name));
      case REPLAYED -> replayed(name, label);
      case MEASURED_ERROR -> {
        Estimate error = figure.estimate();
        if (error.isUncertain()) {
          add(name, label, Scale.LINEAR, error.from(), value, error.to(), itself, hint(name));
        }
      }
    }
  }

  private void replayed(String name, String label) {
    Estimate estimate = Objects.requireNonNull(words.figures().get(name), name).estimate();
    if (estimate.isUncertain()) {
      List<CaseTimes> moved =
          cases.stream()
              .filter(
                  one -> one.surface().axes().stream().anyMatch(axis -> axis.name().equals(name)))
              .toList();
      double error =
          moved.stream().mapToDouble(one -> one.surface().largestError()).max().orElse(0);
      String errors =
          moved.isEmpty()
              ? "; it changes no run time"
              : "; run times between replays are at most " + StudyTables.percent(error) + " off";
      add(
          name,
          label,
          Scale.LINEAR,
          estimate.from(),
          estimate.value(),
          estimate.to(),
          Map.of(name, 1.0),
          hint(name) + errors);
    }
  }

  private String hint(String name) {
    String bounds = words.bounds(name);
    String source = words.source(name);
    return (bounds.isEmpty() ? "taken as exact" : "varies from " + bounds)
        + (source.isEmpty()
            ? (words.lacksSource(name) ? "; no source" : "")
            : "; source: " + source);
  }

  private void add(
      String id,
      String label,
      Scale scale,
      double from,
      double value,
      double to,
      Map<String, Double> ratios,
      String hint) {
    controls.add(
        new Control(
            id,
            PageWords.foreign(label),
            scale,
            from,
            value,
            to,
            ratios.keySet().stream().map(names::indexOf).toList(),
            List.copyOf(ratios.values()),
            hint));
  }

  private void group(String title) {
    if (!controls.isEmpty()) {
      groups.add(new Group(title, List.copyOf(controls)));
      controls = new ArrayList<>();
    }
  }
}
