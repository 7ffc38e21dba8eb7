package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import org.foretell.analysis.waits.DelaySummary;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.analysis.waits.WaitSummary.OfRank;
import org.foretell.analysis.waits.WaitSummary.OfSite;
import org.foretell.analysis.waits.WaitSummary.OfState;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.observe.Total;
import org.foretell.time.Quantity;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;

/** Where ranks wait for each other, by pattern and call site. */
final class WaitText {
  private static final int SITES_SHOWN = 12;

  private final String title;
  private final WaitSummary waits;
  private final TraceTables tables;
  private final PrintWriter out;
  private final Style style;
  private final int ranks;
  private final Total all;

  WaitText(String title, WaitSummary waits, TraceTables tables, PrintWriter out, Style style) {
    this.title = title;
    this.waits = waits;
    this.tables = tables;
    this.out = out;
    this.style = style;
    ranks = waits.ranks().size();
    all = waits.states().stream().map(OfState::waitPs).reduce(Total.ZERO, Total::plus);
  }

  void print() {
    if (all.equals(Total.ZERO)) {
      return;
    }
    out.println();
    out.printf("%s %s of each rank on average%n%n", style.strong(title), time(all));
    TextTable table = new TextTable(1, "pattern", "count", "time/rank", "share");
    waits.states().stream()
        .sorted(Comparator.comparing(OfState::waitPs).reversed())
        .forEach(
            of ->
                table.row(
                    Words.word(of.state()).replace('_', ' '),
                    count(of.count()),
                    time(of.waitPs()),
                    share(of.waitPs())));
    table.print(out, style);
    wrongOrder("the same rank", waits.wrongOrderSameSourcePs());
    wrongOrder("another rank", waits.wrongOrderOtherSourcePs());
    sites();
    lateCalls();
    waits.delays().ifPresent(this::delays);
    waits.ranks().stream()
        .max(Comparator.comparing(OfRank::causedPs))
        .filter(most -> !most.causedPs().equals(Total.ZERO))
        .ifPresent(
            most ->
                out.printf(
                    Locale.US,
                    "%n  Rank %d causes most waiting: %s, summed over all ranks%n",
                    most.rank(),
                    sum(most.causedPs())));
  }

  private void wrongOrder(String whose, Total waitPs) {
    if (!waitPs.equals(Total.ZERO)) {
      out.printf(
          "  late sender, wrong order: %s/rank while a message from %s was available%n",
          time(waitPs), whose);
    }
  }

  private void sites() {
    TextTable table =
        new TextTable(3, "pattern", "event", "call site", "count", "time/rank", "share");
    waits.sites().stream().limit(SITES_SHOWN).forEach(of -> row(table, of));
    out.println();
    table.print(out, style);
    if (waits.sites().size() > SITES_SHOWN) {
      out.printf(
          "  and %s more with smaller shares%n",
          Words.counted(waits.sites().size() - SITES_SHOWN, "call site"));
    }
  }

  private void lateCalls() {
    TextTable table = new TextTable(3, "late call", "event", "call site", "count", "time/rank");
    waits.lateCalls().stream()
        .limit(SITES_SHOWN)
        .forEach(
            of ->
                table.row(
                    Words.word(of.kind()).replace('_', ' '),
                    Words.word(of.code()),
                    of.callSite() == OpView.NONE ? "" : tables.callSites().get(of.callSite()),
                    count(of.count()),
                    time(of.latePs())));
    if (waits.lateCalls().isEmpty()) {
      return;
    }
    out.println();
    table.print(out, style);
    if (waits.lateCalls().size() > SITES_SHOWN) {
      out.printf(
          "  and %s more%n", Words.counted(waits.lateCalls().size() - SITES_SHOWN, "call site"));
    }
  }

  private void delays(DelaySummary delays) {
    TextTable table =
        new TextTable(2, "caused by", "call site", "time/rank", "share", "directly", "passed on");
    delays.places().stream()
        .limit(SITES_SHOWN)
        .forEach(
            of ->
                table.row(
                    Words.word(of.code()),
                    of.callSite() == OpView.NONE ? "" : tables.callSites().get(of.callSite()),
                    time(of.waitPs()),
                    share(of.waitPs()),
                    time(of.directPs()),
                    time(of.propagatedPs())));
    if (!delays.unknownPs().equals(Total.ZERO)) {
      table.row("not known", "", time(delays.unknownPs()), share(delays.unknownPs()), "", "");
    }
    out.println();
    table.print(out, style);
    if (delays.places().size() > SITES_SHOWN) {
      out.printf(
          "  and %s more that cause less waiting%n",
          Words.counted(delays.places().size() - SITES_SHOWN, "call site"));
    }
  }

  private void row(TextTable table, OfSite of) {
    table.row(
        Words.word(of.state()).replace('_', ' '),
        Words.word(of.code()),
        of.callSite() == OpView.NONE ? "" : tables.callSites().get(of.callSite()),
        count(of.count()),
        time(of.waitPs()),
        share(of.waitPs()));
  }

  private static String count(long count) {
    return String.format(Locale.US, "%,d", count);
  }

  private String time(Total sum) {
    return Quantity.formatTime(Math.round(sum.mean(ranks)));
  }

  private static String sum(Total sum) {
    return Quantity.formatTime(Math.round(Math.min(sum.toDouble(), 9e18)));
  }

  private String share(Total part) {
    return String.format(Locale.US, "%.1f%%", 100 * part.toDouble() / all.toDouble());
  }
}
