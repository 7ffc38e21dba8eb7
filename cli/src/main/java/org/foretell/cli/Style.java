package org.foretell.cli;

import picocli.CommandLine.Help.Ansi;

/** Colours, which are used on a terminal only. */
final class Style {
  private final Ansi ansi;

  Style(Ansi ansi) {
    this.ansi = ansi;
  }

  String strong(String text) {
    return styled("bold", text);
  }

  String faint(String text) {
    return styled("faint", text);
  }

  String warning(String text) {
    return styled("yellow", text);
  }

  String error(String text) {
    return styled("red,bold", text);
  }

  private String styled(String style, String text) {
    if (!ansi.enabled()) {
      return text;
    }
    return Ansi.Style.on(Ansi.Style.parse(style)) + text + Ansi.Style.off(Ansi.Style.parse(style));
  }
}
