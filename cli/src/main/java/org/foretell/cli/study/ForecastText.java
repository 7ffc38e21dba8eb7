package org.foretell.cli.study;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.study.campaign.Forecast;
import org.foretell.study.description.StudyDescription;

/** What a study will take, for people. */
final class ForecastText {
  private ForecastText() {}

  static void print(StudyDescription study, Forecast forecast, PrintWriter out, Style style) {
    out.println(style.strong(study.title()));
    out.printf(
        Locale.US,
        "  %,d cases: programs, ranks per node, offers, models, what-ifs%n",
        forecast.cases());
    out.printf(
        Locale.US,
        "  %,d to %,d replays of %.3g s each, on %d threads: %s to %s%n",
        forecast.leastReplays(),
        forecast.mostReplays(),
        forecast.secondsPerReplay(),
        forecast.threads(),
        duration(forecast.leastSeconds()),
        duration(forecast.mostSeconds()));
    out.printf(Locale.US, "  %,d replays are kept already%n", forecast.known());
  }

  static String duration(double seconds) {
    if (seconds < 120) {
      return String.format(Locale.US, "%.2g s", seconds);
    }
    return seconds < 7200
        ? String.format(Locale.US, "%.0f min", seconds / 60)
        : String.format(Locale.US, "%.1f h", seconds / 3600);
  }
}
