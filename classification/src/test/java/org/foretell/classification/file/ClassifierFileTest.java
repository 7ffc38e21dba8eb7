package org.foretell.classification.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.foretell.classification.Origin;
import org.foretell.classification.Runs;
import org.foretell.classification.Training;
import org.foretell.classification.Training.Place;
import org.foretell.classification.benchmark.Delays;
import org.foretell.models.simple.SimpleModelProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifierFileTest {
  private static String text = "";

  @BeforeAll
  static void write() throws Exception {
    StringWriter out = new StringWriter();
    new ClassifierFile(
            new Origin("1", false, null, "m", "ab", "simple", Map.of(), 1),
            new Training(Delays.OF_MESSAGES, Delays.OF_COLLECTIVES, 2, 64, 2, 2, 1)
                .train(List.of(Place.BETWEEN_NODES), false, Runs.under(new SimpleModelProvider())))
        .write(out);
    text = out.toString();
  }

  private static void assertRefused(String file, String reason) {
    assertThatThrownBy(() -> ClassifierFile.read(file.getBytes(UTF_8), "tree.json"))
        .isInstanceOf(ClassifierFileException.class)
        .hasMessageStartingWith("tree.json: ")
        .hasMessageContaining(reason)
        .hasMessageMatching("[^\\n]*");
  }

  @Test
  void everyTruncationIsRefused() {
    for (int length = 0; length < text.length() - 2; length += 1 + text.length() / 97) {
      assertRefused(text.substring(0, length), "");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"formatVersion\" : 2 | \"formatVersion\" : 1 | format version 1, and this version of"
            + " Foretell reads 2",
        "\"formatVersion\" : 2 | \"other\" : 1 | has no formatVersion",
        "\"attribute\" : 4 | \"attribute\" : 40 | asks for attribute 40",
        "\"atMost\" : 1 | \"atMost\" : 0 | has the child 0",
        "\"atMost\" : 1 | \"atMost\" : 2 | parents",
        "\"kind\" : \"MESSAGE\" | \"kind\" : \"UPDATE\" | counts",
        "\"origin\" : { | \"origin\" : null, \"x\" : { | train again",
        "\"members\" : 2 | \"members\" : -2 | expected 2 or more",
        "\"bytes\" : [ 1, 2 | \"bytes\" : [ 2, 1 | do not ascend",
        "\"seed\" : 1 | \"seed\" : \"many\" | train again"
      })
  void damageIsRefused(String from, String to, String reason) {
    String damaged = text.replaceFirst(java.util.regex.Pattern.quote(from), to);
    assertThat(damaged).isNotEqualTo(text);
    assertRefused(damaged, reason);
  }

  /** Other formats, and numbers and names of a length that no tree has. */
  @Test
  void foreignFilesAreRefused() {
    byte[] protobuf = new byte[4096];
    for (int i = 0; i < protobuf.length; i++) {
      protobuf[i] = (byte) (i * 37);
    }
    assertRefused(new String(protobuf, java.nio.charset.StandardCharsets.ISO_8859_1), "");
    assertThatThrownBy(() -> ClassifierFile.read(protobuf, "tree.json"))
        .isInstanceOf(ClassifierFileException.class)
        .hasMessageStartingWith("tree.json: ")
        .hasMessageMatching("[^\\n]*");
    assertRefused("\u0000\u0000\u0000", "");
    assertRefused("[]", "has no formatVersion");
    assertRefused("\"" + "x".repeat(30_000_000) + "\"", "");
    assertRefused("[".repeat(100_000), "train again");
    assertRefused("{\"formatVersion\": 2, \"a\": " + "9".repeat(5_000) + "}", "train again");
    assertRefused(text.replaceFirst("\"attribute\" : 4", "\"attribute\" : 4000000000"), "train");
    assertRefused(text.replaceFirst("\"atMost\" : 1", "\"atMost\" : 2000000000"), "child");
    assertRefused(
        text.replaceFirst("\"threshold\" : [0-9.E-]+", "\"threshold\" : 1e999"), "threshold");
    assertRefused(
        text.replaceFirst("\"ps\" : \\[ \\[ [0-9.E-]+", "\"ps\" : [ [ -1"), "of 0 or more");
  }

  /** One byte or another is damaged: refused with one line, or read as what it then says. */
  @Test
  void damagedBytesNeverFailOtherwise() {
    java.util.SplittableRandom random = new java.util.SplittableRandom(7);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = text.getBytes(UTF_8);
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        assertThat(ClassifierFile.read(bytes, "tree.json").classifier().trees()).isNotEmpty();
      } catch (ClassifierFileException refused) {
        assertThat(refused).hasMessageStartingWith("tree.json: ").hasMessageMatching("[^\\n]*");
      }
    }
  }

  @Test
  void whatIsNoFileIsRefused() {
    assertThatThrownBy(() -> ClassifierFile.read(Path.of("/nowhere")))
        .isInstanceOf(ClassifierFileException.class)
        .hasMessageStartingWith("/nowhere: is not a file");
  }
}
