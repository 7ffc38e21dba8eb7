package org.foretell.calibration.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.calibration.SeriesFit;
import org.foretell.calibration.fit.Residual;
import org.foretell.calibration.fit.Segment;
import org.foretell.pictures.Picture;
import org.foretell.time.Quantity;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Measured times and their fits, both axes logarithmic. Not thread-safe. */
public final class FitPlot {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 620;
  private static final double PS_PER_US = 1e6;

  /** Okabe and Ito's palette, which the colour-blind can tell apart. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072b2),
          new Color(0xd55e00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0xe69f00),
          new Color(0x56b4e9),
          Color.BLACK);

  private final XYChart chart;

  /**
   * Draws fits.
   *
   * @param title above the plot
   * @param fits at least one
   */
  public FitPlot(String title, List<SeriesFit> fits) {
    if (fits.isEmpty()) {
      throw new IllegalArgumentException("nothing to draw");
    }
    chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("size (bytes)")
            .yAxisTitle("time")
            .build();
    style(chart.getStyler());
    chart.setCustomXAxisTickLabelsFormatter(FitPlot::size);
    chart.setCustomYAxisTickLabelsFormatter(us -> Quantity.formatTime(Math.round(us * PS_PER_US)));
    for (int i = 0; i < fits.size(); i++) {
      add(fits.get(i), i + 1, COLOURS.get(i % COLOURS.size()));
    }
  }

  private static void style(XYStyler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setChartTitleBoxVisible(false);
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setMarkerSize(7);
    styler.setYAxisLogarithmic(true);
    styler.setYAxisLogarithmicDecadeOnly(true);
    styler.setXAxisTickMarkSpacingHint(70);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setPlotBorderColor(new Color(0x888888));
  }

  /** The axis of sizes is of their binary logarithms, so that marks stand at powers of two. */
  private static double exponent(long bytes) {
    return Math.log((double) Math.max(bytes, 1)) / Math.log(2);
  }

  private static String size(double exponent) {
    int whole = (int) Math.round(exponent);
    String[] units = {"B", "KiB", "MiB", "GiB"};
    int unit = Math.max(0, Math.min(whole / 10, units.length - 1));
    return String.format(Locale.US, "%d %s", 1L << Math.max(0, whole - 10 * unit), units[unit]);
  }

  private void add(SeriesFit fit, int number, Color colour) {
    List<Residual> points = fit.fit().residuals();
    String name = number + ". " + fit.series().name();
    XYSeries data =
        chart.addSeries(
            name,
            points.stream().mapToDouble(point -> exponent(point.bytes())).toArray(),
            points.stream().mapToDouble(point -> point.measuredPs() / PS_PER_US).toArray());
    data.setMarker(SeriesMarkers.CIRCLE);
    data.setMarkerColor(colour);
    data.setLineColor(colour);
    data.setLineStyle(SeriesLines.NONE);
    List<Segment> segments = fit.fit().segments();
    for (int i = 0; i < segments.size(); i++) {
      addLine(name + ", segment " + (i + 1), segments.get(i), colour);
    }
  }

  /** A straight line is a curve here. */
  private void addLine(String name, Segment segment, Color colour) {
    List<Double> exponents = new ArrayList<>();
    List<Double> us = new ArrayList<>();
    double from = exponent(segment.fromBytes());
    double to = exponent(segment.toBytes());
    for (double at = from; at < to + 0.25; at += 0.25) {
      double exponent = Math.min(at, to);
      exponents.add(exponent);
      us.add(segment.timePs(Math.round(Math.pow(2, exponent))) / PS_PER_US);
    }
    XYSeries line = chart.addSeries(name, exponents, us);
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour);
    line.setLineStyle(new BasicStroke(1.8f));
    line.setShowInLegend(false);
  }

  /** {@return the plot as PNG} */
  public byte[] png() {
    return picture().png();
  }

  /** {@return the plot as SVG, with letters as outlines} */
  public byte[] svg() {
    return picture().svg();
  }

  private Picture picture() {
    return new Picture(WIDTH, HEIGHT, graphics -> chart.paint(graphics, WIDTH, HEIGHT));
  }
}
