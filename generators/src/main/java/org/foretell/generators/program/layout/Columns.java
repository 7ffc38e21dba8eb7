package org.foretell.generators.program.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of C that fit on a screen. */
final class Columns {
  private static final int WIDTH = 110;

  /** How much further to the right a line goes on. */
  private static final int INDENT = 4;

  /** Where a line may end: after a comma, before an operator or a comment. */
  private static final Pattern BREAK = Pattern.compile("(?<=, )|(?= (\\?|:|\\|\\||&&|/\\*) )");

  private Columns() {}

  /**
   * A line as several, where it is too long.
   *
   * @param line of code without literals of text; at its end may be a comment, which stays whole
   */
  static String wrapped(String line) {
    int start = line.length() - line.stripLeading().length();
    String indent = " ".repeat(start + INDENT);
    StringBuilder lines = new StringBuilder();
    String rest = line;
    for (int at = breakOf(rest); at > 0; at = breakOf(rest)) {
      lines.append(rest.substring(0, at).stripTrailing()).append('\n');
      rest = indent + rest.substring(at).strip();
    }
    return lines.append(rest).toString();
  }

  /** Where a line is to be broken; -1 if it is short enough, or cannot be. */
  private static int breakOf(String line) {
    int last = -1;
    if (line.length() <= WIDTH) {
      return last;
    }
    int first = line.length() - line.stripLeading().length();
    int comment = line.indexOf(" /* ");
    Matcher places = BREAK.matcher(line);
    while (places.find() && (places.start() <= WIDTH || last < 0)) {
      boolean isInside = comment >= 0 && places.start() > comment;
      if (places.start() > first && !isInside) {
        last = places.start();
      }
    }
    return last;
  }
}
