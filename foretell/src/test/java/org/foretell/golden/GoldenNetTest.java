package org.foretell.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The net can fail: what changed is reported, with its place. */
class GoldenNetTest {
  @TempDir private Path folder;

  private static GoldenFile golden(Question question) {
    return new GoldenFile(GoldenCase.GOLDEN.resolve(question.fileName()));
  }

  @ParameterizedTest
  @EnumSource
  void aChangedDigitOfAnAnswerIsReportedWithItsPointer(Question question) throws IOException {
    Map<String, String> expected = golden(question).read();
    String name =
        expected.entrySet().stream()
            .filter(line -> line.getValue().contains("\"answer\""))
            .findFirst()
            .orElseThrow()
            .getKey();
    Map<String, String> leaves = GoldenDocument.leaves(expected.get(name));
    Map.Entry<String, String> number =
        leaves.entrySet().stream()
            .filter(leaf -> leaf.getKey().matches(".*([sS]econds|elasticity)"))
            .filter(leaf -> leaf.getValue().matches("[0-9.]*[1-9](E-?[0-9]+)?"))
            .findFirst()
            .orElseThrow();
    String changed = number.getValue().replaceFirst("[1-9]", "0");
    String member = number.getKey().substring(number.getKey().lastIndexOf('/') + 1);
    Map<String, String> found = new LinkedHashMap<>(expected);
    found.computeIfPresent(
        name,
        (key, line) ->
            line.replaceFirst(
                "\"" + member + "\":" + number.getValue() + "\\b",
                "\"" + member + "\":" + changed));
    assertThat(GoldenDifferences.report(expected, found))
        .isEqualTo(
            "1 of "
                + expected.size()
                + " cases differ, in 1 values:\n"
                + name
                + "\n  "
                + number.getKey()
                + ": expected "
                + number.getValue()
                + ", found "
                + changed);
  }

  @Test
  void numbersAreComparedAsWritten() {
    assertThat(GoldenDifferences.between("{\"a\":[1,{\"b/c\":1.0}]}", "{\"a\":[1,{\"b/c\":1.00}]}"))
        .containsExactly("/a/1/b~1c: expected 1.0, found 1.00");
    assertThat(GoldenDifferences.between("{\"a\":1}", "{\"a\":\"1\"}"))
        .containsExactly("/a: expected 1, found \"1\"");
    assertThat(GoldenDocument.of("{ \"a\" : 1.50E+2, \"b\" : [ null, true, -0.0 ] }", 100))
        .isEqualTo("{\"a\":1.50E+2,\"b\":[null,true,-0.0]}");
  }

  @Test
  void whatIsNewOrGoneOrMovedIsReported() {
    assertThat(GoldenDifferences.between("{\"a\":1,\"b\":[]}", "{\"b\":[2]}"))
        .containsExactly(
            "/a: expected 1, found nothing",
            "/b: expected [], found nothing",
            "/b/0: expected nothing, found 2");
    assertThat(GoldenDifferences.between("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"))
        .containsExactly("the same values, in another order");
    assertThat(GoldenDifferences.report(Map.of("x", "{\"a\":1}"), Map.of("y", "{\"a\":1}")))
        .contains(
            "2 of 2 cases differ",
            "x\n  is no longer asked",
            "y\n  the golden file has no such case");
  }

  @Test
  void longListsAreComparedByHash() {
    String expected = GoldenDocument.of("{\"ranks\":[1,2,3,4]}", 5);
    String found = GoldenDocument.of("{\"ranks\":[1,2,3,5]}", 5);
    assertThat(expected).contains("\"elements\":4");
    assertThat(GoldenDifferences.between(expected, found))
        .singleElement()
        .asString()
        .startsWith("/ranks/hash: expected \"");
  }

  @Test
  void theBuildThatAnsweredIsLeftOutAndNothingElse() {
    assertThat(
            GoldenDocument.of(
                "{\"version\":\"1\",\"run\":{\"version\":\"1\",\"a\":{\"version\":\"2\"}}}", 100))
        .isEqualTo("{\"run\":{\"a\":{\"version\":\"2\"}}}");
  }

  @Test
  void aRenewalWithoutChangeLeavesTheBytes() throws IOException {
    GoldenFile file = new GoldenFile(folder.resolve("a.jsonl.gz"));
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("b", "{\"case\":\"b\",\"answer\":1}");
    lines.put("a", "{\"case\":\"a\",\"answer\":2}");
    file.write(lines);
    byte[] bytes = Files.readAllBytes(file.path());
    assertThat(List.copyOf(file.read().entrySet())).isEqualTo(List.copyOf(lines.entrySet()));
    file.write(lines);
    assertThat(Files.readAllBytes(file.path())).isEqualTo(bytes);
    Files.delete(file.path());
    file.write(lines);
    assertThat(Files.readAllBytes(file.path())).isEqualTo(bytes);
  }
}
