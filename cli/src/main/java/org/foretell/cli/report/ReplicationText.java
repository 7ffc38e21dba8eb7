package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.models.noise.Replications;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;

/** What replications tell people. */
final class ReplicationText {
  private final Replications replications;

  ReplicationText(Replications replications) {
    this.replications = replications;
  }

  /** The prediction in a line, when all replications came to their end. */
  static String headline(Replications replications) {
    String mean = time(replications.meanSeconds());
    return replications.count() == 1
        ? "Predicted time: " + mean
        : String.format(
            Locale.US,
            "Predicted time: %s +- %s (95%% confidence interval of the mean, %,d replications)",
            mean,
            time(replications.confidenceSeconds()),
            replications.count());
  }

  void print(PrintWriter out, Style style) {
    int shown = replications.representative();
    if (replications.completed() < replications.count()) {
      out.printf(
          Locale.US,
          "%,d of %,d replications do not complete; the first of these (seed %d) is shown.%n",
          replications.count() - replications.completed(),
          replications.count(),
          replications.seed(shown));
    }
    if (replications.completed() < 2) {
      return;
    }
    out.println();
    TextTable table =
        new TextTable(
            1,
            "replications",
            "mean",
            "std dev",
            "lowest",
            "5%",
            "25%",
            "median",
            "75%",
            "95%",
            "highest");
    table.row(
        String.format(Locale.US, "%,d", replications.completed()),
        time(replications.meanSeconds()),
        time(replications.standardDeviationSeconds()),
        quantile(0),
        quantile(0.05),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(0.95),
        quantile(1));
    table.print(out, style);
    if (replications.completed() == replications.count()) {
      out.printf(
          Locale.US,
          "The rest of the report describes the median replication, %s; --seed %d reproduces it.%n",
          Quantity.formatTime(replications.predictedPs(shown)),
          replications.seed(shown));
    }
  }

  private String quantile(double probability) {
    return time(replications.quantileSeconds(probability));
  }

  private static String time(double seconds) {
    return Quantity.formatTime(Ps.fromSeconds(seconds));
  }
}
