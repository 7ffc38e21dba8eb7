package org.foretell.cli.extrapolate;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.cli.text.Style;
import org.foretell.extrapolation.AmountEntry;
import org.foretell.extrapolation.BurstEntry;
import org.foretell.extrapolation.ExtrapolationResult;
import org.foretell.extrapolation.HoldOut;
import org.foretell.extrapolation.LawGroup;

/** The text of an extrapolation. */
final class ExtrapolationText {
  private static final int SHOWN = 4;

  private final ExtrapolationResult result;
  private final PrintWriter out;
  private final Style style;

  ExtrapolationText(ExtrapolationResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  void print(boolean brief) {
    out.printf(
        Locale.US,
        "%s: %,d ops of %,d ranks, from traces of %s%n",
        result.program(),
        result.operations(),
        result.ranks(),
        result.inputs().stream()
            .map(input -> String.valueOf(input.ranks()))
            .collect(Collectors.joining(", ")));
    out.println();
    out.printf(
        "  %-9s %s, from %s (%s)%n",
        "grid", result.grid(), String.join(", ", result.inputGrids()), result.gridRule());
    out.printf("  %-9s by %s%n", "aligned", result.alignedBy());
    holdOut(result.holdOut());
    if (!brief) {
      laws();
    }
    if (!result.warnings().isEmpty()) {
      out.println();
      result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
    }
  }

  private void holdOut(HoldOut held) {
    if (!held.possible()) {
      out.printf("  %-9s none: %s%n", "hold-out", held.reason());
      return;
    }
    out.printf(
        Locale.US,
        "  %-9s %,d ranks from the others: %,d calls compared, %s%n",
        "hold-out",
        held.ranks(),
        held.comparedCalls(),
        held.ranksThatDiffer() == 0
            ? "all the same"
            : held.ranksThatDiffer() + " ranks have others");
    held.differences().forEach(text -> out.printf("  %-9s %s%n", "", text));
    Double error = held.timeError();
    if (error != null) {
      out.printf(
          Locale.US,
          "  %-9s predicted time on %s %+.1f %%: %.4g s instead of %.4g s%n",
          "",
          held.machine(),
          error * 100,
          held.predictedSeconds(),
          held.tracedSeconds());
    }
    if (held.openLaws() > 0) {
      out.printf(
          "  %-9s the others leave %s open; the simplest of each was taken%n",
          "", held.openLaws() == 1 ? "a law" : held.openLaws() + " laws");
    }
  }

  private void laws() {
    out.println();
    out.println(style.strong("laws"));
    for (LawGroup group : result.laws()) {
      out.println("  " + group.law());
      Map<String, Integer> counts = new LinkedHashMap<>();
      group.governs().forEach(text -> counts.merge(text, 1, Integer::sum));
      List<String> governs =
          counts.entrySet().stream()
              .map(
                  entry ->
                      entry.getKey()
                          + (entry.getValue() == 1 ? "" : " (" + entry.getValue() + " calls)"))
              .toList();
      governs.stream().limit(SHOWN).forEach(text -> out.println("      " + text));
      if (governs.size() > SHOWN) {
        out.println("      and " + (governs.size() - SHOWN) + " more");
      }
    }
    if (!result.bursts().isEmpty()) {
      out.println();
      out.println(style.strong("computation, mean at " + result.ranks() + " ranks"));
      for (BurstEntry burst : result.bursts()) {
        out.printf(
            Locale.US,
            "  %-24s %10.4g us (%.4g to %.4g)  %s%n",
            burst.law(),
            burst.meanSeconds() * 1e6,
            burst.leastSeconds() * 1e6,
            burst.mostSeconds() * 1e6,
            burst.place());
      }
    }
    if (!result.amounts().isEmpty()) {
      out.println();
      out.println(style.strong("work, mean at " + result.ranks() + " ranks"));
      for (AmountEntry amount : result.amounts()) {
        out.printf(
            Locale.US,
            "  %-32s %10.4g %s  %s%n",
            amount.law(),
            amount.mean(),
            amount.unit(),
            amount.place());
      }
    }
  }
}
