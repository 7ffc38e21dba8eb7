package org.foretell.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class TextTableTest {
  @AfterEach
  void forgetTheTerminal() {
    System.clearProperty("sim.columns");
  }

  private static String[] printed() {
    TextTable table = new TextTable(1, "name", "a long heading", "another heading", "more of it");
    table.row("first", "1", "20", "300");
    table.row("b", "4000", "5", "6");
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    table.print(out, new Style(Ansi.OFF));
    out.flush();
    return text.toString().split(System.lineSeparator(), -1);
  }

  @Test
  void withoutATerminalAllColumnsStandBesideEachOther() {
    assertThat(printed())
        .containsExactly(
            "  name   a long heading  another heading  more of it",
            "  first               1               20         300",
            "  b                4000                5           6",
            "");
  }

  @Test
  void whatDoesNotFitTheTerminalFollowsBelow() {
    System.setProperty("sim.columns", "42");
    assertThat(printed())
        .containsExactly(
            "  name   a long heading  another heading",
            "  first               1               20",
            "  b                4000                5",
            "",
            "  name   more of it",
            "  first         300",
            "  b               6",
            "");
  }
}
