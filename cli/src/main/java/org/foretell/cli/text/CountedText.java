package org.foretell.cli.text;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.TraceSummary;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstKind;
import org.foretell.trace.CountedBursts;
import org.foretell.trace.OpView;

/** What limits the bursts of each call site, by what the processor counted. */
public final class CountedText {
  private static final int SITES_SHOWN = 20;

  private CountedText() {}

  /** Prints a table with a line before it; nothing of a trace without counts. */
  public static void print(TraceSummary trace, PrintWriter out, Style style) {
    if (trace.counted().isEmpty()) {
      return;
    }
    out.println();
    out.println("Bursts by what the processor counted (docs/counters.md):");
    TextTable table =
        new TextTable(
            2,
            "call site",
            "bound by",
            "time/rank",
            "instr/cycle",
            "misses/1000 instr",
            "flops/byte");
    List<Map.Entry<Integer, CountedBursts>> sites =
        trace.counted().entrySet().stream()
            .sorted(Comparator.comparing(entry -> -entry.getValue().timePs()))
            .toList();
    for (Map.Entry<Integer, CountedBursts> site : sites.stream().limit(SITES_SHOWN).toList()) {
      CountedBursts counted = site.getValue();
      table.row(
          site.getKey() == OpView.NONE ? "none" : trace.tables().callSites().get(site.getKey()),
          words(counted.kind()),
          Quantity.formatTime(Math.round(counted.timePs() / trace.info().ranks())),
          number(counted.instructionsPerCycle()),
          number(counted.missesPerThousandInstructions()),
          number(counted.flopsPerByte(trace.info().cacheLineBytes())));
    }
    table.print(out, style);
    if (sites.size() > SITES_SHOWN) {
      out.printf(Locale.US, "  and %,d call sites more%n", sites.size() - SITES_SHOWN);
    }
  }

  private static String words(BurstKind kind) {
    return switch (kind) {
      case COMPUTE -> "core";
      case MEMORY -> "memory";
      case MIXED -> "core or memory";
      case UNKNOWN -> "unknown";
    };
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.US, "%.2f", value) : "-";
  }
}
