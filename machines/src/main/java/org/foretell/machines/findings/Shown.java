package org.foretell.machines.findings;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** How foreign text appears in messages: short, on one line, harmless to a terminal. */
public final class Shown {
  private static final int LONGEST = 60;
  private static final int MOST_LISTED = 24;

  /** Names that begin alike are offered if they are few, and not by a letter or two. */
  private static final int MOST_MEANT = 3;

  private static final int SHORTEST_BEGINNING = 3;

  private Shown() {}

  public static String quoted(String text) {
    return '"' + plain(text) + '"';
  }

  public static String plain(String text) {
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

  /**
   * What to write for a wrong name: those that it begins, the one that was probably meant, or those
   * there are.
   */
  public static String choice(String wrong, Collection<String> known) {
    List<String> longer =
        wrong.length() < SHORTEST_BEGINNING
            ? List.of()
            : known.stream().filter(name -> name.startsWith(wrong)).limit(MOST_LISTED).toList();
    if (!longer.isEmpty() && longer.size() <= MOST_MEANT) {
      return longer.stream().map(Shown::quoted).collect(Collectors.joining(" or "))
          + (longer.size() == 1 ? " (did you mean that?)" : " (did you mean one of those?)");
    }
    return NearestName.of(wrong, known)
        .map(near -> quoted(near) + " (did you mean that?)")
        .orElseGet(() -> listed(known));
  }

  private static String listed(Collection<String> names) {
    String list = String.join(", ", names.stream().limit(MOST_LISTED).map(Shown::plain).toList());
    return names.size() > MOST_LISTED ? list + ", ..." : list;
  }
}
