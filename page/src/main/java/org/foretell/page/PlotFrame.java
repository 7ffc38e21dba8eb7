package org.foretell.page;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;
import org.foretell.pictures.Picture;

/**
 * A picture of two axes with labels, a title above and a legend or a scale of colours, and of what
 * is filled in between. Twice as many pixels as its size says, for sharp print.
 */
final class PlotFrame {
  private static final int WIDTH = 1200;
  private static final int SHARPNESS = 2;
  private static final int TOP = 84;
  private static final int BOTTOM = 62;
  private static final int MOST_LABEL_WIDTH = 330;
  private static final int LABEL_HEIGHT = 14;
  private static final int SCALE_ROOM = 110;
  private static final Color INK = new Color(0x1b1f24);
  private static final Color SOFT = new Color(0x57606a);
  private static final Color LINE = new Color(0xd5dae0);

  private final BufferedImage image;
  private final Graphics2D graphics;
  private final Axis x;
  private final Axis y;
  private final int left;
  private final int right;
  private final int height;

  /**
   * What an axis shows.
   *
   * @param name with the unit; empty for none
   * @param end the value at its end, above 0; it begins at 0
   * @param label of a value
   * @param names of its places, each 1 wide; empty where it has numbers
   */
  record Axis(String name, double end, DoubleFunction<String> label, List<String> names) {
    static Axis of(String name, double end, DoubleFunction<String> label) {
      return new Axis(name, end > 0 ? end : 1, label, List.of());
    }

    static Axis of(String name, List<String> names) {
      return new Axis(name, names.size(), value -> "", names);
    }
  }

  /** A colour and what it means. */
  record Meaning(String name, Color colour) {}

