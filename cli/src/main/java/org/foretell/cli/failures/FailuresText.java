package org.foretell.cli.failures;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.workload.failure.FailureResult;
import org.foretell.workload.failure.Failures;
import org.foretell.workload.report.LongTime;

/** What {@code sim failures} prints for people. */
final class FailuresText {
  private final FailureResult result;
  private final String name;
  private final Failures.Interval interval;
  private final PrintWriter out;
  private final Style style;

  FailuresText(
      FailureResult result, String name, Failures.Interval interval, PrintWriter out, Style style) {
    this.result = result;
    this.name = name;
    this.interval = interval;
    this.out = out;
    this.style = style;
  }

  /** Prints all of it. */
  void print() {
    double work = result.run().workSeconds();
    out.println(
        style.strong(
            "%s on average, %.1f%% of it lost to failures"
                .formatted(LongTime.text(result.seconds().value()), 100 * result.waste())));
    out.println(
        "Mean %s, 95%% of the runs take at most %s"
            .formatted(mean(result.seconds()), LongTime.text(result.p95Seconds())));
    out.println();
    out.println("Run:         %s, %s without failures".formatted(name, LongTime.text(work)));
    out.println(
        "Nodes:       %s; %s +- %s node hours"
            .formatted(
                Words.counted(result.rates().nodes(), "node"),
                String.format(Locale.ROOT, "%,.1f", result.nodeHours().value()),
                String.format(Locale.ROOT, "%,.1f", result.nodeHours().plusMinus())));
    out.println(
        "Failures:    one every %s; %.2f in a run"
            .formatted(LongTime.text(result.rates().mtbfSeconds()), result.failures().value()));
    out.println(
        "Checkpoints: every %s%s, %s each"
            .formatted(
                LongTime.text(result.run().intervalSeconds()),
                how(),
                LongTime.text(result.run().writeSeconds())));
    out.println(
        "Spent on:    lost work %s, checkpoints %s, restarts %s"
            .formatted(
                LongTime.text(result.lostSeconds().value()),
                LongTime.text(result.writtenSeconds().value()),
                LongTime.text(result.restartSeconds().value())));
    formula("Closed form: %s expected", result.expectedSeconds());
    formula("Young:       every %s", result.youngSeconds());
    formula("Daly:        every %s", result.dalySeconds());
    out.println("Simulated:   %s".formatted(Words.counted(result.replications(), "run")));
  }

  private String how() {
    return switch (interval) {
      case GIVEN -> "";
      case YOUNG -> " (Young)";
      case DALY -> " (Daly)";
      case BEST -> " (the least time)";
    };
  }

  private void formula(String text, OptionalDouble seconds) {
    if (seconds.isPresent()) {
      out.println(text.formatted(LongTime.text(seconds.getAsDouble())));
    }
  }

  private static String mean(FailureResult.Mean mean) {
    return LongTime.text(mean.value()) + " +- " + LongTime.text(mean.plusMinus());
  }
}
