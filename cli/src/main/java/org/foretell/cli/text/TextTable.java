package org.foretell.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A small table for people: the first column to the left, numbers to the right. Where a terminal is
 * too narrow for it, columns that do not fit follow in another block of the same rows.
 */
public final class TextTable {
  /** Set by the launcher to the columns of the terminal when standard output is one. */
  private static final String PROPERTY = "sim.columns";

  private static final int LEAST_WIDTH = 40;
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;
  private final int leftColumns;

  /**
   * A table of a header and no rows.
   *
   * @param leftColumns how many columns are text, from the left
   */
  public TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    this.columns = header.length;
    rows.add(List.of(header));
  }

  public void row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException("a row needs " + columns + " cells");
    }
    rows.add(List.of(cells));
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  public void print(PrintWriter out, Style style) {
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    int limit = widthUpTo(Integer.MAX_VALUE);
    for (int from = 1, to; ; from = to) {
      int width = GAP.length() + widths[0];
      to = Math.min(from, columns);
      while (to < columns && (to == from || width + GAP.length() + widths[to] <= limit)) {
        width += GAP.length() + widths[to++];
      }
      block(out, style, widths, from, to);
      if (to == columns) {
        return;
      }
      out.println();
    }
  }

  /** The first column, and some of the others. */
  private void block(PrintWriter out, Style style, int[] widths, int from, int to) {
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < to; i = i == 0 ? from : i + 1) {
        String cell = rows.get(r).get(i);
        String padding = " ".repeat(widths[i] - cell.length());
        line.append(GAP).append(i < leftColumns ? cell + padding : padding + cell);
        if (columns == 1) {
          break;
        }
      }
      String text = line.toString().stripTrailing();
      out.println(r == 0 ? style.faint(text) : text);
    }
  }

  /** The columns of the terminal, if there is one, and at most what is asked for. */
  public static int widthUpTo(int most) {
    int columns = Integer.getInteger(PROPERTY, most);
    return columns <= 0 ? most : Math.min(most, Math.max(LEAST_WIDTH, columns));
  }
}
