package org.foretell.generators.program.value;

import java.util.Locale;

/** Text of users in C: nothing of it is ever taken for code. */
public final class CText {
  private static final int LONGEST = 60;

  private CText() {}

  /** Text within a comment, on one line. */
  public static String comment(String text) {
    StringBuilder clean = new StringBuilder();
    for (int i = 0; i < text.length() && clean.length() < LONGEST; i++) {
      char c = text.charAt(i);
      boolean isPlain = c >= ' ' && c < 127 && c != '\\' && c != '?';
      clean.append(isPlain ? c : '_');
    }
    return clean.toString().replace("*/", "*_").replace("/*", "/_").strip();
  }

  /** A part of an identifier, in lower case; may be empty. */
  public static String identifier(String text) {
    String clean =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_+|_+$", "");
    return clean.length() <= 24 ? clean : clean.substring(0, 24).replaceAll("_+$", "");
  }

  /** A number of bytes or the like, as C has it. */
  public static String number(long value) {
    if (value == Long.MIN_VALUE) {
      return "(-9223372036854775807L - 1)";
    }
    boolean isInt = value == (int) value;
    return Long.toString(value) + (isInt ? "" : "L");
  }
}
