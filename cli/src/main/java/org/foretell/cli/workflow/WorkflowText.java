package org.foretell.cli.workflow;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.foretell.cli.report.EnergyLine;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.report.Joules;
import org.foretell.time.Power;
import org.foretell.workflow.report.PathReport;
import org.foretell.workflow.report.StageReport;
import org.foretell.workflow.report.WorkflowEnergy;
import org.foretell.workflow.report.WorkflowFailures;
import org.foretell.workflow.report.WorkflowResult;

/** The report of a workflow. */
final class WorkflowText {
  private static final double PERCENT = 100;
  private static final int MOST_WIDTHS = 8;
  private static final double SMALL = 1e-3;

  private final WorkflowResult result;
  private final PrintWriter out;
  private final Style style;

  WorkflowText(WorkflowResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  void print() {
    line(
        "%s: %s of %s on %s",
        result.workflow(),
        counted(result.tasks(), "task"),
        counted(result.instances(), "instance"),
        result.machine());
    out.println();
    line(
        "  workers      %,d, %,d on each of %s, and a master",
        result.workers(),
        Math.min(result.workers(), result.workersPerNode()),
        counted(result.nodes(), "node"));
    line("  model        %s, policy %s, seed %d", result.model(), result.policy(), result.seed());
    line(
        "  durations    %s",
        result.scaled() ? "scaled to the speed of the cores" : "as stated, the same on any core");
    line("  makespan     %s", style.strong(seconds(result.makespanSeconds())));
    WorkflowResult.Replicated runs = result.replications();
    if (runs != null) {
      line(
          "               mean of %,d runs %s, 95 %% interval %s to %s; all from %s to %s",
          runs.count(),
          seconds(runs.meanSeconds()),
          seconds(runs.lowSeconds()),
          seconds(runs.highSeconds()),
          seconds(runs.leastSeconds()),
          seconds(runs.mostSeconds()));
      line(
          "               %.4g +- %.2g node hours each",
          runs.meanNodeHours(), runs.nodeHoursPlusMinus());
    }
    Double recorded = result.recordedSeconds();
    if (recorded != null) {
      line(
          "  recorded     %s; simulated %+.1f %%",
          seconds(recorded), PERCENT * (result.makespanSeconds() / recorded - 1));
    }
    line(
        "  mean times   longest chain of tasks %s; all tasks, one after the other %s%s",
        seconds(result.longestChainSeconds()),
        seconds(result.sequentialSeconds()),
        result.scaled() ? "; both at the core speed of the pipeline" : "");
    line(
        "  cost         %.4g node hours, workers busy %.1f %%",
        result.nodeHours(), PERCENT * result.busyShare());
    WorkflowEnergy energy = result.energy();
    if (energy != null) {
      line(
          "  energy       %s, %s on average, %s for each instance",
          EnergyLine.inWattHours(
              new Joules(energy.joules(), energy.joulesLow(), energy.joulesHigh())),
          Power.format(energy.meanWatts()),
          Power.formatWattHours(energy.joulesPerInstance()));
    }
    WorkflowFailures failures = result.failures();
    if (failures != null) {
      line(
          "  failures     %s ended %s; %s of work lost, %s of restarts, summed over workers",
          counted(failures.failures(), "failure"),
          counted(failures.lostAttempts(), "attempt"),
          seconds(failures.lostSeconds()),
          seconds(failures.restartSeconds()));
      if (runs != null) {
        line(
            "               in the run of median makespan; mean of all %.3g failures, %s lost",
            Objects.requireNonNull(runs.meanFailures()),
            seconds(Objects.requireNonNull(runs.meanLostSeconds())));
      }
    }
    stages();
    path();
    widths();
    for (String warning : result.warnings()) {
      out.println();
      out.println(style.warning("warning: ") + warning);
    }
  }

  private void stages() {
    out.println();
    TextTable table =
        new TextTable(
            1,
            "stage",
            "tasks",
            "retries",
            "mean s",
            "longest s",
            "queue s",
            "busy %",
            "from s",
            "to s");
    for (StageReport stage : result.stages()) {
      table.row(
          stage.stage(),
          String.format(Locale.US, "%,d", stage.tasks()),
          String.format(Locale.US, "%,d", stage.retried()),
          number(stage.meanSeconds()),
          number(stage.mostSeconds()),
          number(stage.meanQueueSeconds()),
          String.format(Locale.US, "%.1f", PERCENT * stage.busyShare()),
          number(stage.firstStartSeconds()),
          number(stage.lastEndSeconds()));
    }
    table.print(out, style);
  }

  private void path() {
    PathReport path = result.path();
    out.println();
    out.println(style.strong("critical path"));
    TextTable table = new TextTable(1, "stage", "attempts", "s", "%");
    for (PathReport.Part part : path.stages()) {
      row(table, part.stage(), String.format(Locale.US, "%,d", part.tasks()), part.seconds());
    }
    row(table, "messages, master", "", path.messageSeconds());
    if (result.failures() != null) {
      row(table, "restarts", "", path.restartSeconds());
    }
    row(table, "end", "", path.endSeconds());
    table.print(out, style);
    line(
        "  %,d of them began when their last input arrived; %,d waited for a worker",
        path.waitsForTasks(), path.waitsForWorkers());
  }

  private void row(TextTable table, String name, String tasks, double value) {
    table.row(name, tasks, number(value), String.format(Locale.US, "%.1f", share(value)));
  }

  private double share(double seconds) {
    return result.makespanSeconds() > 0 ? PERCENT * seconds / result.makespanSeconds() : 0;
  }

  private void widths() {
    out.println();
    out.println(style.strong("busy workers"));
    TextTable table = new TextTable(0, "workers", "s", "%");
    List<WorkflowResult.Width> longest =
        result.widths().stream()
            .sorted(Comparator.comparingDouble(WorkflowResult.Width::seconds).reversed())
            .limit(MOST_WIDTHS)
            .filter(width -> share(width.seconds()) >= 0.05)
            .sorted(Comparator.comparingInt(WorkflowResult.Width::workers))
            .toList();
    for (WorkflowResult.Width width : longest) {
      table.row(
          String.valueOf(width.workers()),
          number(width.seconds()),
          String.format(Locale.US, "%.1f", share(width.seconds())));
    }
    table.print(out, style);
  }

  private void line(String format, Object... values) {
    out.printf(Locale.US, format + "%n", values);
  }

  private static String counted(int count, String thing) {
    return String.format(Locale.US, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }

  private static String seconds(double value) {
    return number(value) + " s";
  }

  private static String number(double value) {
    if (value == 0) {
      return "0";
    }
    return String.format(Locale.US, value < SMALL ? "%.3g" : value < 1 ? "%.4g" : "%.3f", value);
  }
}
