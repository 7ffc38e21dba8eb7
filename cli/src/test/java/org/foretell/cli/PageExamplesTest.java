package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.machines.MachineFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
              + " ((?:run|energy|workflow|mix|failures|study|explain|classify|calibrate|cluster|compare|compress|convert|extrapolate|generate|info|check"
              + "|machines|models)\\b.*)$");

  private static final Pattern OUTPUT = Pattern.compile("(?s)```\n\\$ [^\n]*\n(.*?)```");
  private static final Pattern TRACE = Pattern.compile("(?s)```\n(foretell-trace 1\n.*?)```");
  private static final Pattern VERSION = Pattern.compile("<version>[^<]*</version>");
  private static final Pattern JSON = Pattern.compile("(?s)```json\n(.*?)\n```");

  /** Files that a reader brings along, and options that only show what one can do. */
  private static final Pattern NOT_OURS =
      Pattern.compile("mine\\.json|\\.\\.\\.|mg\\.S\\.64\\.tar\\.gz|classes\\.bin|app\\.bin");

  /** A fenced block: its language, if it has one, and its text. */
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

  /** Commands that no test of Maven can run, by the script that does. */
  private static final Map<String, Pattern> ELSEWHERE =
      Map.of(
          ".ci/trace",
          Pattern.compile("tracer/build\\.sh|make -C examples/programs.*|\\./sim trace .*"),
          ".ci/generated",
          Pattern.compile("make -C halo|sim trace .*|sim check --same-ops .*"),
          ".ci/run",
          Pattern.compile("mvn verify|git clone .*|cd foretell"));

  /** What is in the checkout before the commands are done. */
  private static Map<Path, String> before = Map.of();

  @TempDir private Path folder;

  /** By command line what it printed, if it reads nothing that others wrote: pages repeat some. */
  private final Map<String, SimCall> done = new HashMap<>();

  @BeforeAll
  static void listTheCheckout() throws IOException {
    before = checkout();
  }

  @AfterAll
  static void commandsLeaveNothingInTheCheckout() throws IOException {
    assertThat(checkout()).isEqualTo(before);
  }

  /** The examples with size and time, and the names beside them and in the working folder. */
  private static Map<Path, String> checkout() throws IOException {
    Map<Path, String> found = new TreeMap<>();
    try (Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
      for (Path file : examples.filter(Files::isRegularFile).toList()) {
        if (!file.toString().contains("target")) {
          found.put(file, Files.size(file) + " bytes of " + Files.getLastModifiedTime(file));
        }
      }
    }
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"), Path.of("."))) {
      try (Stream<Path> entries = Files.list(folder)) {
        entries.forEach(entry -> found.put(entry, "there"));
      }
    }
    return found;
  }

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

  /** So a newcomer meets no command that fails: on these pages none is left out. */
  @Test
  void everyBlockForNewcomersIsRun() throws IOException {
    int blocks = 0;
    for (String page : List.of("README.md", "docs/tutorial.md")) {
      for (MatchResult block :
          BLOCK.matcher(Files.readString(ROOT.resolve(page))).results().toList()) {
        blocks++;
        switch (block.group(1)) {
          case "" -> assertEachIsRun(page, block.group(2));
          case "xml" -> assertIsTheLibrary(block.group(2));
          case "c" -> assertIsGenerated(block.group(2));
          // EmbeddingTest runs programs; text is what programs print on the reader's machine.
          default -> assertThat(block.group(1)).as(page).isIn("java", "text");
        }
      }
    }
    assertThat(blocks).isGreaterThan(15);
  }

  /** One command with its output, or commands line by line. */
  private static void assertEachIsRun(String page, String block) throws IOException {
    List<String> lines = block.lines().toList();
    for (String line : block.startsWith("$ ") ? lines.subList(0, 1) : lines) {
      String command = line.replaceFirst("  +#.*", "");
      if (!COMMAND.matcher(command).matches() || NOT_OURS.matcher(command).find()) {
        List<String> scripts =
            ELSEWHERE.entrySet().stream()
                .filter(script -> script.getValue().matcher(command).matches())
                .map(Map.Entry::getKey)
                .toList();
        assertThat(scripts).as(page + " has a command that nothing runs: " + command).hasSize(1);
        assertThat(ROOT.resolve(scripts.get(0))).isExecutable();
      }
    }
  }

  private static void assertIsTheLibrary(String dependency) throws IOException {
    Matcher version = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(dependency)
        .contains("<groupId>org.foretell</groupId>", "<artifactId>foretell</artifactId>")
        .contains(version.group());
  }

  private void assertIsGenerated(String shown) throws IOException {
    Path made = folder.resolve("halo");
    SimCall call =
        SimCall.of("generate", "program", ROOT.resolve("examples/halo.2.bin"), "--out", made);
    assertThat(call.exitCode()).as(call.err()).isZero();
    String program = Files.readString(made.resolve("halo.c"));
    assertThat(program.replaceAll("\\s+", " ")).contains(shown.strip().replaceAll("\\s+", " "));
  }

  /** What is shown may leave out whole paragraphs, but what it has is there, in order. */
  private void assertDone(String line, String shown) {
    List<Object> arguments = new ArrayList<>();
    boolean onlyExamples = true;
    for (String word : line.split(" ", -1)) {
      if (word.startsWith("examples/")) {
        arguments.add(ROOT.resolve(word));
      } else if (word.endsWith("/")
          || word.matches("\\w+\\.(bin|json|txt|goal|scalatrace|pftrace|prv|otf2|html)")) {
        arguments.add(folder.resolve(word));
        onlyExamples = false;
      } else {
        arguments.add(word);
      }
    }
    SimCall call =
        onlyExamples
            ? done.computeIfAbsent(line, once -> SimCall.asTyped(arguments.toArray()))
            : SimCall.asTyped(arguments.toArray());
    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out()).containsSubsequence(shown.split("(?<=\n)\n", -1));
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
          section.startsWith("\"power\"")
              ? machine.replace("\"coreSpeed\"", section + ", \"coreSpeed\"")
              : machine.replaceFirst("\n}\\s*$", ",\n" + section.replace("$", "\\$") + "\n}");
      assertThat(extended).isNotEqualTo(machine);
      assertThatCode(() -> MachineFiles.parse("section.json", extended))
          .as(section)
          .doesNotThrowAnyException();
    }
  }
}
