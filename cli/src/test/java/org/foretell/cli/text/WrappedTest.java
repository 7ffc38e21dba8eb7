package org.foretell.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WrappedTest {
  private static final String PROPERTY = "sim.columns";

  @AfterEach
  void noTerminal() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void withoutATerminalALineStaysWhole() {
    String text = "word ".repeat(100);
    assertThat(Wrapped.text(text, 2)).isEqualTo(text);
  }

  @Test
  void linesEndBeforeTheTerminalDoes() {
    System.setProperty(PROPERTY, "40");
    String text = "a few words and others until more than one line is full, and then some more";
    String[] lines = Wrapped.text(text, 9, 2).split(System.lineSeparator());
    assertThat(lines).hasSizeGreaterThan(2);
    assertThat(lines[0].length()).isBetween(20, 31);
    for (int line = 1; line < lines.length; line++) {
      assertThat(lines[line]).startsWith("  ").hasSizeLessThanOrEqualTo(40);
    }
    assertThat(String.join("", lines).replaceAll(" +", "")).isEqualTo(text.replace(" ", ""));
  }

  @Test
  void aWordThatIsTooLongStandsAlone() {
    System.setProperty(PROPERTY, "40");
    String word = "x".repeat(60);
    assertThat(Wrapped.text("short " + word, 2))
        .isEqualTo("short" + System.lineSeparator() + "  " + word);
  }
}
