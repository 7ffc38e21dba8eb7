package org.foretell.setting;

import org.foretell.failure.ForetellException;
import org.foretell.structure.DurationRule;
import org.jspecify.annotations.Nullable;

/** What a setting says becomes of durations when a trace is compressed. */
public final class DurationChoice {
  private static final String QUANTISE = "quantise=";

  private DurationChoice() {}

  /**
   * Reads a rule.
   *
   * @param text exact, quantise=1% or histogram; null for exact
   * @throws ForetellException if it is none
   */
  public static DurationRule of(@Nullable String text) {
    if (text == null || text.equals("exact")) {
      return DurationRule.EXACT;
    }
    if (text.equals("histogram")) {
      return DurationRule.HISTOGRAM;
    }
    if (text.startsWith(QUANTISE) && text.endsWith("%")) {
      try {
        double percent = Double.parseDouble(text.substring(QUANTISE.length(), text.length() - 1));
        return DurationRule.quantised(percent / 100);
      } catch (IllegalArgumentException wrong) {
        throw unknown(text);
      }
    }
    throw unknown(text);
  }

  private static ForetellException unknown(String text) {
    return ForetellException.usage(
        "durations "
            + text
            + ": write exact, histogram, or quantise= and an error above 0 % and below 100 %, as in"
            + " quantise=1%");
  }
}
