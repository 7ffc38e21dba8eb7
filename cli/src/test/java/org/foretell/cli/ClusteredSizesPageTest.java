package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clustered traces are never larger than the trace itself without a word. The build holds one;
 * {@code -Dupdate.docs=true} writes the table of {@code docs/clustering.md} from the traces of the
 * shared data.
 */
class ClusteredSizesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "clustering.md");
  private static final Path TRACES = Path.of("..", "..", "shared", "data", "ti");
  private static final Path MG = Path.of("..", "examples", "mg.S.64.bin");
  private static final String BEGIN = "<!-- Written by ClusteredSizesPageTest. -->\n";
  private static final String END = "<!-- End of what ClusteredSizesPageTest writes. -->\n";
  private static final Pattern SENTENCE = Pattern.compile("[^\\n]*\\.bin: the (.*)\\n$");

  @TempDir private Path folder;

  private static String sentence(SimCall call) {
    assertThat(call.exitCode()).as(call.err()).isZero();
    Matcher matcher = SENTENCE.matcher(call.out());
    assertThat(matcher.find()).as(call.out()).isTrue();
    return matcher.group(1);
  }

  private static String number(long number) {
    return String.format(Locale.US, "%,d", number);
  }

  @Test
  void theTraceItselfIsWrittenWhereItIsSmaller() throws IOException {
    Path compressed = folder.resolve("compressed.bin");
    Path out = folder.resolve("out.bin");
    Path asked = folder.resolve("asked.bin");
    assertThat(SimCall.of("compress", MG, compressed).exitCode()).isZero();
    String whole = sentence(SimCall.of("cluster", MG, "--out", out));
    long bytes = Files.size(out);
    assertThat(bytes).isEqualTo(Files.size(compressed));
    assertThat(whole)
        .startsWith("trace itself, compressed without loss, " + number(bytes) + " bytes: ")
        .contains("the clustered trace would take", "--durations or --partners");
    SimCall same = SimCall.of("check", "--same-ops", MG, out);
    assertThat(same.exitCode()).as(same.err()).isZero();
    String larger = sentence(SimCall.of("cluster", MG, "--durations", "outliers", "--out", asked));
    assertThat(Files.size(asked)).isGreaterThan(bytes);
    assertThat(larger)
        .startsWith("clustered trace, " + number(Files.size(asked)) + " bytes; it is larger than")
        .endsWith("sim compress stores in " + number(bytes) + " bytes without loss");
    String smaller = sentence(SimCall.of("cluster", MG, "--durations", "lead", "--out", asked));
    assertThat(Files.size(asked)).isLessThan(bytes);
    assertThat(smaller)
        .startsWith("clustered trace, " + number(Files.size(asked)) + " bytes; without loss,")
        .endsWith("takes " + number(bytes));
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void tableIsWritten() throws IOException {
    StringBuilder table =
        new StringBuilder(
            """
            | trace | without loss | clustered: `outliers` | `lead` | written by default |
            |---|--:|--:|--:|---|
            """);
    for (String name :
        List.of("bt.S.16", "sp.S.16", "cg.S.16", "is.S.16", "ft.S.16", "mg.S.16", "mg.S.64")) {
      Path trace = TRACES.resolve(name + ".tar.gz");
      Path compressed = folder.resolve(name + ".bin");
      assertThat(SimCall.of("compress", trace, compressed).exitCode()).isZero();
      String[] sizes = new String[2];
      for (int i = 0; i < 2; i++) {
        Path out = folder.resolve(name + i + ".bin");
        String durations = i == 0 ? "outliers" : "lead";
        sentence(SimCall.of("cluster", compressed, "--durations", durations, "--out", out));
        sizes[i] = number(Files.size(out));
      }
      Path out = folder.resolve(name + ".default.bin");
      String written = sentence(SimCall.of("cluster", compressed, "--out", out));
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %s |%n",
              name,
              number(Files.size(compressed)),
              sizes[0],
              sizes[1],
              written.startsWith("trace itself") ? "the trace itself" : "the clustered trace"));
    }
    String text = Files.readString(PAGE);
    int start = text.indexOf(BEGIN) + BEGIN.length();
    assertThat(start).isGreaterThan(BEGIN.length());
    int end = text.indexOf(END, start);
    Files.writeString(PAGE, text.substring(0, start) + table + text.substring(end));
  }
}
