package org.foretell.scale;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.foretell.pictures.Picture;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a series: published and predicted values over the number of nodes. */
final class ScalePlot {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 380;

  /** Of Okabe and Ito's palette, which the colour-blind can tell apart. */
  private static final Color BLUE = new Color(0x0072b2);

  private static final Color ORANGE = new Color(0xd55e00);

  private final XYChart chart;
  private final List<ScaleRow> rows;

  private ScalePlot(XYChart chart, List<ScaleRow> rows) {
    this.chart = chart;
    this.rows = rows;
  }

  /**
   * Writes a plot.
   *
   * @param file SVG, replaced
   */
  static void write(ScaleSeries series, List<ScaleRow> rows, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(series.title())
            .xAxisTitle("nodes")
            .yAxisTitle(series.figure().unit())
            .build();
    style(chart.getStyler());
    ScalePlot plot = new ScalePlot(chart, rows);
    if (series.given().isPresent()) {
      plot.add(
          "perfect scaling",
          Color.GRAY,
          SeriesMarkers.NONE,
          row -> row.perfect().map(series.figure()::value).orElseThrow());
    }
    plot.add("published", ORANGE, SeriesMarkers.SQUARE, ScaleRow::published);
    plot.add("predicted", BLUE, SeriesMarkers.CIRCLE, ScaleRow::predicted);
    Files.write(
        file, new Picture(WIDTH, HEIGHT, graphics -> chart.paint(graphics, WIDTH, HEIGHT)).svg());
  }

  private void add(String name, Color colour, Marker marker, ToDoubleFunction<ScaleRow> value) {
    XYSeries line =
        chart.addSeries(
            name,
            rows.stream().mapToDouble(ScaleRow::nodes).toArray(),
            rows.stream().mapToDouble(value).toArray());
    line.setMarker(marker);
    line.setMarkerColor(colour);
    line.setLineColor(colour);
    line.setLineStyle(new BasicStroke(2f));
  }

  private static void style(XYStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setChartTitleBoxVisible(false);
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setMarkerSize(8);
    styler.setXAxisLogarithmic(true);
    styler.setYAxisLogarithmic(true);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setPlotBorderColor(new Color(0x888888));
  }
}