  /**
   * An empty picture; y goes down.
   *
   * @param room in pixels, for what is between the axes
   * @param scale whether there will be a scale of colours at the right
   */
  PlotFrame(String title, int room, Axis x, Axis y, boolean scale) {
    this.x = x;
    this.y = y;
    height = room + TOP + BOTTOM;
    image = new BufferedImage(SHARPNESS * WIDTH, SHARPNESS * height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.scale(SHARPNESS, SHARPNESS);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, height);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 17));
    graphics.setColor(INK);
    graphics.drawString(title, 24, 32);
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    left = 34 + (y.name.isEmpty() ? 0 : 22) + widestLabel();
    right = WIDTH - (scale ? SCALE_ROOM : 30);
    drawAxes();
  }

  private int widestLabel() {
    FontMetrics metrics = graphics.getFontMetrics();
    int widest = metrics.stringWidth(y.label.apply(y.end));
    for (String name : y.names) {
      widest = Math.max(widest, metrics.stringWidth(name));
    }
    return Math.min(MOST_LABEL_WIDTH, widest);
  }

  private double pixelX(double value) {
    return left + value / x.end * (right - left);
  }

  private double pixelY(double value) {
    return TOP + value / y.end * (height - TOP - BOTTOM);
  }

  private void drawAxes() {
    FontMetrics metrics = graphics.getFontMetrics();
    int bottom = height - BOTTOM;
    double step = x.names.isEmpty() ? step(x.end, 9) : step(x.end, 24);
    for (double value = 0; value <= x.end * 1.0000001; value += step) {
      boolean named = !x.names.isEmpty();
      if (named && value >= x.names.size()) {
        break;
      }
      double at = pixelX(named ? value + 0.5 : value);
      String text = named ? x.names.get((int) value) : x.label.apply(value);
      line(LINE, at, TOP, at, bottom);
      text(text, SOFT, at - metrics.stringWidth(text) / 2.0, bottom + 18);
    }
    text(x.name, SOFT, (left + right - metrics.stringWidth(x.name)) / 2.0, bottom + 42);
    boolean named = !y.names.isEmpty();
    double rowHeight = (bottom - TOP) / y.end;
    double rows = named ? Math.max(1, Math.ceil(LABEL_HEIGHT / rowHeight)) : step(y.end, 9);
    for (double value = 0; value < y.end * (named ? 1 : 1.0000001); value += rows) {
      double at = pixelY(named ? value + 0.5 : value);
      String text = named ? cut(y.names.get((int) value), metrics) : y.label.apply(value);
      line(LINE, left, at, right, at);
      text(text, named ? INK : SOFT, left - 8.0 - metrics.stringWidth(text), at + 4.5);
    }
    AffineTransform straight = graphics.getTransform();
    graphics.rotate(-Math.PI / 2);
    text(y.name, SOFT, -(TOP + bottom + metrics.stringWidth(y.name)) / 2.0, 24);
    graphics.setTransform(straight);
  }

  private static String cut(String text, FontMetrics metrics) {
    String shown = text;
    while (metrics.stringWidth(shown) > MOST_LABEL_WIDTH) {
      shown = shown.substring(0, shown.length() - 2).stripTrailing() + "…";
    }
    return shown;
  }

  /** A distance of 1, 2 or 5 times a power of ten, so that there are at most so many. */
  private static double step(double end, int most) {
    double power = Math.pow(10, Math.floor(Math.log10(end / most)));
    for (double times : new double[] {1, 2, 5}) {
      if (end / (times * power) <= most) {
        return Math.max(times * power, 1e-300);
      }
    }
    return 10 * power;
  }

  private void text(String text, Color colour, double atX, double atY) {
    graphics.setColor(colour);
    graphics.drawString(text, (float) atX, (float) atY);
  }

  private void line(Color colour, double fromX, double fromY, double toX, double toY) {
    graphics.setColor(colour);
    graphics.draw(new Line2D.Double(fromX, fromY, toX, toY));
  }

  /** Fills a rectangle, at least as wide as can be seen. */
  void fill(double fromX, double toX, double fromY, double toY, Color colour) {
    graphics.setColor(colour);
    double width = Math.max(0.5, pixelX(toX) - pixelX(fromX));
    graphics.fill(
        new Rectangle2D.Double(
            pixelX(fromX), pixelY(fromY), width, Math.max(0.5, pixelY(toY) - pixelY(fromY))));
  }

  /** Fills a piece of a row, but not all of its height where rows are high. */
  void bar(double fromX, double toX, double row, Color colour) {
    double gap = pixelY(1) - pixelY(0) > 6 ? 0.12 : 0;
    fill(fromX, toX, row + gap, row + 1 - gap, colour);
  }

  void cable(double fromX, double fromY, double toX, double toY, double width, Color colour) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setStroke(new BasicStroke((float) width));
    line(colour, pixelX(fromX), pixelY(fromY), pixelX(toX), pixelY(toY));
    graphics.setStroke(new BasicStroke());
  }

  void vertex(double atX, double atY, boolean round) {
    graphics.setColor(SOFT);
    double radius = 3.5;
    double fromX = pixelX(atX) - radius;
    double fromY = pixelY(atY) - radius;
    graphics.fill(
        round
            ? new Ellipse2D.Double(fromX, fromY, 2 * radius, 2 * radius)
            : new Rectangle2D.Double(fromX, fromY, 2 * radius, 2 * radius));
  }

  /** As {@link #vertex}, with a name in it. */
  void namedVertex(String name, double atX, double atY, boolean round) {
    FontMetrics metrics = graphics.getFontMetrics();
    double width = metrics.stringWidth(name) + 9.0;
    double boxHeight = 19;
    double fromX = pixelX(atX) - width / 2;
    double fromY = pixelY(atY) - boxHeight / 2;
    double turn = round ? boxHeight / 2 : 0;
    RoundRectangle2D box = new RoundRectangle2D.Double(fromX, fromY, width, boxHeight, turn, turn);
    graphics.setColor(round ? LINE : Color.WHITE);
    graphics.fill(box);
    graphics.setColor(SOFT);
    graphics.draw(box);
    text(name, INK, fromX + 4.5, fromY + 14);
  }

  /** What colours mean, above the axes. */
  PlotFrame legend(List<Meaning> meanings) {
    FontMetrics metrics = graphics.getFontMetrics();
    double at = 24;
    for (Meaning meaning : meanings) {
      graphics.setColor(meaning.colour);
      graphics.fill(new Rectangle2D.Double(at, 50, 16, 14));
      text(meaning.name, INK, at + 22, 62);
      at += 44 + metrics.stringWidth(meaning.name);
    }
    return this;
  }

  /** What shades mean, at the right; for the highest and the lowest. */
  PlotFrame scale(String lowest, String highest) {
    int bottom = height - BOTTOM;
    int steps = 100;
    double stepHeight = (bottom - TOP - 40.0) / steps;
    for (int i = 0; i < steps; i++) {
      graphics.setColor(shade(1 - (double) i / (steps - 1)));
      graphics.fill(
          new Rectangle2D.Double(right + 28, TOP + 20 + i * stepHeight, 18, stepHeight + 0.5));
    }
    text(highest, INK, right + 22, TOP + 12);
    text(lowest, INK, right + 22, bottom - 4);
    return this;
  }

  /** From light to dark blue, equal in print and to the colour-blind. */
  static Color shade(double share) {
    List<Integer> steps = Palette.LIGHT.loads();
    double at = Math.max(0, Math.min(1, share)) * (steps.size() - 1);
    int low = (int) Math.min(steps.size() - 2, Math.floor(at));
    return mixed(new Color(steps.get(low)), new Color(steps.get(low + 1)), at - low);
  }

  /** A colour between two. */
  static Color mixed(Color one, Color other, double share) {
    return new Color(
        (int) Math.round(one.getRed() + share * (other.getRed() - one.getRed())),
        (int) Math.round(one.getGreen() + share * (other.getGreen() - one.getGreen())),
        (int) Math.round(one.getBlue() + share * (other.getBlue() - one.getBlue())));
  }

  byte[] png() {
    graphics.dispose();
    return Picture.png(image);
  }
}
