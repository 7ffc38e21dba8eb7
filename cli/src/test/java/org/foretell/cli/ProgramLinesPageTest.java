package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How long generated programs are. The build holds a few; {@code -Dupdate.docs=true} generates from
 * all traces of the examples and of the shared data and writes the table of {@code
 * docs/generated-programs.md}, a minute.
 */
class ProgramLinesPageTest {
  /**
   * A program of a regular code is shorter, without what all programs have in {@code runtime.h}.
   */
  private static final long MOST_LINES = 2_000;

  private static final Path PAGE = Path.of("..", "docs", "generated-programs.md");
  private static final String BEGIN = "<!-- Written by ProgramLinesPageTest. -->\n";
  private static final String END = "<!-- End of what ProgramLinesPageTest writes. -->\n";

  private static final List<Path> FOLDERS =
      List.of(
          Path.of("..", "examples"),
          Path.of("..", "..", "shared", "data", "ti"),
          Path.of("..", "..", "shared", "data", "scalatrace"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"mg.S.64.bin", "halo.64.txt", "shmem-ring.2.bin"})
  void programsOfExamplesAreShort(String trace) throws IOException {
    Path out = generate(Path.of("..", "examples", trace));
    assertThat(lines(out, ".c")).isBetween(20L, MOST_LINES);
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void tableIsWritten() throws IOException {
    StringBuilder table = new StringBuilder("| trace | ranks | program | `runtime.h` | lists |\n");
    table.append("|---|--:|--:|--:|--:|\n");
    for (Path of : FOLDERS) {
      for (Path trace : traces(of)) {
        table.append(row(trace));
      }
    }
    String text = Files.readString(PAGE);
    int start = text.indexOf(BEGIN) + BEGIN.length();
    assertThat(start).isGreaterThan(BEGIN.length());
    int end = text.indexOf(END, start);
    Files.writeString(PAGE, text.substring(0, start) + "\n" + table + "\n" + text.substring(end));
  }

  private static List<Path> traces(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files
          .filter(f -> f.getFileName().toString().matches(".*\\.(bin|txt|tar\\.gz|dim|scalatrace)"))
          .sorted()
          .toList();
    }
  }

  private String row(Path trace) throws IOException {
    Path out = generate(trace);
    long lines = lines(out, ".c");
    assertThat(lines).as(trace.toString()).isLessThan(MOST_LINES);
    String ranks =
        Files.readString(out.resolve("Makefile")).replaceAll("(?s).*RUN = \\S+ -np (\\d+).*", "$1");
    return String.format(
        Locale.US,
        "| `%s` | %s | %,d | %,d | %,d |%n",
        trace.getFileName(),
        ranks,
        lines,
        lines(out, "runtime.h"),
        lines(out, ".tables"));
  }

  private Path generate(Path trace) {
    Path out = folder.resolve(trace.getParent().getFileName() + "-" + trace.getFileName());
    SimCall call =
        SimCall.of("generate", "program", trace.toString(), "--skip", "--out", out.toString());
    assertThat(call.exitCode()).as(call.err()).isZero();
    return out;
  }

  private static long lines(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      long lines = 0;
      for (Path file : files.filter(f -> f.toString().endsWith(ending)).toList()) {
        lines += Files.readAllLines(file).size();
      }
      return lines;
    }
  }
}
