package org.foretell.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.foretell.pictures.Picture;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws the costs that {@code benchmarks/scaling.sh} has measured, both axes logarithmic: for each
 * plot processor time and memory side by side, each model with the slope of its largest sizes.
 * Against cores it is wall time, and all numbers of threads count.
 */
public final class ScalingPlots {
  private static final int EXIT_USAGE = 64;
  private static final int WIDTH = 620;
  private static final int HEIGHT = 480;
  private static final double NS_PER_SECOND = 1e9;

  /** The start of the virtual machine is most of the cost of small runs, so these do not count. */
  private static final int FITTED = 3;

  /** Okabe and Ito's palette, which the colour-blind can tell apart. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072b2),
          new Color(0xd55e00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0xe69f00));

  private final String plot;

  /** By model, by size. */
  private final Map<String, List<ScalingPoint>> series;

  private ScalingPlots(String plot, Map<String, List<ScalingPoint>> series) {
    this.plot = plot;
    this.series = series;
  }

  /**
   * Writes a picture for each plot of a file, and prints the slopes as a table in Markdown.
   *
   * @param arguments {@code scaling.csv}, and the folder of the pictures
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println("usage: scaling.csv FOLDER");
      System.exit(EXIT_USAGE);
    }
    System.out.println(
        "| against | model | slope of time | slope of memory | ns per op, largest run |");
    System.out.println("|---|---|--:|--:|--:|");
    for (ScalingPlots plots : read(Files.readAllLines(Path.of(arguments[0])))) {
      Path file = Path.of(arguments[1], "scaling-" + plots.plot + ".svg");
      Files.write(file, plots.picture().svg());
      plots.rows().forEach(System.out::println);
    }
  }

  /**
   * {@return the plots of a file, in its order}
   *
   * @param lines of {@code scaling.csv}; each series in order of size
   * @throws IllegalArgumentException if a line is not one of such a file
   */
  static List<ScalingPlots> read(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).equals(ScalingPoint.HEADER)) {
      throw new IllegalArgumentException("line 1: expected " + ScalingPoint.HEADER);
    }
    Map<String, Map<String, List<ScalingPoint>>> plots = new LinkedHashMap<>();
    for (int i = 1; i < lines.size(); i++) {
      ScalingPoint point = ScalingPoint.of(lines.get(i), i + 1);
      plots
          .computeIfAbsent(point.plot(), plot -> new LinkedHashMap<>())
          .computeIfAbsent(point.model(), model -> new ArrayList<>())
          .add(point);
    }
    return plots.entrySet().stream()
        .map(entry -> new ScalingPlots(entry.getKey(), entry.getValue()))
        .toList();
  }

  private boolean againstCores() {
    return plot.equals(ScalingPoint.CORES);
  }

  /** How many of the largest sizes count for the law of a model. */
  private int fitted(List<ScalingPoint> points) {
    return againstCores() ? points.size() : FITTED;
  }

  /** {@return the law of the largest sizes; empty for a model with fewer} */
  private Optional<PowerLaw> law(List<ScalingPoint> points, ToDoubleFunction<ScalingPoint> cost) {
    int fitted = fitted(points);
    if (points.size() < fitted || fitted < 2) {
      return Optional.empty();
    }
    List<ScalingPoint> largest = points.subList(points.size() - fitted, points.size());
    return Optional.of(
        PowerLaw.fit(
            largest.stream().mapToDouble(ScalingPoint::size).toArray(),
            largest.stream().mapToDouble(cost).toArray()));
  }

  private static String slope(Optional<PowerLaw> law) {
    return law.map(fitted -> String.format(Locale.ROOT, "%.2f", fitted.slope())).orElse("-");
  }

  /** {@return a row of the table for each model} */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    series.forEach(
        (model, points) -> {
          ScalingPoint last = points.get(points.size() - 1);
          rows.add(
              String.format(
                  Locale.ROOT,
                  "| %s | `%s` | %s | %s | %.0f |",
                  plot,
                  model,
                  slope(law(points, ScalingPoint::seconds)),
                  slope(law(points, ScalingPoint::megabytes)),
                  last.seconds() * NS_PER_SECOND / last.ops()));
        });
    return rows;
  }

  /** {@return both charts side by side} */
  Picture picture() {
    String time = againstCores() ? "wall time (s)" : "processor time (s)";
    XYChart seconds = chart(time, ScalingPoint::seconds);
    XYChart megabytes = chart("peak memory (MB)", ScalingPoint::megabytes);
    return new Picture(
        2 * WIDTH,
        HEIGHT,
        graphics -> {
          seconds.paint(graphics, WIDTH, HEIGHT);
          Graphics2D right = (Graphics2D) graphics.create();
          right.translate(WIDTH, 0);
          megabytes.paint(right, WIDTH, HEIGHT);
          right.dispose();
        });
  }

  private XYChart chart(String what, ToDoubleFunction<ScalingPoint> cost) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(what)
            .xAxisTitle(plot)
            .yAxisTitle("")
            .build();
    style(chart.getStyler());
    if (againstCores()) { // no decade is complete, and points are at both edges
      chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
      chart.getStyler().setXAxisLogarithmicDecadeOnly(false);
      chart.getStyler().setYAxisLogarithmicDecadeOnly(false);
    }
    chart.setCustomXAxisTickLabelsFormatter(size -> String.format(Locale.ROOT, "%,.0f", size));
    int colour = 0;
    for (Map.Entry<String, List<ScalingPoint>> entry : series.entrySet()) {
      add(chart, entry.getKey(), entry.getValue(), cost, COLOURS.get(colour++ % COLOURS.size()));
    }
    return chart;
  }

  private static void style(XYStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    styler.setChartTitleBoxVisible(false);
    styler.setLegendPosition(Styler.LegendPosition.InsideNW);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setMarkerSize(7);
    styler.setXAxisLogarithmic(true);
    styler.setYAxisLogarithmic(true);
    styler.setXAxisLogarithmicDecadeOnly(true);
    styler.setYAxisLogarithmicDecadeOnly(true);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setPlotBorderColor(new Color(0x888888));
  }

  private void add(
      XYChart chart,
      String model,
      List<ScalingPoint> points,
      ToDoubleFunction<ScalingPoint> cost,
      Color colour) {
    Optional<PowerLaw> law = law(points, cost);
    XYSeries measured =
        chart.addSeries(
            model + ", slope " + slope(law),
            points.stream().mapToDouble(ScalingPoint::size).toArray(),
            points.stream().mapToDouble(cost).toArray());
    measured.setMarker(SeriesMarkers.CIRCLE);
    measured.setMarkerColor(colour);
    measured.setLineColor(colour);
    measured.setLineStyle(SeriesLines.NONE);
    law.ifPresent(fitted -> addLine(chart, model, points, fitted, colour));
  }

  private void addLine(
      XYChart chart, String model, List<ScalingPoint> points, PowerLaw law, Color colour) {
    double from = points.get(points.size() - fitted(points)).size();
    double to = points.get(points.size() - 1).size();
    XYSeries line =
        chart.addSeries(
            model + ", fitted", new double[] {from, to}, new double[] {law.at(from), law.at(to)});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour);
    line.setLineStyle(new BasicStroke(1.8f));
    line.setShowInLegend(false);
  }
}
