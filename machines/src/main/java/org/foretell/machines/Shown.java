package org.foretell.machines;

import java.util.Collection;
import java.util.Optional;

/** How foreign text appears in messages: short, on one line, harmless to a terminal. */
final class Shown {
  private static final int LONGEST = 60;
  private static final int MOST_LISTED = 24;
  private static final int MOST_COMPARED = 1000;

  private Shown() {}

  static String quoted(String text) {
    return '"' + plain(text) + '"';
  }

  static String plain(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(LONGEST + 1L)
        .forEach(
            character -> {
              int type = Character.getType(character);
              if (type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR) {
                shown.append(String.format("\\u%04x", character));
              } else {
                shown.appendCodePoint(character);
              }
            });
    return text.codePointCount(0, text.length()) > LONGEST
        ? shown.substring(0, shown.offsetByCodePoints(0, LONGEST - 3)) + "..."
        : shown.toString();
  }

  /** What to write for a wrong name: the one that was probably meant, or those there are. */
  static String choice(String wrong, Collection<String> known) {
    return nearest(wrong, known)
        .map(near -> quoted(near) + " (did you mean that?)")
        .orElseGet(() -> listed(known));
  }

  private static String listed(Collection<String> names) {
    String list = String.join(", ", names.stream().limit(MOST_LISTED).toList());
    return names.size() > MOST_LISTED ? list + ", ..." : list;
  }

  /** The known name that a wrong one was probably meant to be: few letters differ. */
  private static Optional<String> nearest(String wrong, Collection<String> known) {
    String best = "";
    int bestDistance = Math.max(1, Math.min(wrong.length(), LONGEST) / 3) + 1;
    for (String name : known.stream().limit(MOST_COMPARED).toList()) {
      if (Math.abs(name.length() - wrong.length()) < bestDistance) {
        int distance = distance(wrong, name);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = name;
        }
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Levenshtein's distance, upper and lower case being the same. */
  private static int distance(String left, String right) {
    int[] above = new int[right.length() + 1];
    for (int column = 0; column <= right.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= left.length(); row++) {
      int[] current = new int[right.length() + 1];
      current[0] = row;
      for (int column = 1; column <= right.length(); column++) {
        boolean same =
            Character.toLowerCase(left.charAt(row - 1))
                == Character.toLowerCase(right.charAt(column - 1));
        int substituted = above[column - 1] + (same ? 0 : 1);
        current[column] = Math.min(substituted, Math.min(above[column], current[column - 1]) + 1);
      }
      above = current;
    }
    return above[right.length()];
  }
}
