package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.SensitivitiesEntry;
import org.foretell.report.SensitivitiesEntry.LimitEntry;
import org.foretell.report.SensitivitiesEntry.NeighbourEntry;
import org.foretell.report.SensitivitiesEntry.SensitivityEntry;
import org.foretell.report.SensitivitiesEntry.StepEntry;
import org.foretell.report.SensitivitiesEntry.ToleranceEntry;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/** What a page shows of sensitivities: rows of tables, and what the charts draw. */
final class SensitivityPart {
  private static final int MOST_ROWS = 15;
  private static final double PERCENT = 100;

  private SensitivityPart() {}

  /** Those that change the time, which are the first. */
  private static List<SensitivityEntry> weighty(SensitivitiesEntry found) {
    return found.parameters().stream()
        .filter(one -> one.gainOfOnePercent() != 0)
        .limit(MOST_ROWS)
        .toList();
  }

  /** For the template; empty if there is nothing to show. */
  static Map<String, Object> shown(SensitivitiesEntry found, @Nullable Long predictedPs) {
    Map<String, Object> shown = new LinkedHashMap<>();
    List<SensitivityEntry> weighty = weighty(found);
    if (weighty.isEmpty() && found.steps().isEmpty()) {
      return shown;
    }
    shown.put("parameters", weighty.stream().map(SensitivityPart::row).toList());
    List<String> without =
        found.parameters().stream()
            .filter(one -> one.gainOfOnePercent() == 0)
            .map(SensitivityEntry::parameter)
            .toList();
    shown.put("without", String.join(", ", without));
    shown.put("others", found.parameters().size() - weighty.size() - without.size());
    shown.put("leftOut", found.replaysLeftOut());
    List<Map<String, Object>> steps = new ArrayList<>();
    for (StepEntry step : found.steps()) {
      for (NeighbourEntry other : step.neighbours()) {
        steps.add(row(step, other, predictedPs == null ? 0 : predictedPs));
      }
    }
    shown.put("steps", steps);
    ToleranceEntry tolerance = found.tolerance();
    if (tolerance != null) {
      shown.put("tolerance", tolerance.parameter() + " = " + Quantity.shortened(tolerance.value()));
      shown.put("limits", tolerance.limits().stream().map(SensitivityPart::row).toList());
      shown.put("monotone", tolerance.monotone());
    }
    return shown;
  }

  private static Map<String, Object> row(SensitivityEntry one) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", one.parameter());
    row.put("meaning", ParameterWords.of(one.parameter()));
    row.put("value", Quantity.shortened(one.value()));
    row.put("gain", one.gainOfOnePercent());
    row.put("change", change(one.gainOfOnePercent()));
    row.put("worse", change(-one.lossOfOnePercent()));
    row.put("elasticity", String.format(Locale.ROOT, "%.4f", one.elasticity()));
    row.put("method", one.method());
    row.put("holds", one.method().equals("derivative") ? holds(one) : "");
    row.put("kink", one.sidesDisagree());
    return row;
  }

  private static String change(double gain) {
    return String.format(Locale.ROOT, "%.4f %%", Math.abs(PERCENT * gain))
        + (gain < 0 ? " longer" : " shorter");
  }

  private static String holds(SensitivityEntry one) {
    Double from = one.holdsFrom();
    Double to = one.holdsTo();
    return (from == null ? "0 %" : share(from / one.number()))
        + " to "
        + (to == null ? "any" : share(to / one.number()));
  }

  private static String share(double multiple) {
    double distance = Math.abs(multiple - 1);
    // Two digits of how far it is from the value, which may be close.
    int decimals =
        distance == 0 ? 2 : (int) Math.max(2, Math.min(10, Math.ceil(-Math.log10(distance)) - 1));
    return String.format(Locale.ROOT, "%." + decimals + "f %%", PERCENT * multiple);
  }

  private static Map<String, Object> row(StepEntry step, NeighbourEntry other, long predictedPs) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", step.parameter());
    row.put("value", Quantity.shortened(step.value()));
    row.put("other", other.neighbour());
    Long picoseconds = other.picoseconds();
    row.put("picoseconds", picoseconds == null ? "" : picoseconds.toString());
    row.put("time", picoseconds == null ? "no end" : Quantity.formatTime(picoseconds));
    row.put(
        "change",
        picoseconds == null || predictedPs == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%+.4f %%",
                PERCENT * (picoseconds - predictedPs) / (double) predictedPs));
    return row;
  }

  private static Map<String, Object> row(LimitEntry limit) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("longer", String.format(Locale.ROOT, "%.0f %%", PERCENT * limit.longer()));
    Double estimate = limit.estimate();
    Double to = limit.growthTo();
    row.put("estimate", estimate == null ? "" : estimate.toString());
    row.put(
        "growth",
        estimate == null
            ? "not known"
            : (limit.source().equals("estimate") ? "about " : "") + growth(estimate));
    row.put("from", limit.growthFrom());
    row.put("least", growth(limit.growthFrom()));
    row.put("most", to == null ? "not known" : growth(to));
    row.put("source", limit.source());
    return row;
  }

  private static String growth(double share) {
    if (share == 0) {
      return "0 %";
    }
    return String.format(Locale.ROOT, share < 1 ? "%.3g %%" : "%.0f %%", PERCENT * share);
  }

  /** For the charts. */
  static void addTo(Map<String, Object> data, SensitivitiesEntry found) {
    List<SensitivityEntry> weighty = weighty(found);
    if (!weighty.isEmpty()) {
      Map<String, Object> charted = new LinkedHashMap<>();
      charted.put("names", weighty.stream().map(SensitivityEntry::parameter).toList());
      charted.put(
          "values",
          weighty.stream().map(SensitivityEntry::value).map(Quantity::shortened).toList());
      charted.put(
          "better", weighty.stream().map(one -> -PERCENT * one.gainOfOnePercent()).toList());
      charted.put("worse", weighty.stream().map(one -> PERCENT * one.lossOfOnePercent()).toList());
      charted.put("methods", weighty.stream().map(SensitivityEntry::method).toList());
      data.put("sensitivities", charted);
    }
    ToleranceEntry tolerance = found.tolerance();
    if (tolerance != null) {
      Map<String, Object> charted = new LinkedHashMap<>();
      charted.put("name", tolerance.parameter());
      charted.put("longer", tolerance.limits().stream().map(LimitEntry::longer).toList());
      charted.put("from", tolerance.limits().stream().map(LimitEntry::growthFrom).toList());
      charted.put("estimates", tolerance.limits().stream().map(LimitEntry::estimate).toList());
      charted.put("to", tolerance.limits().stream().map(LimitEntry::growthTo).toList());
      data.put("tolerance", charted);
    }
  }
}
