package org.foretell.page;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the page says what the JSON names, and how it shows names of others. */
final class PageWords {
  /** Longer names are cut in the middle, since places end with file and line. */
  private static final int MOST_CHARACTERS = 160;

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("cpu_queue", "queue for a CPU"),
          Map.entry("interface_queue", "queue for an interface"),
          Map.entry("link_queue", "queue for a link"),
          Map.entry("bus_queue", "queue for a bus"),
          Map.entry("file", "files"),
          Map.entry("zero_latency", "zero latency and overhead"),
          Map.entry("eager", "eager everywhere"),
          Map.entry("balanced", "balanced computation"));

  private PageWords() {}

  /** A kind, state, step or op, as {@code sim explain} prints it. */
  static String of(String name) {
    return WORDS.getOrDefault(name, name.replace('_', ' '));
  }

  /**
   * A name that somebody else gave: at most 160 characters, and none that turns the text around it.
   */
  static String foreign(String name) {
    String shown = visible(name);
    if (shown.codePointCount(0, shown.length()) <= MOST_CHARACTERS) {
      return shown;
    }
    int head = shown.offsetByCodePoints(0, MOST_CHARACTERS / 2);
    int tail = shown.offsetByCodePoints(shown.length(), 1 - MOST_CHARACTERS / 2);
    return shown.substring(0, head) + "\u2026" + shown.substring(tail);
  }

  /** Text of any length with such names in it. */
  static String visible(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            one -> {
              if (Character.getType(one) == Character.FORMAT || Character.isISOControl(one)) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", one));
              } else {
                shown.appendCodePoint(one);
              }
            });
    return shown.toString();
  }

  /** What is done where, if that is known. */
  static String at(String what, @Nullable String place) {
    return place == null ? what : what + "  " + foreign(place);
  }
}
