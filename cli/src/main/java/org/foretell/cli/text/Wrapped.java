package org.foretell.cli.text;

/** Breaks long lines between words, where standard output is a terminal that is too narrow. */
public final class Wrapped {
  private Wrapped() {}

  /**
   * A text in lines that fit the terminal; the text itself if there is none.
   *
   * @param text one line
   * @param indent blanks before each line but the first, which stands as far from the left already
   */
  public static String text(String text, int indent) {
    return text(text, indent, indent);
  }

  /**
   * A text in lines that fit the terminal; the text itself if there is none.
   *
   * @param text one line
   * @param column how far from the left it begins
   * @param indent blanks before each line but the first
   */
  public static String text(String text, int column, int indent) {
    int width = TextTable.widthUpTo(Integer.MAX_VALUE);
    if (column + text.length() <= width) {
      return text;
    }
    StringBuilder lines = new StringBuilder();
    int used = column;
    for (String word : text.split(" ", -1)) {
      boolean first = lines.isEmpty();
      if (!first && used + 1 + word.length() > width) {
        lines.append(System.lineSeparator()).append(" ".repeat(indent)).append(word);
        used = indent + word.length();
      } else {
        lines.append(first ? "" : " ").append(word);
        used += (first ? 0 : 1) + word.length();
      }
    }
    return lines.toString();
  }
}
