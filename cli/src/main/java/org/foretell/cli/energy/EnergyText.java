package org.foretell.cli.energy;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import org.foretell.cli.report.EnergyLine;
import org.foretell.cli.report.RunDoubts;
import org.foretell.cli.report.RunHeading;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.report.EnergyResult;
import org.foretell.report.EnergyResult.AtClock;
import org.foretell.report.EnergyResult.Slack;
import org.foretell.report.EnergyUse;
import org.foretell.report.Joules;
import org.foretell.report.PowerProfile;
import org.foretell.report.RunEnergy;
import org.foretell.report.RunResult;
import org.foretell.time.Power;
import org.foretell.time.Quantity;

/** What {@code sim energy} prints for people. */
final class EnergyText {
  /** From low to high. */
  private static final String BARS = " .:-=+*#%@";

  private static final int COLUMNS = 64;

  private final EnergyResult result;
  private final RunResult run;
  private final PrintWriter out;
  private final Style style;

  EnergyText(EnergyResult result, PrintWriter out, Style style) {
    this.result = result;
    run = result.run();
    this.out = out;
    this.style = style;
  }

  /** Prints all of it. */
  void print() {
    RunHeading heading = new RunHeading(run, out, style);
    heading.headline();
    run.energy().ifPresent(energy -> out.println(style.strong(EnergyLine.of(energy))));
    out.println();
    heading.setting();
    if (run.energy().isPresent()) {
      RunEnergy energy = run.energy().get();
      out.println();
      uses(energy);
      result.profile().ifPresent(this::profile);
      clocks();
      result.slack().ifPresent(slack -> slack(slack, energy));
      result.cap().ifPresent(this::cap);
    }
    new RunDoubts(run, out, style).print();
  }

  private void uses(RunEnergy energy) {
    TextTable table = new TextTable(1, "energy of", "joules", "share", "from", "to");
    double all = energy.total().value();
    for (Map.Entry<EnergyUse, Joules> entry : energy.uses().entrySet()) {
      row(table, entry.getKey().words(), entry.getValue(), all);
    }
    row(table, "all", energy.total(), all);
    table.print(out, style);
    out.println();
    out.println(
        "Energy-delay product %s s. Each rank keeps %s busy; the nodes belong to this run alone."
            .formatted(
                Power.formatEnergy(energy.edpJouleSeconds()),
                Words.counted(energy.coresPerRank(), "core")));
    out.println();
  }

  private static void row(TextTable table, String name, Joules energy, double all) {
    table.row(
        name,
        Power.formatEnergy(energy.value()),
        all == 0 ? "-" : String.format(Locale.US, "%.1f%%", 100 * energy.value() / all),
        Power.formatEnergy(energy.from()),
        Power.formatEnergy(energy.to()));
  }

  /** The power over time as a line of characters. */
  private void profile(PowerProfile profile) {
    int spans = profile.watts().size();
    if (spans < 2) {
      return;
    }
    double least = profile.watts().stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double most = profile.peakWatts();
    StringBuilder line = new StringBuilder();
    int columns = Math.min(COLUMNS, spans);
    for (int column = 0; column < columns; column++) {
      int from = column * spans / columns;
      int to = (column + 1) * spans / columns;
      double mean =
          profile.watts().subList(from, to).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(0);
      int level =
          most == least
              ? BARS.length() - 1
              : (int) Math.round((mean - least) / (most - least) * (BARS.length() - 1));
      line.append(BARS.charAt(level));
    }
    out.println(
        "Power over time, %s (blank) to %s (@), means of %s:"
            .formatted(
                Power.format(least), Power.format(most), Quantity.formatTime(profile.spanPs())));
    out.println("  |" + line + "|");
    out.println();
  }

  private void clocks() {
    if (result.clocks().isEmpty()) {
      out.println("The machine does not state what slower clocks do.");
      out.println();
      return;
    }
    TextTable table =
        new TextTable(0, "clock", "time", "energy", "EDP", "mean power", "peak power", "");
    for (AtClock each : result.clocks()) {
      RunEnergy energy = each.energy();
      table.row(
          percent(each.clock()),
          time(energy),
          Power.formatEnergy(energy.total().value()),
          Power.formatEnergy(energy.edpJouleSeconds()) + " s",
          Power.format(energy.meanWatts()),
          Power.format(each.peakWatts()),
          remark(each));
    }
    table.print(out, style);
    out.println();
    out.println(
        "At a slower clock, %s of each burst takes longer (--clock-bound). Peaks are means of spans."
            .formatted(percent(result.boundShare())));
    out.println();
  }

  private String remark(AtClock run) {
    boolean isFrugal = result.leastEnergy().filter(run::equals).isPresent();
    boolean isBalanced = result.leastEdp().filter(run::equals).isPresent();
    if (!run.isCompleted()) {
      return "does not end";
    }
    return isFrugal && isBalanced
        ? "least energy, least EDP"
        : isFrugal ? "least energy" : isBalanced ? "least EDP" : "";
  }

  private void slack(Slack slack, RunEnergy nominal) {
    if (slack.share() == 0) {
      out.println(
          "Slower clocks for ranks with slack: none that save energy, within a tolerance of "
              + percent(slack.tolerance())
              + ".");
      return;
    }
    double saved = 1 - slack.energy().total().value() / nominal.total().value();
    out.println(
        "Slower clocks for %s with slack (down to %s, %s on average): %s less energy, %s longer"
            .formatted(
                Words.counted(slack.slowedRanks(), "rank"),
                percent(slack.leastClock()),
                percent(slack.meanClock()),
                percent(saved),
                percent(slack.energy().seconds() / nominal.seconds() - 1)));
    out.println(
        "  %s in %s; tolerance %s, %s of the slack is used"
            .formatted(
                Power.formatEnergy(slack.energy().total().value()),
                time(slack.energy()),
                percent(slack.tolerance()),
                percent(slack.share())));
  }

  private void cap(EnergyResult.Cap cap) {
    String limit = Power.format(cap.limitWatts());
    if (cap.fastest().isEmpty()) {
      out.println(
          style.error("Limit of " + limit + " cannot be kept")
              + ": at the slowest clock the peak is "
              + Power.format(cap.leastWatts()));
      return;
    }
    AtClock fastest = cap.fastest().get();
    out.println(
        "Limit of %s: kept at %s of the nominal clock, in %s with %s; peak %s"
            .formatted(
                limit,
                percent(fastest.clock()),
                time(fastest.energy()),
                Power.formatEnergy(fastest.energy().total().value()),
                Power.format(fastest.peakWatts())));
  }

  private static String time(RunEnergy energy) {
    return Quantity.formatTime(energy.lastsPs());
  }

  private static String percent(double share) {
    return String.format(Locale.US, "%.1f%%", 100 * share);
  }
}
