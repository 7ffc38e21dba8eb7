package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.machines.MachineFiles;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What pages show works: their commands, the output below those, their traces and machines. */
class PageExamplesTest {
  private static final Path ROOT = Path.of("..");

  /** A command in a fenced or indented block; one with a prompt is followed by its output. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^ *(\\$ )?\\./sim"
              + " ((?:run|explain|classify|calibrate|cluster|compare|compress|convert|generate|info|check"
              + "|machines|models)\\b.*)$");

  private static final Pattern OUTPUT = Pattern.compile("(?s)```\n\\$ [^\n]*\n(.*?)```");
  private static final Pattern TRACE = Pattern.compile("(?s)```\n(foretell-trace 1\n.*?)```");
  private static final Pattern JSON = Pattern.compile("(?s)```json\n(.*?)\n```");

  /** Files that a reader brings along, and options that only show what one can do. */
  private static final Pattern NOT_OURS =
      Pattern.compile("mine\\.json|\\.\\.\\.|mg\\.S\\.64\\.tar\\.gz|classes\\.bin|app\\.bin");

  @TempDir private Path folder;

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (String part : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(part))) {
        files
            .filter(file -> file.toString().endsWith(".md") && !file.toString().contains("target"))
            .sorted()
            .forEach(pages::add);
      }
    }
    return pages;
  }

  @TestFactory
  List<DynamicTest> commandsAreDoneAndPrintWhatIsShown() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      List<String> outputs = OUTPUT.matcher(text).results().map(found -> found.group(1)).toList();
      int shown = 0;
      for (MatchResult command : COMMAND.matcher(text).results().toList()) {
        String line = command.group(2).replaceFirst("  +#.*", "");
        boolean withOutput = command.group(1) != null;
        String output = withOutput ? outputs.get(shown++) : "";
        if (withOutput || !NOT_OURS.matcher(line).find()) {
          tests.add(
              DynamicTest.dynamicTest(
                  ROOT.relativize(page) + ": " + line, () -> assertDone(line, output)));
        }
      }
      assertThat(shown).as("commands with output in " + page).isEqualTo(outputs.size());
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  /** What is shown may leave out whole paragraphs, but what it has is there, in order. */
  private void assertDone(String line, String shown) throws IOException {
    List<Object> arguments = new ArrayList<>();
    for (String word : line.split(" ", -1)) {
      if (word.startsWith("examples/")) {
        arguments.add(ROOT.resolve(word));
      } else if (word.endsWith("/")
          || word.matches("\\w+\\.(bin|json|txt|goal|scalatrace|pftrace|prv|html)")) {
        arguments.add(folder.resolve(word));
      } else {
        arguments.add(word);
      }
    }
    Set<Path> before = checkout();
    SimCall call = SimCall.asTyped(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(checkout()).as("files in the checkout").isEqualTo(before);
    assertThat(call.out()).containsSubsequence(shown.split("(?<=\n)\n", -1));
  }

  /** What examples write goes to a folder of the test: nothing is left beside the sources. */
  private static Set<Path> checkout() throws IOException {
    Set<Path> all = new TreeSet<>();
    for (Path place : List.of(ROOT, Path.of("."), ROOT.resolve("examples"))) {
      try (Stream<Path> files = Files.list(place)) {
        files.forEach(all::add);
      }
    }
    return all;
  }

  @Test
  void tracesAreSound() throws IOException {
    int found = 0;
    for (Path page : pages()) {
      for (MatchResult trace : TRACE.matcher(Files.readString(page)).results().toList()) {
        Path file = Files.writeString(folder.resolve("t" + found++ + ".txt"), trace.group(1));
        SimCall call = SimCall.asTyped("check", file);
        assertThat(call.exitCode()).as(page + "\n" + call.out() + call.err()).isZero();
      }
    }
    assertThat(found).isGreaterThan(2);
  }

  /** The first is a whole machine; the others are sections that it may have. */
  @Test
  void machinesAreAccepted() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/machine-format.md"));
    List<String> examples = JSON.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(examples).hasSizeGreaterThan(4);
    String machine = examples.get(0);
    assertThatCode(() -> MachineFiles.parse("whole.json", machine)).doesNotThrowAnyException();
    for (String section : examples.subList(1, examples.size())) {
      String extended =
          machine.replaceFirst("\n}\\s*$", ",\n" + section.replace("$", "\\$") + "\n}");
      assertThat(extended).isNotEqualTo(machine);
      assertThatCode(() -> MachineFiles.parse("section.json", extended))
          .as(section)
          .doesNotThrowAnyException();
    }
  }
}
