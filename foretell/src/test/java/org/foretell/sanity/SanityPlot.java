package org.foretell.sanity;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.foretell.pictures.Picture;
import org.foretell.time.Quantity;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws what all models answer for one machine, ping-pongs between nodes above an all-to-all, each
 * with its bounds.
 */
final class SanityPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 460;
  private static final int MARGIN = 8;
  private static final double PS_PER_US = 1e6;

  /**
   * How a model is drawn.
   *
   * @param colour of Okabe and Ito's palette, which the colour-blind can tell apart
   * @param width in pixels; where lines lie on each other, the wide ones, drawn first, stay visible
   * @param dash lengths of line and gap in pixels; none for a solid line
   */
  private record Look(Color colour, Marker marker, float width, float... dash) {}

  private static final Map<String, Look> LOOKS =
      Map.of(
          "max-rate", new Look(new Color(0xd55e00), SeriesMarkers.CIRCLE, 2.2f),
          "flow", new Look(new Color(0x0072b2), SeriesMarkers.SQUARE, 2.2f, 9, 3),
          "loggops", new Look(new Color(0x009e73), SeriesMarkers.TRIANGLE_UP, 2.2f, 3, 3),
          "loggops-atlahs", new Look(new Color(0x56b4e9), SeriesMarkers.TRIANGLE_DOWN, 3.4f),
          "bus-link", new Look(new Color(0xcc79a7), SeriesMarkers.DIAMOND, 3.4f, 12, 3, 3, 3),
          "simple", new Look(new Color(0xe69f00), SeriesMarkers.CROSS, 5f));

  private static final Look OTHER = new Look(Color.GRAY, SeriesMarkers.PLUS, 1.5f);
  private static final Look FLOOR = new Look(Color.BLACK, SeriesMarkers.NONE, 1.2f);
  private static final Look CEILING = new Look(Color.BLACK, SeriesMarkers.NONE, 1.2f, 2, 4);

  private SanityPlot() {}

  /** Whether a case is among those that are drawn. */
  static boolean isDrawn(SanityCase of, List<SanityCase> all) {
    return of.workload() == Workload.PING_PONG_BETWEEN
        || (of.workload() == Workload.ALLTOALL && of.ranks() == mostRanks(all));
  }

  private static int mostRanks(List<SanityCase> all) {
    return all.stream()
        .filter(of -> of.workload() == Workload.ALLTOALL)
        .mapToInt(SanityCase::ranks)
        .max()
        .orElseThrow();
  }

  /**
   * Writes a plot.
   *
   * @param rows of one machine, with all that is drawn
   * @param file SVG, replaced
   */
  static void write(List<SanityMatrix.Row> rows, Path file) throws IOException {
    List<SanityCase> cases = rows.stream().map(SanityMatrix.Row::of).toList();
    List<SanityMatrix.Row> drawn = rows.stream().filter(row -> isDrawn(row.of(), cases)).toList();
    List<XYChart> charts =
        List.of(
            chart(drawn, Workload.PING_PONG_BETWEEN, "one way", "message"),
            chart(drawn, Workload.ALLTOALL, "", "block for each rank"));
    Files.write(file, picture(charts).svg());
  }

  private static XYChart chart(
      List<SanityMatrix.Row> drawn, Workload workload, String remark, String what) {
    List<SanityMatrix.Row> rows =
        drawn.stream().filter(row -> row.of().workload() == workload).toList();
    String title = rows.get(0).machine() + ": " + rows.get(0).of().title();
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(remark.isEmpty() ? title : title + ", " + remark)
            .xAxisTitle("size of a " + what + " (bytes)")
            .yAxisTitle("time (seconds)")
            .build();
    style(chart.getStyler());
    chart.setCustomXAxisTickLabelsFormatter(SanityPlot::size);
    chart.setCustomYAxisTickLabelsFormatter(SanityPlot::time);
    DoubleSummaryStatistics drawnUs = drawnUs(rows);
    chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(drawnUs.getMin()))));
    chart.getStyler().setYAxisMax(Math.pow(10, Math.ceil(Math.log10(drawnUs.getMax()))));
    // The widest lines first, so that others on them leave something to be seen.
    rows.get(0).answersPs().keySet().stream()
        .sorted((a, b) -> Float.compare(look(b).width(), look(a).width()))
        .forEach(
            model ->
                add(chart, model, look(model), rows, row -> (double) row.answersPs().get(model)));
    add(chart, "ceiling (bound)", CEILING, rows, row -> row.limits().ceilingPs());
    add(chart, "floor (bound)", FLOOR, rows, row -> row.limits().floorPs());
    return chart;
  }

  private static DoubleSummaryStatistics drawnUs(List<SanityMatrix.Row> rows) {
    return rows.stream()
        .flatMapToDouble(
            row ->
                DoubleStream.concat(
                    DoubleStream.of(row.limits().floorPs(), row.limits().ceilingPs()),
                    row.answersPs().values().stream().mapToDouble(Long::doubleValue)))
        .map(ps -> ps / PS_PER_US)
        .summaryStatistics();
  }

  private static Look look(String model) {
    return LOOKS.getOrDefault(model, OTHER);
  }

  private static void style(XYStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setChartTitleBoxVisible(false);
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendSeriesLineLength(46);
    styler.setMarkerSize(8);
    styler.setYAxisLogarithmic(true);
    styler.setYAxisLogarithmicDecadeOnly(true);
    styler.setXAxisTickMarkSpacingHint(70);
    styler.setPlotGridLinesVisible(true);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setPlotGridLinesStroke(new BasicStroke(0.7f));
    styler.setPlotBorderColor(new Color(0x888888));
  }

  /** The axis of sizes is of their binary logarithms, so that marks stand at powers of two. */
  private static String size(double exponent) {
    return SanityPage.bytes(1L << Math.round(exponent));
  }

  private static String time(double us) {
    return Quantity.formatTime(Math.round(us * PS_PER_US));
  }

  private static void add(
      XYChart chart,
      String name,
      Look look,
      List<SanityMatrix.Row> rows,
      ToDoubleFunction<SanityMatrix.Row> ps) {
    double[] sizes =
        rows.stream()
            .mapToDouble(row -> Math.log((double) row.of().bytes()) / Math.log(2))
            .toArray();
    double[] us = rows.stream().mapToDouble(ps).map(time -> time / PS_PER_US).toArray();
    XYSeries series = chart.addSeries(name, sizes, us);
    series.setMarker(look.marker());
    series.setMarkerColor(look.colour());
    series.setLineColor(look.colour());
    series.setLineStyle(
        new BasicStroke(
            look.width(),
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            10f,
            look.dash().length == 0 ? null : look.dash(),
            0f));
  }

  /** The charts, one below the other. */
  private static Picture picture(List<XYChart> charts) {
    return new Picture(
        WIDTH,
        charts.size() * (HEIGHT + MARGIN) - MARGIN,
        graphics -> {
          for (XYChart chart : charts) {
            chart.paint((Graphics2D) graphics.create(), WIDTH, HEIGHT);
            graphics.translate(0, HEIGHT + MARGIN);
          }
        });
  }
}
