package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.analysis.recorded.RecordedSummary;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceTables;

/** Where ranks waited for each other in the traced run. */
final class RecordedText {
  private final RecordedSummary recorded;
  private final TraceTables tables;
  private final PrintWriter out;
  private final Style style;

  RecordedText(RecordedSummary recorded, TraceTables tables, PrintWriter out, Style style) {
    this.recorded = recorded;
    this.tables = tables;
    this.out = out;
    this.style = style;
  }

  void print() {
    out.println();
    out.printf(
        Locale.US,
        "%s %s; parallel efficiency %.1f%% = load balance %.1f%% x communication %.1f%%%n",
        style.strong("As recorded:"),
        Quantity.formatTime(recorded.makespanPs()),
        100 * recorded.parallelEfficiency(),
        100 * recorded.loadBalance(),
        100 * recorded.communicationEfficiency());
    new WaitText("Waiting for others, as recorded:", recorded.waits(), tables, out, style).print();
    if (recorded.unknownCalls() > 0) {
      out.printf(
          "%n  For %s the trace does not record the cause of a wait%n",
          Words.counted(recorded.unknownCalls(), "call"));
    }
    if (recorded.impossibleCalls() > 0) {
      out.printf(
          "%n  Clocks disagree by up to %s: %s ended before the awaited event%n",
          Quantity.formatTime(recorded.mostImpossiblePs()),
          Words.counted(recorded.impossibleCalls(), "call"));
    }
  }
}
