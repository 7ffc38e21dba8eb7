package org.foretell.structure.cluster.matrix;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.util.ArrayList;
import java.util.List;
import org.foretell.pictures.Picture;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.style.HeatMapStyler;

/**
 * The messages between ranks before and after clustering, side by side: receivers from left to
 * right, senders from bottom to top, darker for more messages, on a common scale. Many ranks share
 * a cell. Not thread-safe.
 */
public final class MatrixPlot {
  private static final int SIDE = 620;

  /** Most cells in each direction. */
  private static final int MOST_CELLS = 64;

  /** From light to dark, equal in print and to the colour-blind. */
  private static final Color[] COLOURS = {
    Color.WHITE, new Color(0xc6dbef), new Color(0x6baed6), new Color(0x2171b5), new Color(0x08306b)
  };

  private final List<HeatMapChart> charts = new ArrayList<>();

  /**
   * Messages from one rank to another.
   *
   * @param source sending rank
   * @param destination receiving rank
   * @param messages how many
   */
  public record Pair(int source, int destination, long messages) {}

  /**
   * Draws two matrices.
   *
   * @param title above the left one, of the trace
   * @param ranks number of ranks
   * @param before pairs of the trace
   * @param after pairs of the clustered trace
   */
  public MatrixPlot(String title, int ranks, List<Pair> before, List<Pair> after) {
    int ranksPerCell = (ranks + MOST_CELLS - 1) / MOST_CELLS;
    double[][] left = cells(ranks, ranksPerCell, before);
    double[][] right = cells(ranks, ranksPerCell, after);
    double most = Math.max(1, Math.max(largest(left), largest(right)));
    charts.add(chart(title, left, ranksPerCell, most));
    charts.add(chart("clustered", right, ranksPerCell, most));
  }

  private static double[][] cells(int ranks, int ranksPerCell, List<Pair> pairs) {
    int side = (ranks + ranksPerCell - 1) / ranksPerCell;
    double[][] cells = new double[side][side];
    for (Pair pair : pairs) {
      cells[pair.source() / ranksPerCell][pair.destination() / ranksPerCell] += pair.messages();
    }
    return cells;
  }

  private static double largest(double[][] cells) {
    double most = 0;
    for (double[] row : cells) {
      for (double cell : row) {
        most = Math.max(most, cell);
      }
    }
    return most;
  }

  private static HeatMapChart chart(String title, double[][] cells, int ranksPerCell, double most) {
    HeatMapChart chart =
        new HeatMapChartBuilder()
            .width(SIDE)
            .height(SIDE)
            .title(title + ": messages")
            .xAxisTitle("receiver")
            .yAxisTitle("sender")
            .build();
    HeatMapStyler styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setChartTitleBoxVisible(false);
    styler.setRangeColors(COLOURS);
    styler.setMin(0);
    styler.setMax(most);
    styler.setPlotContentSize(1);
    styler.setXAxisMaxLabelCount(9);
    List<Integer> labels = new ArrayList<>();
    List<Number[]> values = new ArrayList<>();
    for (int source = 0; source < cells.length; source++) {
      labels.add(source * ranksPerCell);
      for (int destination = 0; destination < cells.length; destination++) {
        values.add(new Number[] {destination, source, cells[source][destination]});
      }
    }
    chart.addSeries("messages", labels, labels, values);
    return chart;
  }

  private void paint(Graphics2D graphics) {
    AffineTransform origin = graphics.getTransform();
    for (int i = 0; i < charts.size(); i++) {
      graphics.setTransform(origin);
      graphics.translate(i * SIDE, 0);
      charts.get(i).paint(graphics, SIDE, SIDE);
    }
    graphics.setTransform(origin);
  }

  /** {@return the picture as PNG} */
  public byte[] png() {
    return picture().png();
  }

  /** {@return the picture as SVG, with letters as outlines} */
  public byte[] svg() {
    return picture().svg();
  }

  private Picture picture() {
    return new Picture(SIDE * charts.size(), SIDE, this::paint);
  }
}
