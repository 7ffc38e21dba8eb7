package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.ClusteringSetup;
import org.foretell.Foretell;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.cluster.lead.Matching;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clustered traces predict what the traces predict. The build holds some; {@code
 * -Dupdate.docs=true} measures all those of {@code docs/clustering.md} and writes its tables.
 */
class ClusteringPageTest {
  /** The bound; the paper's is 0.95 as well. */
  private static final double BOUND = 0.95;

  private static final Path PAGE = Path.of("../docs/clustering.md");
  private static final String BEGIN = "<!-- Written by ClusteringPageTest. -->\n";
  private static final String END = "<!-- End of what is written. -->\n";

  private static final List<Program> PROGRAMS =
      List.of(
          new Program("bt.S.16", "1, 3"),
          new Program("sp.S.16", "1, 3"),
          new Program("cg.S.16", "1, 4"),
          new Program("is.S.16", "3, 3"),
          new Program("ft.S.16", "1, 1"),
          new Program("mg.S.16", "2, 8"),
          new Program("mg.S.64", "8, 32"),
          new Program("lufix.W.16", "9, 9"),
          new Program("sweep3d-like", "9, 9"),
          new Program("lulesh-like", "none"));

  private static ClusteringResult cluster(Program program, String method, String durations) {
    ClusteringSetup setup =
        Foretell.clustering().method(method).durations(durations).matrices(false);
    return program.giveTo(setup).run();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sweep3d-like", "lulesh-like"})
  void clusteredTracesPredictTheSame(String name) {
    Program program = new Program(name, "");
    TraceSource clustered = cluster(program, "acurdion", "outliers").clustered();
    for (String model : List.of("loggops", "flow")) {
      assertThat(Program.accuracy(program.seconds(model), clustered, model)).isBetween(BOUND, 1.0);
    }
  }

  @Test
  void wavefrontsHaveNineCallPaths() {
    ClusteringResult result = cluster(new Program("sweep3d-like", ""), "call-path", "lead");
    assertThat(result.clustering().mainClusters()).isEqualTo(9);
    assertThat(result.clustering().mostSubclusters()).isEqualTo(1);
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void writesThePage() throws IOException {
    StringBuilder counts = new StringBuilder();
    StringBuilder formats = new StringBuilder();
    StringBuilder matching = new StringBuilder();
    StringBuilder accuracy = new StringBuilder();
    for (Program program : PROGRAMS) {
      ClusteringResult callPath = cluster(program, "call-path", "lead");
      ClusteringResult reference = cluster(program, "reference", "lead");
      List<ClusteringResult> acurdion = new ArrayList<>();
      for (String durations : List.of("outliers", "lead", "mean", "histogram")) {
        acurdion.add(cluster(program, "acurdion", durations));
      }
      ClusteringResult nine = acurdion.get(0);
      counts.append(
          String.format(
              Locale.US,
              "| %s | %d | %d, %d | %s | %d | %d |%n",
              program.name(),
              nine.trace().info().ranks(),
              callPath.clustering().mainClusters(),
              callPath.clustering().clusters().size(),
              program.papers(),
              reference.clustering().clusters().size(),
              nine.clustering().clusters().size()));
      formats.append(
          String.format(
              Locale.US,
              "| %s | %s |%n",
              program.name(),
              nine.clustering().format().signatures().stream()
                  .map(ClusteringPageTest::word)
                  .collect(Collectors.joining(", "))));
      matching.append(matchingRow(program, nine));
      accuracy.append(accuracyRow(program, acurdion));
    }
    String written =
        BEGIN
            + "### Clusters\n\n| program | ranks | call paths, clusters | papers | reference |"
            + " ACURDION |\n|---|--:|--:|--:|--:|--:|\n"
            + counts
            + "\n### Signature formats\n\n| program | differing |\n|---|---|\n"
            + formats
            + "\n### Matching\n\n| program | count | loop | events | source | destination | tag |"
            + " kept |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
            + matching
            + "\n### Accuracy\n\nThe first number is that under `loggops`, the second that under"
            + " `flow`.\n\n| program | ACURDION: outliers | kept bursts | lead | mean | histogram |"
            + " call path: outliers | kept bursts |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
            + accuracy
            + END;
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END) + END.length();
    Files.writeString(PAGE, page.substring(0, from) + written + page.substring(to));
  }

  private static String word(Signature signature) {
    return signature.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String matchingRow(Program program, ClusteringResult result) {
    Matching matching = result.matching();
    return String.format(
        Locale.US,
        "| %s | %s | %s | %s | %s | %s | %s | %,d |%n",
        program.name(),
        percent(matching.count()),
        percent(matching.loop()),
        percent(matching.events()),
        percent(matching.source()),
        percent(matching.destination()),
        percent(matching.tag()),
        result.keptNumbers());
  }

  private static String percent(Matching.Share share) {
    return String.format(Locale.US, "%.1f%%", 100 * share.value());
  }

  private static String accuracyRow(Program program, List<ClusteringResult> acurdion) {
    double loggops = program.seconds("loggops");
    double flow = program.seconds("flow");
    StringBuilder row = new StringBuilder("| " + program.name());
    List<ClusteringResult> all = new ArrayList<>(acurdion);
    all.add(cluster(program, "call-path", "outliers"));
    for (int i = 0; i < all.size(); i++) {
      ClusteringResult result = all.get(i);
      row.append(
          String.format(
              Locale.US,
              " | %.3f, %.3f",
              Program.accuracy(loggops, result.clustered(), "loggops"),
              Program.accuracy(flow, result.clustered(), "flow")));
      if (i == 0 || i == all.size() - 1) {
        row.append(String.format(Locale.US, " | %,d", result.keptBursts()));
      }
    }
    return row + " |\n";
  }
}
