package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StudyGlossaryTest {
  private static List<String> terms(String... sentences) {
    return StudyGlossary.pieces(List.of(sentences)).stream()
        .flatMap(List::stream)
        .filter(piece -> !String.valueOf(piece.get("term")).isEmpty())
        .map(piece -> piece.get("text") + " = " + piece.get("term"))
        .toList();
  }

  @Test
  void eachTermIsLinkedWhereItComesFirst() {
    assertThat(terms("Draws vary; a draw has bounds.", "In 5 draws, 3 nodes, PUE 1.2."))
        .containsExactly("Draws = draw", "bounds = bounds", "nodes = node", "PUE = pue");
  }

  @Test
  void theLongestPhraseCountsAndPartsOfWordsDoNot() {
    assertThat(terms("node hours of loggops-atlahs", "loggops"))
        .containsExactly(
            "node hours = node-hour",
            "loggops-atlahs = model-loggops-atlahs",
            "loggops = model-loggops");
    assertThat(terms("a second one ranks otherwise; a simple flow; nodesize, sub-node")).isEmpty();
  }

  @Test
  void piecesAreTheWholeText() {
    String text = "26 figures have no source: discount rate a year; speed of the cores of North";
    assertThat(
            StudyGlossary.pieces(List.of(text)).get(0).stream()
                .map(piece -> piece.get("text"))
                .collect(Collectors.joining()))
        .isEqualTo(text);
    assertThat(terms(text))
        .containsExactly("discount rate = discount", "speed of the cores = core-ratio");
  }

  @Test
  void entriesAreInTheOrderOfTheirTerms() {
    List<String> terms =
        StudyGlossary.terms().values().stream()
            .map((Map<String, String> entry) -> String.valueOf(entry.get("term")))
            .filter(term -> !term.startsWith("model "))
            .toList();
    assertThat(terms).hasSizeGreaterThan(20).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
  }
}
