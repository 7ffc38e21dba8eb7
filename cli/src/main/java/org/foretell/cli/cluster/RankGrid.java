package org.foretell.cli.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;

/**
 * Rows in which ranks are shown, rank 0 first, and planes of such rows.
 *
 * @param width ranks in a row
 * @param height rows in a plane
 * @param depth planes
 */
record RankGrid(int width, int height, int depth) {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})x(\\d{1,6})(?:x(\\d{1,6}))?");

  /**
   * The grid that most programs would take: a square, or the planes of a cube, or that whose height
   * is the largest divisor up to the root of the number of ranks.
   */
  static RankGrid usual(int ranks) {
    int height = (int) Math.sqrt(ranks);
    int edge = (int) Math.round(Math.cbrt(ranks));
    if (height * height != ranks && edge > 1 && edge * edge * edge == ranks) {
      return new RankGrid(edge, edge, edge);
    }
    while (ranks % height != 0) {
      height--;
    }
    return new RankGrid(ranks / height, height, 1);
  }

  /** A grid that users give. */
  static RankGrid parse(String text, int ranks) {
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      int depth = size.group(3) == null ? 1 : Integer.parseInt(size.group(3));
      RankGrid grid =
          new RankGrid(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), depth);
      if ((long) grid.width * grid.height * grid.depth == ranks) {
        return grid;
      }
    }
    throw ForetellException.usage(
        "--grid: expected WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH with the product "
            + ranks
            + ", like "
            + usual(ranks)
            + ", found "
            + text);
  }

  @Override
  public String toString() {
    return width + "x" + height + (depth > 1 ? "x" + depth : "");
  }
}
