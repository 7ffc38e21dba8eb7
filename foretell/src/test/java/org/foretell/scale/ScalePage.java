package org.foretell.scale;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Writes {@code docs/validation-at-scale.md}. */
final class ScalePage {
  private static final int COLUMNS = 119;
  private static final MathContext DIGITS = new MathContext(4);

  private static final String HEAD =
      """
      # Predictions beside published figures at scale

      Each series below is published: a real program, or a benchmark, on a large machine, at several numbers of nodes.
      Foretell predicts all sizes from the smallest one. The messages follow from the documented decomposition of the
      program ([`sim generate trace`](generate-trace.md)), and one published figure, that of the smallest size, fixes
      the computation per point. A benchmark that computes nothing needs no figure.

      This command predicts all sizes and writes this page, its plots and its [data](data/validation-at-scale.json):

          validation/scale.sh

      It takes five minutes on two cores, ten while others use them too. Run in a clean clone, it wrote this page as it
      is. Every build checks the page against the data, and predicts the small sizes again.

      ## No tuning

      * A file for each series in [`validation/scale`](../validation/scale) holds the published values, their source, and
        everything that was chosen: machine, model, placement, decomposition and sizes of messages. It was committed
        before the series was first predicted, and has not changed since.
      * All series have the same settings otherwise: model `max-rate`, its default parameters, the figures of the machine
        file. Those figures come from publications, from measurements of two ranks, or from estimates; the machine file
        names the source of each. None comes from the series.
      * One setting followed the first predictions, for all series: collectives are
        [executed](large-collectives.md) up to 16,777,216 steps, the most that Foretell allows; the default
        is 32,768. Estimates of P3DFFT on 205 nodes and more were up to 26 % shorter, those of the alltoall on ARCHER2 up
        to 33 % longer. Errors of the first became smaller, those of the second larger.
      * The published values of larger sizes were known when the choices were made, since they are in the same sources.
      * Errors are shown as they come. *Error* is the predicted time of an operation over the published time, less 1: a
        positive one means that Foretell predicts too long a time. The last column has the error of assuming that the
        program scales perfectly from the smallest size, which is what a prediction without a model would be.

      ## Summary
      """;

