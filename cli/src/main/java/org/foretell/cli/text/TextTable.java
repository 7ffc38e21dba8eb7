package org.foretell.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A small table for people: the first column to the left, numbers to the right. */
public final class TextTable {
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
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String cell = rows.get(r).get(i);
        String padding = " ".repeat(widths[i] - cell.length());
        line.append("  ").append(i < leftColumns ? cell + padding : padding + cell);
      }
      String text = line.toString().stripTrailing();
      out.println(r == 0 ? style.faint(text) : text);
    }
  }
}
