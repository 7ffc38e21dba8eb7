package org.foretell.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.models.compute.HistogramChoice;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** The options that say how long bursts take. */
public final class ComputeChoice {
  private String histograms = "mean";
  private @Nullable String tracedCoreSpeed;

  public void histograms(String value) {
    histograms = value;
  }

  public void tracedCoreSpeed(@Nullable String value) {
    tracedCoreSpeed = value;
  }

  public void callSiteFactors(Map<String, Double> values) {
    callSiteFactors.putAll(values);
  }

  public void phaseFactors(Map<String, Double> values) {
    phaseFactors.putAll(values);
  }

  private final Map<String, Double> callSiteFactors = new LinkedHashMap<>();
  private final Map<String, Double> phaseFactors = new LinkedHashMap<>();

  public ScaledCompute scale(
      TraceSource trace, @Nullable Machine machine, Placement placement, long seed) {
    ScaledCompute.Builder builder =
        ScaledCompute.builder(placement)
            .machine(machine)
            .tracedFlopsPerSecond(tracedFlopsPerSecond(trace))
            .histograms(trace.tables().histograms(), choice(), seed);
    callSiteFactors.forEach(
        (site, factor) ->
            builder.factorOfCallSite(
                index("call site", site, trace.tables().callSites()), checked(site, factor)));
    phaseFactors.forEach(
        (phase, factor) ->
            builder.factorOfMarker(
                index("phase", phase, trace.tables().markers()), checked(phase, factor)));
    return builder.build();
  }

  /** How bursts are scaled, for the report. */
  public Map<String, String> describe(
      ScaledCompute compute, TraceSource trace, Placement placement) {
    Map<String, String> described = new LinkedHashMap<>();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (int rank = 0; rank < placement.ranks(); rank++) {
      lowest = Math.min(lowest, compute.cpuRatio(rank));
      highest = Math.max(highest, compute.cpuRatio(rank));
    }
    String ratio = number(lowest) + (highest > lowest ? " to " + number(highest) : "");
    described.put("cpuRatio", ratio + (compute.warnings().isEmpty() ? "" : " (assumed)"));
    if (!trace.tables().histograms().isEmpty()) {
      described.put("histograms", histograms);
    }
    callSiteFactors.forEach((site, factor) -> described.put("callSite " + site, "x " + factor));
    phaseFactors.forEach((phase, factor) -> described.put("phase " + phase, "x " + factor));
    return described;
  }

  private double tracedFlopsPerSecond(TraceSource trace) {
    return tracedCoreSpeed == null
        ? trace.info().baseFlopsPerSecond()
        : SettingValue.parse("traced core speed", tracedCoreSpeed, Quantity::parseFlopPerSecond);
  }

  /** Whether durations that were recorded as histograms are drawn. */
  public boolean samples() {
    return choice() == HistogramChoice.SAMPLED;
  }

  private HistogramChoice choice() {
    return switch (histograms) {
      case "mean" -> HistogramChoice.MEAN;
      case "max" -> HistogramChoice.MAX;
      case "sampled" -> HistogramChoice.SAMPLED;
      default ->
          throw ForetellException.usage(
              "compute " + histograms + " is unknown; write mean, max or sampled");
    };
  }

  private static double checked(String what, double factor) {
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw ForetellException.usage(
          "the factor of " + what + " must be finite and not negative, but is " + factor);
    }
    return factor;
  }

  private static int index(String kind, String text, List<String> names) {
    int byName = names.indexOf(text);
    if (byName >= 0) {
      return byName;
    }
    if (text.matches("\\d{1,9}") && Integer.parseInt(text) < names.size()) {
      return Integer.parseInt(text);
    }
    String known =
        names.isEmpty()
            ? "it has none"
            : "it has " + String.join(", ", names.subList(0, Math.min(20, names.size())));
    throw ForetellException.usage("the trace has no " + kind + " \"" + text + "\"; " + known);
  }

  private static String number(double value) {
    return String.format(Locale.US, "%.4g", value).replaceAll("\\.?0+$", "");
  }
}
