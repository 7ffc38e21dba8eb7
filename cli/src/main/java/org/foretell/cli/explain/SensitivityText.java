package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Wrapped;
import org.foretell.report.FiniteStep;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.LatencyTolerance.Limit;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.ParameterSensitivity.Method;
import org.foretell.report.Sensitivities;
import org.foretell.time.Quantity;

/** What parameters do to the time. */
final class SensitivityText {
  private static final double PERCENT = 100;
  private static final double PS_PER_SECOND = 1e12;

  private static final List<String> TIMES = List.of("ps", "ns", "us", "ms", "s");
  private static final List<String> SPEEDS =
      List.of("flop/s", "kflop/s", "Mflop/s", "Gflop/s", "Tflop/s");
  private static final List<String> RATES = List.of("B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s");

  private final Sensitivities found;
  private final long makespanPs;
  private final PrintWriter out;
  private final Style style;

  SensitivityText(Sensitivities found, long makespanPs, PrintWriter out, Style style) {
    this.found = found;
    this.makespanPs = makespanPs;
    this.out = out;
    this.style = style;
  }

  void print() {
    parameters();
    steps();
    found.tolerance().ifPresent(this::tolerance);
    if (found.replaysLeftOut() > 0) {
      out.println();
      out.println(
          Wrapped.text(
              String.format(
                  Locale.US,
                  "%s up to %d replays; --sensitivities makes them",
                  found.parameters().isEmpty()
                      ? "The effect of parameters on the time needs"
                      : "More effects of parameters need",
                  found.replaysLeftOut()),
              0,
              2));
    }
    found.notes().forEach(note -> out.println(Wrapped.text("  left out: " + note, 0, 2)));
  }

  private void parameters() {
    List<ParameterSensitivity> weighty =
        found.parameters().stream().filter(ParameterSensitivity::matters).toList();
    if (found.parameters().isEmpty()) {
      return;
    }
    out.println();
    out.printf(
        "%s change of the time when a parameter is 1%% better (a lower cost, a higher speed) or"
            + " worse%n%n",
        style.strong("Sensitivities:"));
    TextTable table =
        new TextTable(
            2, "parameter", "", "value", "better", "worse", "elasticity", "holds from", "to");
    weighty.forEach(
        one ->
            table.row(
                one.parameter(),
                one.method() == Method.DIFFERENCE ? "by difference" : "",
                Quantity.shortened(one.value()),
                gain(one.gainOfOnePercent()),
                gain(-one.lossOfOnePercent()),
                String.format(Locale.US, "%.4f", one.elasticity()),
                bound(one, one.holdsFrom()),
                bound(one, one.holdsTo())));
    if (!weighty.isEmpty()) {
      table.print(out, style);
    }
    String idle =
        found.parameters().stream()
            .filter(one -> !one.matters())
            .map(ParameterSensitivity::parameter)
            .collect(Collectors.joining(", "));
    if (!idle.isEmpty()) {
      out.println(Wrapped.text("  no effect: " + idle, 0, 4));
    }
    weighty.stream()
        .filter(one -> one.method() == Method.DIFFERENCE && one.sidesDisagree())
        .forEach(this::kink);
    String anomalous =
        weighty.stream()
            .filter(ParameterSensitivity::isAnomalous)
            .map(ParameterSensitivity::parameter)
            .collect(Collectors.joining(", "));
    if (!anomalous.isEmpty()) {
      out.println(
          Wrapped.text(
              "  longer with a better value or shorter with a worse one, because messages are"
                  + " served in another order (Graham's anomaly): "
                  + anomalous,
              0,
              4));
    }
  }

  private void kink(ParameterSensitivity one) {
    out.println(
        Wrapped.text(
            String.format(
                Locale.US,
                "  %s: at a kink, elasticity %.4f for a decrease and %.4f for an increase",
                one.parameter(),
                one.whenLess().orElse(0),
                one.whenMore().orElse(0)),
            0,
            4));
  }

  /** "0.31% shorter". */
  private static String gain(double share) {
    String percent = String.format(Locale.US, "%.4f", Math.abs(PERCENT * share));
    return percent + (share < 0 ? "% longer" : "% shorter");
  }

