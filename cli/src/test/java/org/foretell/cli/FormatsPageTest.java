package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.junit.jupiter.api.Test;

/** The tables of the page of formats are those of the code. */
class FormatsPageTest {
  private static final Path PAGE = Path.of("../docs/formats.md");
  private static final String BEGIN = "<!-- begin: FormatsPageTest -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void tableOfFormatsIsThatOfTheCode() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(begin).isBetween(BEGIN.length(), end);
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, page.substring(0, begin) + tables() + page.substring(end));
      page = Files.readString(PAGE);
      end = page.indexOf(END);
    }
    assertThat(page.substring(begin, end))
        .as("written by this test with -Dupdate.docs=true")
        .isEqualTo(tables());
  }

  private static String tables() {
    TraceFormats installed = TraceFormats.installed();
    List<TraceFormatReader> formats = installed.all();
    StringBuilder text = new StringBuilder("\n| format | trace | written | options |\n");
    text.append("|---|---|---|---|\n| `native` | native trace (`.bin`) | `.bin` | |\n");
    text.append("| `text` | native trace as text | `.txt` | |\n");
    for (TraceFormatReader format : formats) {
      text.append("| `")
          .append(format.id())
          .append("` | ")
          .append(format.description())
          .append(
              installed.writer(format.id()).map(one -> " | `" + one.ending() + "`").orElse(" |"))
          .append(" | ")
          .append(
              format.options().stream()
                  .map(option -> option.label())
                  .collect(Collectors.joining(", ")))
          .append(format.options().isEmpty() ? "|\n" : " |\n");
    }
    text.append("\nWhat a trace can contain:\n\n| |");
    formats.forEach(format -> text.append(' ').append(format.id()).append(" |"));
    text.append("\n|---|").append("---|".repeat(formats.size())).append('\n');
    for (TraceContent content : TraceContent.values()) {
      text.append("| ").append(content.label()).append(" |");
      formats.forEach(format -> text.append(format.contents().contains(content) ? " yes |" : " |"));
      text.append('\n');
    }
    return text.append('\n').toString();
  }
}
