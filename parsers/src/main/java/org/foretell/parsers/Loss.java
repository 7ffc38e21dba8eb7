package org.foretell.parsers;

import java.util.Locale;

/**
 * Something that a conversion left out.
 *
 * @param what of the trace, in the plural
 * @param count how many of them, at least 1
 * @param reason why
 */
public record Loss(String what, long count, String reason) {
  /** Checks the number. */
  public Loss {
    if (count < 1) {
      throw new IllegalArgumentException(count + " " + what + " are no loss");
    }
  }

  /** {@return all of it in one line} */
  public String text() {
    return String.format(Locale.ROOT, "left out: %s (%,d); %s", what, count, reason);
  }
}
