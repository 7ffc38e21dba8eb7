package org.foretell.cli.report;

import java.io.PrintWriter;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Wrapped;

/** A warning, for people. */
public final class WarningText {
  private static final String LABEL = "warning: ";
  private static final int INDENT = 2;

  private WarningText() {}

  /** Prints one, in lines that fit the terminal. */
  public static void print(String warning, PrintWriter out, Style style) {
    out.println(style.warning(LABEL) + Wrapped.text(warning, LABEL.length(), INDENT));
  }
}
