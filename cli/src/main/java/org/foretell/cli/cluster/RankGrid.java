package org.foretell.cli.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;

/**
 * Rows in which ranks are shown, rank 0 first.
 *
 * @param width ranks in a row
 * @param height rows
 */
record RankGrid(int width, int height) {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,8})x(\\d{1,8})");

  /** The grid whose height is the largest divisor up to the root of the number of ranks. */
  static RankGrid nearlySquare(int ranks) {
    int height = (int) Math.sqrt(ranks);
    while (ranks % height != 0) {
      height--;
    }
    return new RankGrid(ranks / height, height);
  }

  /** A grid that users give. */
  static RankGrid parse(String text, int ranks) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches() || Long.parseLong(size.group(1)) * Long.parseLong(size.group(2)) != ranks) {
      throw ForetellException.usage(
          "--grid: expected a width and a height that make "
              + ranks
              + ", like "
              + nearlySquare(ranks)
              + ", found "
              + text);
    }
    return new RankGrid(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
  }

  @Override
  public String toString() {
    return width + "x" + height;
  }
}
