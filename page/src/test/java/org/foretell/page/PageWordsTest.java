package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class PageWordsTest {
  @Test
  void kindsAreNamedAsInTheText() {
    assertThat(PageWords.of("interface_queue")).isEqualTo("queue for an interface");
    assertThat(PageWords.of("late_sender")).isEqualTo("late sender");
    assertThat(PageWords.of("balanced")).isEqualTo("balanced computation");
  }

  @Test
  void longNamesKeepTheirEnds() {
    String name = "first" + "x".repeat(10_000) + "solve.c:41";
    assertThat(PageWords.foreign(name))
        .hasSize(160)
        .startsWith("firstx")
        .contains("x\u2026x")
        .endsWith("xsolve.c:41");
    assertThat(PageWords.foreign("a".repeat(160))).isEqualTo("a".repeat(160));
    assertThat(PageWords.foreign("\ud83d\ude00".repeat(200)).codePoints())
        .hasSize(160)
        .filteredOn(one -> one != 0x1f600)
        .containsExactly((int) '\u2026');
  }

  @Test
  void charactersThatTurnTextAroundAreShown() {
    assertThat(PageWords.foreign("\u202egnp.exe \u05e9\u05dc\n"))
        .isEqualTo("\\u202egnp.exe \u05e9\u05dc\\u000a");
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(PageWords.foreign("\u2066")).isEqualTo("\\u2066");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
