package org.foretell.sanity;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

/** Draws what all models answer for one machine: ping-pongs between nodes, and an all-to-all. */
final class SanityPlot {
  private static final int WIDTH = 820;
  private static final int HEIGHT = 480;
  private static final double PS_PER_US = 1e6;
  private static final Color[] COLOURS = {
    new Color(0x1b9e77),
    new Color(0xd95f02),
    new Color(0x7570b3),
    new Color(0xe7298a),
    new Color(0x66a61e),
    new Color(0xa6761d),
    new Color(0x1f78b4)
  };

  private SanityPlot() {}

  /**
   * Writes a plot.
   *
   * @param rows all of it
   * @param file SVG, replaced
   */
  static void write(List<SanityMatrix.Row> rows, Path file) throws IOException {
    int ranks = mostRanks(rows);
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("bytes of a message or block")
            .yAxisTitle("us")
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesVisible(false);
    addAll(chart, of(rows, Workload.ALLTOALL, ranks), false);
    addAll(chart, of(rows, Workload.PING_PONG_BETWEEN, 2), true);
    Files.writeString(file, svg(chart));
  }

  private static int mostRanks(List<SanityMatrix.Row> rows) {
    return rows.stream()
        .filter(row -> row.of().workload() == Workload.ALLTOALL)
        .mapToInt(row -> row.of().ranks())
        .max()
        .orElseThrow();
  }

  private static List<SanityMatrix.Row> of(
      List<SanityMatrix.Row> rows, Workload workload, int ranks) {
    return rows.stream()
        .filter(row -> row.of().workload() == workload && row.of().ranks() == ranks)
        .toList();
  }

  private static void addAll(XYChart chart, List<SanityMatrix.Row> rows, boolean dashed) {
    List<Double> bytes = rows.stream().map(row -> (double) row.of().bytes()).toList();
    int number = 0;
    for (String model : rows.get(0).answersPs().keySet()) {
      List<Double> us = rows.stream().map(row -> row.answersPs().get(model) / PS_PER_US).toList();
      add(chart, model, bytes, us, COLOURS[number++ % COLOURS.length], dashed);
    }
    List<Double> floor = rows.stream().map(row -> row.limits().floorPs() / PS_PER_US).toList();
    add(chart, "floor", bytes, floor, Color.BLACK, dashed);
  }

  /** Dashed lines have the colours of the others, and no place in the legend. */
  private static void add(
      XYChart chart, String name, List<Double> x, List<Double> y, Color colour, boolean dashed) {
    XYSeries series = chart.addSeries(dashed ? name + ", dashed" : name, x, y);
    series.setShowInLegend(!dashed);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour);
    float[] dash = dashed ? new float[] {6, 4} : null;
    series.setLineStyle(
        new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, dash, 0f));
  }

  private static String svg(XYChart chart) throws IOException {
    Document document;
    try {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment("");
    // Letters come as outlines, which need no more.
    context.setPrecision(1);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.paint(graphics, WIDTH, HEIGHT);
    StringWriter text = new StringWriter();
    graphics.stream(text, true);
    return text.toString();
  }
}
