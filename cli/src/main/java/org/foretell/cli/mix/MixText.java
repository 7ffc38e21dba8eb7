package org.foretell.cli.mix;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.cli.report.EnergyLine;
import org.foretell.cli.report.SetValuesText;
import org.foretell.cli.report.WarningText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.time.Power;
import org.foretell.workload.report.LongTime;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.report.MixSummary;
import org.foretell.workload.report.QueueEnergy;

/** What {@code sim mix} prints for people. */
final class MixText {
  private final MixResult result;
  private final PrintWriter out;
  private final Style style;

  MixText(MixResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /** Prints all of it. */
  void print() {
    MixSummary summary = result.summary();
    out.println(
        style.strong(
            "%s in %s, %.1f%% of the nodes in use"
                .formatted(
                    Words.counted(summary.jobs(), "job"),
                    LongTime.text(summary.makespanSeconds()),
                    100 * summary.utilisation())));
    out.println();
    TextTable table = new TextTable(1, "", "mean", "median", "95% at most", "most");
    MixSummary.Spread waits = summary.waitSeconds();
    table.row(
        "wait",
        LongTime.text(waits.mean()),
        LongTime.text(waits.median()),
        LongTime.text(waits.p95()),
        LongTime.text(waits.most()));
    MixSummary.Spread slow = summary.boundedSlowDown();
    table.row(
        "bounded slow-down",
        factor(slow.mean()),
        factor(slow.median()),
        factor(slow.p95()),
        factor(slow.most()));
    table.print(out, style);
    out.println();
    out.println(
        "Throughput:  %s a day"
            .formatted(String.format(Locale.ROOT, "%,.1f jobs", summary.jobsPerDay())));
    out.println(
        "Run times:   %s times those alone, on average".formatted(factor(summary.runSlowDown())));
    result.energy().ifPresent(this::energy);
    if (summary.restarts() > 0) {
      out.println(
          "Failures:    %s, %s node hours lost"
              .formatted(
                  Words.counted(summary.restarts(), "restart"),
                  String.format(Locale.ROOT, "%,.1f", summary.lostNodeHours())));
    }
    if (summary.killed() > 0) {
      out.println(
          "Ended early: %s, whose estimates were over"
              .formatted(Words.counted(summary.killed(), "job")));
    }
    result
        .recordedWaitSeconds()
        .ifPresent(
            seconds ->
                out.println(
                    "Recorded:    a mean wait of " + LongTime.text(seconds) + " in the log"));
    result.nodesNeeded().ifPresent(this::needed);
    out.println();
    out.println(
        "Machine:     %s, %s"
            .formatted(result.machine().machine().name(), Words.counted(result.nodes(), "node")));
    out.println("Jobs:        %s (%s)".formatted(result.file(), result.format()));
    result
        .settings()
        .forEach(
            (name, value) ->
                out.println(
                    "%-12s %s"
                        .formatted(
                            name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + ":",
                            value)));
    SetValuesText.lines(result.machine().set()).forEach(line -> out.println("Set: " + line));
    result.notes().forEach(note -> WarningText.print(note, out, style));
  }

  private void energy(QueueEnergy energy) {
    out.println(
        "Energy:      %s, %s on average, %s at most, %s a job; all nodes idle would take %.1f%% of it"
            .formatted(
                EnergyLine.inWattHours(energy.total()),
                Power.format(energy.meanWatts()),
                Power.format(energy.peakWatts()),
                Power.formatWattHours(energy.joulesPerJob()),
                100 * energy.idleShare()));
  }

  private void needed(MixResult.NodesNeeded needed) {
    out.println(
        needed.nodes().isPresent()
            ? "Demand:      95%% of the jobs wait at most %s with %s"
                .formatted(
                    LongTime.text(needed.waitSeconds()),
                    Words.counted(needed.nodes().getAsInt(), "node"))
            : "Demand:      the machine has too few nodes for 95%% of the jobs to wait at most %s"
                .formatted(LongTime.text(needed.waitSeconds())));
  }

  private static String factor(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }
}