  private static final String TAKEN_FROM_IT =
      """

      What to take from it:

      * Where computation takes most of the time, predictions are about as good as the assumption that a core computes a
        point equally fast on all sizes. That assumption holds on ARCHER, and is 20 % off on ARCHER2.
      * Where the interfaces of the nodes decide, predictions follow the published curve. They are too short by the
        difference between one pair of ranks, which the machine file has, and all ranks of a node that send and receive
        at once.
      * Where messages of many nodes meet in the network, predictions are too short, by up to five times in the benchmarks:
        `max-rate` has a delay in place of the network. [`flow`](models/flow.md) has one, if the machine file has a
        topology whose cables are known; those of these machines are not published as numbers.
      * The replay is closer than perfect scaling for the programs that depart from it, Grid in four dimensions and P3DFFT,
        and no closer for those that scale almost perfectly.
      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  private ScalePage() {}

  /**
   * {@return the page}
   *
   * @param explanations why predictions differ from published values, by series
   */
  static String of(
      List<ScaleSeries> series, List<ScaleResult> results, Map<String, String> explanations) {
    ScalePage page = new ScalePage();
    List<List<ScaleRow>> rows = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      rows.add(ScaleRow.of(series.get(i), results.get(i)));
    }
    page.summary(series, rows);
    for (int i = 0; i < series.size(); i++) {
      page.series(series.get(i), results.get(i), rows.get(i), explanations);
    }
    return page.text.toString();
  }

  private void summary(List<ScaleSeries> series, List<List<ScaleRow>> rows) {
    text.append('\n');
    line("| series | nodes | ranks | median error | greatest error | perfect scaling |");
    line("|---|--:|--:|--:|--:|--:|");
    for (int i = 0; i < series.size(); i++) {
      List<ScaleRow> predicted = predicted(rows.get(i));
      ScaleRow last = predicted.get(predicted.size() - 1);
      line(
          "| [%s](#%s) | %s to %,d | to %,d | %s | %s | %s |",
          series.get(i).title(),
          anchor(series.get(i).title()),
          rows.get(i).get(0).nodes(),
          last.nodes(),
          last.ranks(),
          medianError(predicted),
          signedPercent(greatest(predicted.stream().mapToDouble(ScaleRow::error))),
          predicted.get(0).perfectError().isEmpty()
              ? ""
              : signedPercent(
                  greatest(
                      predicted.stream().mapToDouble(row -> row.perfectError().orElseThrow()))));
    }
    text.append('\n');
    List<ScaleRow> programs = ofPrograms(rows, true);
    paragraph(
        String.format(
            Locale.US,
            "Medians are of absolute values; greatest errors keep their sign, and the last column"
                + " is the greatest one of perfect scaling. Over the %d predicted sizes of programs"
                + " the median error is %s, and that of perfect scaling %s. Over the %d sizes of"
                + " benchmarks of communication, which no published figure goes into, it is %s.",
            programs.size(),
            medianError(programs),
            percent(
                median(
                    programs.stream()
                        .mapToDouble(row -> Math.abs(row.perfectError().orElseThrow())))),
            ofPrograms(rows, false).size(),
            medianError(ofPrograms(rows, false))));
    text.append(TAKEN_FROM_IT);
  }

  private static List<ScaleRow> ofPrograms(List<List<ScaleRow>> rows, boolean wanted) {
    return rows.stream()
        .flatMap(of -> predicted(of).stream())
        .filter(row -> row.perfectError().isPresent() == wanted)
        .toList();
  }

  private static String medianError(List<ScaleRow> rows) {
    return percent(median(rows.stream().mapToDouble(row -> Math.abs(row.error()))));
  }

  private void series(
      ScaleSeries series,
      ScaleResult result,
      List<ScaleRow> rows,
      Map<String, String> explanations) {
    text.append('\n');
    line("## %s", series.title());
    text.append('\n');
    line("![Published and predicted](scale/%s.svg)", series.name());
    text.append('\n');
    String unit = series.figure().unit();
    line("| nodes | ranks | published, %s | predicted, %s | error | perfect scaling |", unit, unit);
    line("|--:|--:|--:|--:|--:|--:|");
    rows.forEach(row -> line(line(row)));
    text.append('\n');
    if (result.pointPs() != null) {
      paragraph(
          String.format(
              Locale.US,
              "*Given*: the published value of this size, which fixes the computation of a rank at"
                  + " %s ns for a point and step.",
              digits(result.pointPs() / 1000)));
      text.append('\n');
    }
    paragraph("**Errors.** " + explanations.getOrDefault(series.name(), "Not explained yet."));
    text.append('\n');
    paragraph("**Source.** " + series.source() + ".");
    text.append('\n');
    paragraph("**Decomposition.** " + series.decomposition());
    text.append('\n');
    paragraph(
        String.format(
            Locale.ROOT,
            "**Chosen beforehand.** Machine [`%s`](%s), model `%s`, placement `%s`, %d ranks on a"
                + " node; %s.",
            machineName(series),
            machineLink(series),
            series.model(),
            series.placement(),
            series.ranksPerNode(),
            command(series)));
    series.chosen().forEach(this::item);
  }

  /** What a renderer of Markdown makes of a heading. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
  }

  /** {@return the row of a table} */
  static String line(ScaleRow row) {
    return String.format(
        Locale.US,
        "| %,d | %,d | %s | %s | %s | %s |",
        row.nodes(),
        row.ranks(),
        digits(row.published()),
        row.isGiven() ? "*given*" : digits(row.predicted()),
        row.isGiven() ? "" : signedPercent(row.error()),
        row.isGiven() ? "" : row.perfectError().map(ScalePage::signedPercent).orElse(""));
  }

  private static String command(ScaleSeries series) {
    StringBuilder command = new StringBuilder("`sim generate trace " + series.program());
    series
        .options()
        .forEach(
            (option, value) ->
                command.append(' ').append(option.label()).append(' ').append(value));
    return command.append('`').toString();
  }

  private static String machineName(ScaleSeries series) {
    return series.machine().replaceAll(".*[/\\\\]|\\.json$", "");
  }

  private static String machineLink(ScaleSeries series) {
    return series.machine().endsWith(".json")
        ? "../validation/scale/machines/" + machineName(series) + ".json"
        : "machine-format.md#the-catalogue";
  }

  private static List<ScaleRow> predicted(List<ScaleRow> rows) {
    return rows.stream().filter(row -> !row.isGiven()).toList();
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static double greatest(DoubleStream errors) {
    return errors.reduce(0, (a, b) -> Math.abs(b) > Math.abs(a) ? b : a);
  }

  private static String percent(double share) {
    return String.format(Locale.US, "%.1f %%", 100 * share);
  }

  private static String signedPercent(double share) {
    return String.format(Locale.US, "%+.1f %%", 100 * share);
  }

  private static String digits(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS);
    return String.format(Locale.US, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  private void line(String format, Object... values) {
    line(String.format(Locale.US, format, values));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void item(String words) {
    wrap("* " + words, "  ");
  }

  private void paragraph(String words) {
    wrap(words, "");
  }

  private void wrap(String words, String indent) {
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > COLUMNS) {
        line(line.toString());
        line = new StringBuilder(indent).append(word);
      } else {
        line.append(line.isEmpty() ? "" : " ").append(word);
      }
    }
    line(line.toString());
  }
}
