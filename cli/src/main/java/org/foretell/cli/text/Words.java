package org.foretell.cli.text;

import java.util.Locale;

/** Counts and names as people read them. */
public final class Words {
  private Words() {}

  /** A number of things: {@code "1 rank"}, {@code "1,024 ranks"}. */
  public static String counted(long count, String what) {
    return String.format(Locale.US, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  /** How a constant is written for users: in lower case. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
