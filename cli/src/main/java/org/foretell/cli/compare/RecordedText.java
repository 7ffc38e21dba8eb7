package org.foretell.cli.compare;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.observe.Total;
import org.foretell.report.RecordedComparison;
import org.foretell.time.Quantity;

/** What calls took in the traced run beside what a model says, for people. */
final class RecordedText {
  private static final int MOST_CALLS = 20;
  private static final int MOST_RANKS = 16;

  private final String model;
  private final RecordedComparison recorded;
  private final PrintWriter out;
  private final Style style;

  RecordedText(String model, RecordedComparison recorded, PrintWriter out, Style style) {
    this.model = model;
    this.recorded = recorded;
    this.out = out;
    this.style = style;
  }

  void print() {
    out.println(style.strong("Recorded, and predicted by " + model) + ", sum over all ranks:");
    TextTable calls =
        new TextTable(1, "call", "count", "recorded", "simulated", "difference", "call site");
    List<RecordedComparison.Call> rows = recorded.calls();
    rows.stream()
        .limit(MOST_CALLS)
        .forEach(
            row ->
                calls.row(
                    Words.word(row.op()),
                    String.format(Locale.US, "%,d", row.count()),
                    time(row.recorded()),
                    time(row.simulated()),
                    signed(row.differenceSeconds()),
                    row.place()));
    calls.print(out, style);
    if (rows.size() > MOST_CALLS) {
      out.println((rows.size() - MOST_CALLS) + " more with smaller differences; --json lists all.");
    }
    out.println();
    TextTable ranks = new TextTable(0, "rank", "recorded", "predicted", "error");
    recorded.ranks().stream()
        .limit(MOST_RANKS)
        .forEach(
            rank ->
                ranks.row(
                    String.valueOf(rank.rank()),
                    time(rank.recorded()),
                    Quantity.formatTime(rank.predictedPs()),
                    error(rank)));
    ranks.print(out, style);
    if (recorded.ranks().size() > MOST_RANKS) {
      out.println((recorded.ranks().size() - MOST_RANKS) + " more ranks; --json lists all.");
    }
    out.println("Both times are from the end of init to the start of finalize.");
  }

  private static String error(RecordedComparison.Rank rank) {
    double seconds = rank.recorded().toSeconds();
    double predicted = Total.of(rank.predictedPs()).toSeconds();
    return seconds == 0
        ? ""
        : String.format(Locale.US, "%+.1f %%", 100 * (predicted / seconds - 1));
  }

  private static String time(Total ps) {
    return Quantity.formatTime(Math.round(Math.min(ps.toDouble(), Long.MAX_VALUE)));
  }

  private static String signed(double seconds) {
    return (seconds < 0 ? "-" : "+") + Quantity.formatTime(Math.round(Math.abs(seconds) * 1e12));
  }
}