  private static String bound(ParameterSensitivity one, OptionalDouble multiple) {
    if (multiple.isEmpty()) {
      return "";
    }
    double number = multiple.getAsDouble() * one.number();
    if (number == 0) {
      return "0";
    }
    if (Double.isInfinite(number) || (number >= Long.MAX_VALUE / PS_PER_SECOND && isTime(one))) {
      return Quantity.UNLIMITED;
    }
    int digits = digits(multiple.getAsDouble());
    return switch (one.unit()) {
      case "s" -> scaled(number * PS_PER_SECOND, digits, TIMES);
      case "B/s" -> scaled(number, digits, RATES);
      case "flop/s" -> scaled(number, digits, SPEEDS);
      case "s/B" -> rounded(number * 1e9, digits) + "ns/B";
      default -> rounded(number, digits);
    };
  }

  /** Two digits of how far a bound is from the value, and at least four in all. */
  private static int digits(double multiple) {
    double distance = Math.abs(multiple - 1);
    return distance == 0
        ? 4
        : (int) Math.max(4, Math.min(12, Math.ceil(-Math.log10(distance)) + 2));
  }

  private static String rounded(double number, int digits) {
    return new BigDecimal(number).round(new MathContext(digits)).toPlainString();
  }

  private static String scaled(double number, int digits, List<String> units) {
    double value = number;
    int unit = 0;
    while (value >= 1000 && unit < units.size() - 1) {
      value /= 1000;
      unit++;
    }
    return rounded(value, digits) + " " + units.get(unit);
  }

  private static boolean isTime(ParameterSensitivity one) {
    return one.unit().equals("s");
  }

  private void steps() {
    if (found.steps().isEmpty()) {
      return;
    }
    out.println();
    TextTable table = new TextTable(1, "in steps", "value", "instead", "time", "change");
    for (FiniteStep step : found.steps()) {
      for (FiniteStep.Neighbour other : step.neighbours()) {
        table.row(
            step.parameter(),
            Quantity.shortened(step.value()),
            Quantity.shortened(other.value()),
            other.predictedPs().isPresent()
                ? Quantity.formatTime(other.predictedPs().getAsLong())
                : "no end",
            other.predictedPs().isPresent()
                ? signed((double) (other.predictedPs().getAsLong() - makespanPs) / makespanPs)
                : "");
      }
    }
    table.print(out, style);
  }

  private static String signed(double share) {
    return String.format(Locale.US, "%+.4f%%", PERCENT * share);
  }

  private void tolerance(LatencyTolerance tolerance) {
    out.println();
    out.printf(
        "%s how much %s = %s can grow before the run gets longer%n",
        style.strong("Latency tolerance:"),
        tolerance.parameter(),
        Quantity.shortened(tolerance.value()));
    out.println();
    TextTable table =
        new TextTable(
            1, "run longer by", "latency may grow by", "to", "at least", "at most", "found");
    for (Limit limit : tolerance.limits()) {
      boolean isGuess = limit.source() == LatencyTolerance.Source.ESTIMATE;
      OptionalDouble likely = limit.estimate();
      table.row(
          String.format(Locale.US, "%.0f%%", PERCENT * limit.longer()),
          likely.isPresent() ? (isGuess ? "about " : "") + percent(likely.getAsDouble()) : "",
          likely.isPresent() ? (isGuess ? "about " : "") + to(tolerance, likely.getAsDouble()) : "",
          percent(limit.growthFrom()),
          limit.growthTo().isPresent() ? percent(limit.growthTo().getAsDouble()) : "not known",
          switch (limit.source()) {
            case SLOPE -> "by slope";
            case BOUNDS -> "by bounds";
            case REPLAYS -> "by replays";
            case ESTIMATE -> "by estimate";
          });
    }
    table.print(out, style);
    if (!tolerance.isMonotone()) {
      out.println(
          Wrapped.text(
              "  not monotone: a replay with more latency took less time than one with less; these"
                  + " are the first limits found",
              0,
              4));
    }
  }

  private static String percent(double share) {
    if (share == 0) {
      return "0%";
    }
    return String.format(Locale.US, share < 1 ? "%.3g%%" : "%.0f%%", PERCENT * share);
  }

  private static String to(LatencyTolerance tolerance, double growth) {
    return Quantity.formatTime(Math.round(tolerance.number() * (1 + growth) * PS_PER_SECOND));
  }
}
