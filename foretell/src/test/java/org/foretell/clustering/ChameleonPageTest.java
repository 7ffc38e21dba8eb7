package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.cluster.online.OnlineClustering;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Chameleon finds the states and clusters of the papers' tables. The build holds some; {@code
 * -Dupdate.docs=true} measures all those of {@code docs/clustering.md} and writes its table.
 */
class ChameleonPageTest {
  private static final Path PAGE = Path.of("../docs/clustering.md");
  private static final String BEGIN = "<!-- Written by ChameleonPageTest. -->\n";
  private static final String END = "<!-- End of what ChameleonPageTest writes. -->\n";

  /** A program, its markers, and what Tables 5.1 and 5.2 say of it. */
  private record Case(Program program, String marker, int every) {
    ClusteringResult run() {
      return program
          .giveTo(Foretell.clustering().method("chameleon").marker(marker).every(every))
          .run();
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case(new Program("bt.S.16", "3: 1, 8, 1"), "loop", 1),
          new Case(new Program("sp.S.16", "3: 1, 21, 3"), "loop", 1),
          new Case(new Program("lufix.W.16", "9: 1, 11, 3"), "loop", 1),
          new Case(new Program("lufix.W.16", "9: 1, 11, 3"), "loop", 20),
          new Case(new Program("sweep3d-like", "9: 1, 7, 2"), "allreduce", 1),
          new Case(new Program("lulesh-like", "none"), "allreduce", 1),
          new Case(new Program("cg.S.16", "none"), "loop", 1));

  @Test
  void wavefrontsHaveTheStatesOfThePaper() {
    ClusteringResult result = new Case(new Program("sweep3d-like", ""), "allreduce", 1).run();
    OnlineClustering online = result.online().orElseThrow();
    assertThat(online.longest().clustering().clusters()).hasSize(9);
    assertThat(List.of(online.calls(), online.allTracing(), online.clusterings(), online.leads()))
        .containsExactly(5, 1, 1, 3);
    double seconds = new Program("sweep3d-like", "").seconds("loggops");
    assertThat(Program.accuracy(seconds, result.clustered(), "loggops")).isBetween(0.95, 1.0);
  }

  @Test
  @EnabledIfSystemProperty(named = "update.docs", matches = "true")
  void writesThePage() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (Case each : CASES) {
      ClusteringResult result = each.run();
      OnlineClustering online = result.online().orElseThrow();
      rows.append(
          String.format(
              Locale.US,
              "| %s | %s | %,d | %d | %d | %d | %d, %d, %d | %s | %.3f, %.3f | %,d |%n",
              each.program().name(),
              each.marker(),
              each.every(),
              online.calls(),
              online.phases().size(),
              online.longest().clustering().clusters().size(),
              online.clusterings(),
              online.leads(),
              online.allTracing(),
              each.program().papers(),
              Program.accuracy(each.program().seconds("loggops"), result.clustered(), "loggops"),
              Program.accuracy(each.program().seconds("flow"), result.clustered(), "flow"),
              result.keptBursts()));
    }
    String written =
        BEGIN
            + "| program | marker | every | calls | phases | K | C, L, AT | papers | accuracy |"
            + " kept bursts |\n"
            + "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
            + rows
            + END;
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END) + END.length();
    Files.writeString(PAGE, page.substring(0, from) + written + page.substring(to));
  }
}
