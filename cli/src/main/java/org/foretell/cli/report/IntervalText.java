package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.cli.text.Wrapped;
import org.foretell.report.PredictionInterval;
import org.foretell.report.PredictionInterval.FigureEffect;
import org.foretell.report.PredictionInterval.OtherModel;
import org.foretell.report.RunResult;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/** How sure a prediction is, for people. */
public final class IntervalText {
  private final RunResult result;
  private final PrintWriter out;
  private final Style style;

  /** Of a run. */
  public IntervalText(RunResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /** One line below the prediction, if there is something to say. */
  public void line() {
    result.interval().ifPresent(interval -> out.println(Wrapped.text(interval.text(), 0, 2)));
    result
        .intervalLeftOutBecause()
        .ifPresent(reason -> out.println(Wrapped.text("No interval: " + reason, 0, 2)));
  }

  /** What each figure and each model gives, what it cost to find out, and what nobody confirms. */
  void details() {
    result.interval().ifPresent(this::details);
    UnverifiedText.print(result.machine(), out);
  }

  private void details(PredictionInterval interval) {
    if (!interval.figures().isEmpty()) {
      TextTable table =
          new TextTable(
              1, "figure with bounds", "value", "from", "to", "time at from", "time at to");
      for (FigureEffect effect : interval.figures()) {
        table.row(
            effect.range().figure(),
            effect.range().value(),
            effect.range().from(),
            effect.range().to(),
            time(effect.fromPs()),
            time(effect.toPs()));
      }
      out.println();
      table.print(out, style);
    }
    for (OtherModel other : interval.models()) {
      if (other.failure() != null) {
        out.println();
        out.println("No prediction by " + other.model() + ": " + other.failure());
      }
    }
    out.printf(
        Locale.US,
        "%nThe interval took %s in %.1f s.%n",
        Words.counted(interval.runs(), "replay"),
        interval.elapsedSeconds());
  }

  private static String time(@Nullable Long ps) {
    return ps == null ? "none" : Quantity.formatTime(ps);
  }
}
