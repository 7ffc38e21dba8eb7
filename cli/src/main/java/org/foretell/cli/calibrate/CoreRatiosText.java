package org.foretell.cli.calibrate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.foretell.calibration.core.BurstRatio;
import org.foretell.calibration.core.CoreRatios;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstKind;
import org.jspecify.annotations.Nullable;

/** The ratios of the speeds of cores, by call site. */
final class CoreRatiosText {
  private static final double PS_PER_SECOND = 1e12;

  /** Call sites that are listed; the rest has hardly any time. */
  private static final int MOST_SITES = 20;

  private final PrintWriter out;
  private final Style style;

  CoreRatiosText(PrintWriter out, Style style) {
    this.out = out;
    this.style = style;
  }

  void print(CoreRatios ratios) {
    BurstRatio whole = ratios.whole();
    out.println(
        style.strong("CPU ratio")
            + String.format(
                Locale.US, " %.3f, from %.3f to %.3f", whole.value(), whole.from(), whole.to()));
    kind("bursts bound by the core", ratios.kinds().get(BurstKind.COMPUTE));
    kind("bursts bound by memory", ratios.kinds().get(BurstKind.MEMORY));
    out.println();
    TextTable table =
        new TextTable(
            1, "call site after the burst", "bursts", "here", "there", "ratio", "from", "to");
    List<BurstRatio> sites = ratios.callSites();
    sites.stream().limit(MOST_SITES).forEach(each -> row(table, each));
    table.print(out, style);
    if (sites.size() > MOST_SITES) {
      out.println("and " + (sites.size() - MOST_SITES) + " call sites with less time");
    }
    if (!ratios.leftOut().isEmpty()) {
      out.println(
          style.warning("warning: ")
              + "left out, because their numbers of bursts differ between the runs: "
              + String.join(
                  ", ",
                  ratios.leftOut().stream().limit(MOST_SITES).map(CoreRatiosText::named).toList())
              + (ratios.leftOut().size() > MOST_SITES
                  ? " and " + (ratios.leftOut().size() - MOST_SITES) + " more"
                  : ""));
    }
    out.println();
  }

  private void kind(String what, @Nullable BurstRatio ratio) {
    if (ratio != null) {
      out.printf(
          Locale.US,
          "  of %s %.3f, from %.3f to %.3f%n",
          what,
          ratio.value(),
          ratio.from(),
          ratio.to());
    }
  }

  private static void row(TextTable table, BurstRatio ratio) {
    table.row(
        named(ratio.callSite()),
        String.format(Locale.US, "%,d", ratio.pairs()),
        time(ratio.hereSeconds()),
        time(ratio.thereSeconds()),
        String.format(Locale.US, "%.3f", ratio.value()),
        String.format(Locale.US, "%.3f", ratio.from()),
        String.format(Locale.US, "%.3f", ratio.to()));
  }

  private static String named(String callSite) {
    return callSite.isEmpty() ? "no call site" : callSite;
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Math.round(seconds * PS_PER_SECOND));
  }
}
