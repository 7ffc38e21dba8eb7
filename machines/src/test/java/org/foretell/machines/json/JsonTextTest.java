package org.foretell.machines.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JsonTextTest {
  /** A text that is not JSON, and what is said of it. */
  record Broken(String text, String finding) {}

  static Stream<Broken> brokenTexts() {
    return Stream.of(
        new Broken("", "line 1, column 1, $: found nothing; allowed: a JSON object {...}"),
        new Broken("   ", "line 1, column 1, $: found nothing; allowed: a JSON object {...}"),
        new Broken(
            "[]",
            "line 1, column 1, $: found an array; allowed: an object {...} that describes a"
                + " machine"),
        new Broken(
            "7", "line 1, column 1, $: found 7; allowed: an object {...} that describes a machine"),
        new Broken(
            "\"machine\"",
            "line 1, column 1, $: found \"machine\"; allowed: an object {...} that describes a"
                + " machine"),
        new Broken(
            "{",
            "line 1, column 2, $: found the end of the file; allowed: more, until the { of line 1,"
                + " column 1 is closed"),
        new Broken(
            "{\"name\": \"clus",
            "line 1, column 15, $: found the end of the file; allowed: more, until the { of line 1,"
                + " column 1 is closed"),
        new Broken(
            "{\"nodeGroups\": [\n  {\"nodes\": 1,",
            "line 2, column 15, $: found the end of the file; allowed: more, until the { of line 2,"
                + " column 3 is closed"),
        new Broken(
            "{\"name\": \"a\", // remark\n}",
            "line 1, column 15, $: found the character /; allowed: no comments; remarks go into"
                + " \"notes\""),
        new Broken(
            "# remark\n{}",
            "line 1, column 1, $: found the character #; allowed: no comments; remarks go into"
                + " \"notes\""),
        new Broken(
            "{\"name\": \"a\" /* remark */}",
            "line 1, column 14, $: found the character /; allowed: no comments; remarks go into"
                + " \"notes\""),
        new Broken(
            "{'name': 1}",
            "line 1, column 2, $: found the character '; allowed: a name in double quotes"),
        new Broken(
            "{name: 1}",
            "line 1, column 2, $: found the character n; allowed: a name in double quotes"),
        new Broken(
            "{\"name\": \"a\",\n}",
            "line 2, column 1, $: found the character }; allowed: a name in double quotes, or no"
                + " comma before the bracket"),
        new Broken(
            "{\"notes\": [\"a\",]}",
            "line 1, column 16, $: found the character ]; allowed: a string in double quotes, a"
                + " number, an object or an array, or no comma before the bracket"),
        new Broken(
            "{\"name\" \"a\"}",
            "line 1, column 9, $: found the character \"; allowed: a colon between name and value"),
        new Broken(
            "{\"name\": \"a\" \"title\": \"b\"}",
            "line 1, column 14, $: found the character \"; allowed: a comma or a closing bracket"),
        new Broken(
            "{\"name\": }",
            "line 1, column 10, $: found the character }; allowed: a string in double quotes, a"
                + " number, an object or an array, or no comma before the bracket"),
        new Broken(
            "{\"nodes\": 01}",
            "line 1, column 12, $: found a number that is not JSON; allowed: a number as JSON"
                + " writes it, like 16 or 0.5"),
        new Broken(
            "{\"nodes\": +1}",
            "line 1, column 12, $: found the character +; allowed: a number as JSON writes it, like"
                + " 16 or 0.5"),
        new Broken(
            "{\"nodes\": .5}",
            "line 1, column 11, $: found the character .; allowed: a string in double quotes, a"
                + " number, an object or an array"),
        new Broken(
            "{\"nodes\": 5.}",
            "line 1, column 12, $: found the character }; allowed: a number as JSON writes it, like"
                + " 16 or 0.5"),
        new Broken(
            "{\"nodes\": 0x10}",
            "line 1, column 12, $: found the character x; allowed: a string in double quotes, a"
                + " number, an object or an array"),
        new Broken(
            "{\"name\": nul}",
            "line 1, column 10, $: found nul; allowed: a string in double quotes, a number, an"
                + " object or an array"),
        new Broken(
            "{\"name\": True}",
            "line 1, column 10, $: found True; allowed: a string in double quotes, a number, an"
                + " object or an array"),
        new Broken(
            "{\"name\": \"a\"} {\"name\": \"b\"}",
            "line 1, column 15, $: found more after the end of the object; allowed: one"
                + " object"),
        new Broken(
            "{\"name\": \"a\"}}",
            "line 1, column 14, $: found a closing bracket too many; allowed: one for each opening"
                + " bracket"),
        new Broken(
            "{\"name\": \"a\nb\"}",
            "line 1, column 12, $: found a control character or the end of the line within a"
                + " string; allowed: it as an escape, like \\n"
                + " or \\u000a"),
        new Broken(
            "{\"name\": \"\\q\"}",
            "line 1, column 12, $: found an unknown escape; allowed: \\\" \\\\ \\/ \\b \\f \\n"
                + " \\r"
                + " \\t and \\u0041"),
        new Broken(
            "\u0000{}",
            "line 1, column 1, $: found a control character; allowed: blanks and line ends between"
                + " values"),
        new Broken(
            "<machine/>",
            "line 1, column 1, $: found the character <; allowed: a string in double quotes, a"
                + " number, an object or an array"),
        new Broken(
            "name: cluster",
            "line 1, column 1, $: found name; allowed: a string in double quotes, a number, an"
                + " object or an array"));
  }

  @ParameterizedTest
  @MethodSource("brokenTexts")
  void whatIsNotJsonIsReportedWithItsPlace(Broken broken) {
    assertThatThrownBy(() -> MachineFiles.parse("a.json", broken.text()))
        .isInstanceOf(MachineFileException.class)
        .hasMessage("machine file a.json: " + broken.finding());
  }

  @Test
  void everyValueKnowsItsPlace() {
    Members root = (Members) read("{\n  \"list\": [1,\n\t{\"a b\": true}]\n}");

    Elements list = (Elements) root.byName().get("list").value();
    assertThat(root.path() + " " + root.line() + ":" + root.column()).isEqualTo("$ 1:1");
    assertThat(root.byName().get("list").line()).isEqualTo(2);
    assertThat(root.byName().get("list").column()).isEqualTo(3);
    assertThat(list.column()).isEqualTo(11);
    assertThat(list.values().get(0).path()).isEqualTo("$.list[0]");
    Members inner = (Members) list.values().get(1);
    assertThat(inner.line() + ":" + inner.column()).isEqualTo("3:2");
    JsonValue.Member last = inner.byName().get("a b");
    assertThat(last.path()).isEqualTo("$.list[1]['a b']");
    assertThat(last.value()).isEqualTo(new JsonValue.Word("$.list[1]['a b']", 3, 10, "true"));
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> read("{\"a\":" + "[".repeat(1_000_000)))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file a.json: line 1, column 38, $: found objects or arrays nested deeper than"
                + " 32; allowed: at most 4 levels");
  }

  @Test
  void endlessNumbersAndNamesAreRefused() {
    assertThatThrownBy(() -> read("{\"a\": " + "9".repeat(1_000_000) + "}"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("a very long name or number");
    assertThatThrownBy(() -> read("{\"" + "a".repeat(1_000_000) + "\": 1}"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("a very long name or number");
  }

  @Test
  void foreignTextIsHarmlessInMessages() {
    assertThatThrownBy(
            () -> MachineFiles.parse("a.json", "{\"\\u001b[31m\\n" + "x".repeat(100) + "\": 1}"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("\"\\u001b[31m\\u000axxx")
        .hasMessageContaining("xxx...\"")
        .message()
        .doesNotContain("\u001b");
  }

  private static JsonValue read(String text) {
    return JsonText.read(text.getBytes(StandardCharsets.UTF_8), new Findings("a.json"));
  }
}
