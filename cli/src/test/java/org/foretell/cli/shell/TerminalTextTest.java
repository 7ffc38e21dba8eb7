package org.foretell.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TerminalTextTest {
  private static final String BOLD = "\u001b[1m";

  @Test
  void controlCharactersAreWrittenAsJsonWritesThem() throws IOException {
    assertThat(written("a\u0007b\u007fc\u009bd\re\tf\n", false))
        .isEqualTo("a\\u0007b\\u007fc\\u009bd\\u000de\tf\n");
  }

  @Test
  void linesOfCsvEndAsTheyDo() throws IOException {
    assertThat(written("a,b\r\nc\r\r\n\r", false)).isEqualTo("a,b\r\nc\\u000d\r\n\\u000d");
  }

  @Test
  void textThatTurnsRoundIsWrittenInItsOrder() throws IOException {
    assertThat(written("rank\u202e1\u2028", false)).isEqualTo("rank\\u202e1\\u2028");
  }

  @Test
  void otherAlphabetsPass() throws IOException {
    String text = "\u00b5s, \u65e5\u672c, \ud83d\ude00";
    assertThat(written(text, true)).isEqualTo(text);
  }

  @Test
  void stylesPassOnlyWhereTheyAreUsed() throws IOException {
    assertThat(written(BOLD + "x\u001b[0m", true)).isEqualTo(BOLD + "x\u001b[0m");
    assertThat(written(BOLD + "x", false)).isEqualTo("\\u001b[1mx");
  }

  @Test
  void theEndOfBoldIsTheOneThatAllTerminalsKnow() throws IOException {
    assertThat(written(BOLD + "x\u001b[21m", true)).isEqualTo(BOLD + "x\u001b[22m");
  }

  @Test
  void whatIsNoStyleOfOursIsEscaped() throws IOException {
    assertThat(written("\u001b[2Jx", true)).isEqualTo("\\u001b[2Jx");
    assertThat(written("\u001b]0;title\u0007", true)).isEqualTo("\\u001b]0;title\\u0007");
    assertThat(written("\u001b\u001b[1m", true)).isEqualTo("\\u001b" + BOLD);
    assertThat(written("x\u001b[", true)).isEqualTo("x\\u001b[");
  }

  /** Written whole, by character, and in pieces: the same must come of it. */
  private static String written(String text, boolean styled) throws IOException {
    StringWriter whole = new StringWriter();
    try (PrintWriter writer = new PrintWriter(new TerminalText(whole, styled))) {
      writer.print(text);
    }
    StringWriter pieces = new StringWriter();
    try (TerminalText writer = new TerminalText(pieces, styled)) {
      for (int i = 0; i < text.length(); i++) {
        writer.write(text.charAt(i));
        writer.write(new char[0]);
      }
    }
    assertThat(pieces).hasToString(whole.toString());
    return whole.toString();
  }
}
