package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.ClusteringSetup;
import org.foretell.Foretell;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.cluster.signature.ParameterFunction;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * CG with a function for the partner of its transpose, as in the papers. {@code -Dupdate.docs=true}
 * writes its rows of {@code docs/clustering.md}.
 */
@EnabledIfSystemProperty(named = "update.docs", matches = "true")
class TransposePageTest {
  private static final Path PAGE = Path.of("../docs/clustering.md");
  private static final String BEGIN = "<!-- Written by TransposePageTest. -->\n";
  private static final String END = "<!-- End of what TransposePageTest writes. -->\n";
  private static final int SIDE = 4;
  private static final int ROW = 0;
  private static final int TRANSPOSE = 1;

  /** On a square grid of ranks, the rank at the mirrored place. */
  private static final ParameterFunction FUNCTION =
      new ParameterFunction() {
        @Override
        public String name() {
          return "transpose";
        }

        @Override
        public boolean computes(OpView op, OpField field, int ranks) {
          return field == OpField.PEER && op.callSite() == TRANSPOSE;
        }

        @Override
        public long value(OpView op, OpField field, int rank, int ranks) {
          int side = (int) Math.sqrt(ranks);
          return (long) (rank % side) * side + rank / side;
        }
      };

  /** CG with call sites, which the trace lacks: messages within a row of the grid, and others. */
  private static TraceSource withCallSites() {
    // Clusters of one rank each: the trace as it is, read from its foreign form.
    TraceSource plain =
        Foretell.clustering()
            .trace(Path.of("../../shared/data/ti/cg.S.16.tar.gz"))
            .method("reference")
            .run()
            .clustered();
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(plain.info());
      sink.callSite(ROW, "cg.f: sum of a row");
      sink.callSite(TRANSPOSE, "cg.f: transpose");
      OpView op = new OpView();
      OpView changed = new OpView();
      for (int rank = 0; rank < SIDE * SIDE; rank++) {
        sink.beginProgram(RankSet.of(rank));
        try (RankCursor cursor = plain.open(rank)) {
          while (cursor.next(op)) {
            changed.copyFrom(op);
            if (op.code().has(OpField.PEER)) {
              long peer = op.get(OpField.PEER);
              boolean inRow = peer / SIDE == rank / SIDE && peer != rank;
              changed.set(OpField.CALL_SITE, inRow ? ROW : TRANSPOSE);
            }
            sink.op(changed);
          }
        }
        sink.endProgram();
      }
      sink.end();
      return sink.build();
    }
  }

  @Test
  void writesThePage() throws IOException {
    TraceSource trace = withCallSites();
    StringBuilder rows = new StringBuilder();
    for (boolean with : List.of(false, true)) {
      for (String partners : List.of("keep", "merge")) {
        ClusteringSetup setup =
            Foretell.clustering().trace(trace, "cg.S.16").method("call-path").partners(partners);
        if (with) {
          setup.function(FUNCTION);
        }
        rows.append(row(trace, setup, with, partners));
      }
    }
    String written =
        BEGIN
            + "| function | partners | call paths, clusters | papers | source | kept | accuracy"
            + " |\n|---|---|--:|--:|--:|--:|--:|\n"
            + rows
            + END;
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END) + END.length();
    Files.writeString(PAGE, page.substring(0, from) + written + page.substring(to));
  }

  private static String row(
      TraceSource trace, ClusteringSetup setup, boolean with, String partners) {
    ClusteringResult result;
    String name = with ? "transpose" : "none";
    try {
      result = setup.run();
    } catch (org.foretell.failure.ForetellException refused) {
      assertThat(refused).hasMessageContaining("merged partners do not match");
      return String.format(Locale.US, "| %s | %s | refused | | | | |%n", name, partners);
    }
    StringBuilder accuracy = new StringBuilder();
    for (String model : List.of("loggops", "flow")) {
      double whole =
          Foretell.prediction()
              .machine("jaguar-xt5")
              .model(model)
              .trace(trace, "cg.S.16")
              .run()
              .predictedSeconds();
      accuracy.append(
          String.format(
              Locale.US,
              "%s%.3f",
              accuracy.isEmpty() ? "" : ", ",
              Program.accuracy(whole, result.clustered(), model)));
    }
    return String.format(
        Locale.US,
        "| %s | %s | %d, %d | 1, 4 | %.1f%% | %,d | %s |%n",
        name,
        partners,
        result.clustering().mainClusters(),
        result.clustering().clusters().size(),
        100 * result.matching().source().value(),
        result.keptNumbers(),
        accuracy);
  }
}
