package org.foretell.cli.text;

import picocli.CommandLine.Help.Ansi;

/** Colours, which are used on a terminal only. */
public final class Style {
  private final Ansi ansi;

  public Style(Ansi ansi) {
    this.ansi = ansi;
  }

  public String strong(String text) {
    return styled("bold", text);
  }

  String faint(String text) {
    return styled("faint", text);
  }

  public String warning(String text) {
    return styled("yellow", text);
  }

  public String error(String text) {
    return styled("red,bold", text);
  }

  private String styled(String style, String text) {
    if (!ansi.enabled()) {
      return text;
    }
    return Ansi.Style.on(Ansi.Style.parse(style)) + text + Ansi.Style.off(Ansi.Style.parse(style));
  }
}
