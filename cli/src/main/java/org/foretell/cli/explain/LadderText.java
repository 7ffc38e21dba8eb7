package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import org.foretell.analysis.efficiency.ComputationScaling;
import org.foretell.analysis.efficiency.Efficiency;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.analysis.efficiency.PhaseEfficiency;
import org.foretell.analysis.efficiency.Rung;
import org.foretell.analysis.efficiency.RungTime;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceTables;

/** The efficiencies, and the steps to an ideal machine. */
final class LadderText {
  private static final int PHASES_SHOWN = 12;

  private final EfficiencyLadder ladder;
  private final TraceTables tables;
  private final PrintWriter out;
  private final Style style;

  LadderText(EfficiencyLadder ladder, TraceTables tables, PrintWriter out, Style style) {
    this.ladder = ladder;
    this.tables = tables;
    this.out = out;
    this.style = style;
  }

  void print() {
    out.println();
    ladder.whole().ifPresent(this::whole);
    ladder.scaling().ifPresent(this::scaling);
    rungs();
    if (!ladder.phases().isEmpty()) {
      phases();
    }
  }

  private void whole(Efficiency whole) {
    out.printf(
        "%s %s = load balance %s x serialisation %s x transfer %s%n",
        style.strong("Parallel efficiency"),
        percent(whole.parallel()),
        percent(whole.loadBalance()),
        percent(whole.serialisation()),
        percent(whole.transfer()));
  }

  private void scaling(ComputationScaling scaling) {
    out.printf(
        Locale.US,
        "Computation scaling %s and speed-up %.2f against %s of %s, of %s scaling%n",
        percent(scaling.computation()),
        scaling.speedUp(),
        Words.counted(scaling.referenceRanks(), "rank"),
        scaling.reference(),
        scaling.isWeak() ? "weak" : "strong");
    ladder
        .whole()
        .ifPresent(
            whole ->
                out.printf(
                    "Global efficiency %s = parallel efficiency x computation scaling%n",
                    percent(whole.parallel() * scaling.computation())));
  }

  private void rungs() {
    TextTable table =
        new TextTable(1, "step by step to an ideal machine", "time", "less by", "share");
    OptionalLong before = OptionalLong.empty();
    long wholePs = ladder.rungs().get(0).timePs().orElse(0);
    for (RungTime rung : ladder.rungs()) {
      boolean isKnown = rung.timePs().isPresent() && before.isPresent();
      long lessPs = isKnown ? before.getAsLong() - rung.timePs().getAsLong() : 0;
      table.row(
          word(rung.rung()),
          rung.timePs().isPresent() ? Quantity.formatTime(rung.timePs().getAsLong()) : "incomplete",
          isKnown ? (lessPs < 0 ? "-" : "") + Quantity.formatTime(Math.abs(lessPs)) : "",
          isKnown && wholePs > 0 ? percent((double) lessPs / wholePs) : "");
      before = rung.timePs();
    }
    out.println();
    table.print(out, style);
  }

  private void phases() {
    TextTable table =
        new TextTable(1, "phase", "time", "parallel", "balance", "serialisation", "transfer");
    ladder.phases().stream()
        .sorted(
            (one, other) -> Long.compare(other.efficiency().timePs(), one.efficiency().timePs()))
        .limit(PHASES_SHOWN)
        .forEach(phase -> row(table, phase));
    out.println();
    table.print(out, style);
  }

  private void row(TextTable table, PhaseEfficiency phase) {
    Efficiency efficiency = phase.efficiency();
    table.row(
        tables.phase(phase.marker()),
        Quantity.formatTime(efficiency.timePs()),
        percent(efficiency.parallel()),
        percent(efficiency.loadBalance()),
        percent(efficiency.serialisation()),
        percent(efficiency.transfer()));
  }

  private static String percent(double share) {
    return String.format(Locale.US, "%.1f%%", 100 * share);
  }

  private static String word(Rung rung) {
    return switch (rung) {
      case AS_PREDICTED -> "as predicted";
      case NO_CONTENTION -> "no contention";
      case INFINITE_BANDWIDTH -> "infinite bandwidth";
      case ZERO_LATENCY -> "zero latency and overhead";
      case IDEAL_NETWORK -> "ideal network";
      case EAGER -> "eager everywhere";
      case BALANCED -> "balanced computation";
    };
  }
}
