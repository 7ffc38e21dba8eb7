package org.foretell.cli.cluster;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.lead.Matching;
import org.foretell.structure.cluster.online.OnlineClustering;
import org.foretell.structure.cluster.online.Phase;

/** Clusters of ranks, for people. */
final class ClusterText {
  /** Wider maps are left out: they would not fit a terminal. */
  private static final int MOST_COLUMNS = 110;

  private static final int MOST_ROWS = 64;
  private static final int MOST_RANKS = 60;

  private final ClusteringResult result;
  private final PrintWriter out;
  private final Style style;

  ClusterText(ClusteringResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  void print(RankGrid grid) {
    Clustering clustering = result.clustering();
    int ranks = result.trace().info().ranks();
    out.printf(
        Locale.US,
        "%s%n%n",
        style.strong(
            String.format(
                Locale.US,
                "%s of %s, %s (%s)",
                Words.counted(clustering.clusters().size(), "cluster"),
                Words.counted(ranks, "rank"),
                Words.counted(clustering.mainClusters(), "call path"),
                result.method())));
    result.online().ifPresent(this::phases);
    table(clustering);
    map(grid, clustering.byRank(ranks));
    out.println();
    entry("events", result.withCallSites() ? "by call site" : "by op and communicator");
    entry("differing", differing(clustering));
    matching(result.matching());
    entry(
        "kept",
        String.format(
            Locale.US,
            "%,d numbers and %,d bursts for individual ranks",
            result.keptNumbers(),
            result.keptBursts()));
    if (result.collisions() > 0) {
      out.printf(
          Locale.US,
          "%s%s matched several sequences of events, so hashes of the sequences were used"
              + " instead%n",
          style.warning("note: "),
          Words.counted(result.collisions(), "call path signature"));
    }
    clustering.notes().forEach(note -> out.println(style.warning("note: ") + note));
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
  }

  /** The states of markers, as in Table 5.2 of the paper, and what the online trace grew by. */
  private void phases(OnlineClustering online) {
    entry("markers", online.marker());
    entry(
        "states",
        String.format(
            Locale.US,
            "%s of %,d evaluated: all-tracing %,d, clustering %,d, lead %,d, final 1",
            Words.counted(online.calls(), "marker"),
            online.markers(),
            online.allTracing(),
            online.clusterings(),
            online.leads()));
    out.println();
    TextTable table = new TextTable(1, "phase", "state", "markers", "clusters", "call paths");
    List<Phase> phases = online.phases();
    for (int i = 0; i < Math.min(phases.size(), MOST_ROWS); i++) {
      Phase phase = phases.get(i);
      int last = phase.firstMarker() + phase.markers();
      table.row(
          String.valueOf(i),
          Words.word(phase.state()).replace('_', ' ') + (phase.divided() ? ", divided" : ""),
          phase.markers() == 0
              ? "after the last"
              : String.format(Locale.US, "%,d-%,d", phase.firstMarker() + 1, last),
          String.valueOf(phase.clustering().clusters().size()),
          String.valueOf(phase.clustering().mainClusters()));
    }
    table.print(out, style);
    if (phases.size() > MOST_ROWS) {
      out.printf(Locale.US, "  and %,d more%n", phases.size() - MOST_ROWS);
    }
    out.printf("%nclusters of the longest phase:%n%n");
  }

  private void table(Clustering clustering) {
    TextTable table = new TextTable(2, "cluster", "ranks", "size", "lead", "call path");
    List<Cluster> clusters = clustering.clusters();
    for (int i = 0; i < clusters.size(); i++) {
      Cluster cluster = clusters.get(i);
      String ranks = cluster.ranks().toString();
      table.row(
          String.valueOf(i),
          ranks.length() <= MOST_RANKS ? ranks : ranks.substring(0, MOST_RANKS - 2) + "..",
          String.format(Locale.US, "%,d", cluster.ranks().size()),
          String.valueOf(cluster.lead()),
          String.valueOf(cluster.mainCluster()));
    }
    table.print(out, style);
  }

  private void map(RankGrid grid, int[] byRank) {
    int digits = String.valueOf(result.clustering().clusters().size() - 1).length();
    int rows = grid.height() * grid.depth();
    if (grid.width() * (digits + 1) > MOST_COLUMNS || rows > MOST_ROWS) {
      return;
    }
    out.printf("%nclusters on a grid of %s:%n%n", grid);
    for (int row = 0; row < rows; row++) {
      if (row > 0 && row % grid.height() == 0) {
        out.println();
      }
      StringBuilder line = new StringBuilder(" ");
      for (int column = 0; column < grid.width(); column++) {
        line.append(
            String.format(Locale.US, " %" + digits + "d", byRank[row * grid.width() + column]));
      }
      out.println(line);
    }
  }

  private static String differing(Clustering clustering) {
    return clustering.format().signatures().isEmpty()
        ? "nothing"
        : clustering.format().signatures().stream()
            .map(signature -> Words.word(signature).replace('_', ' '))
            .collect(Collectors.joining(", "));
  }

  private void matching(Matching matching) {
    entry(
        "matching",
        String.format(
            Locale.US,
            "count %s, loop %s, events %s, source %s, destination %s, tag %s",
            percent(matching.count()),
            percent(matching.loop()),
            percent(matching.events()),
            percent(matching.source()),
            percent(matching.destination()),
            percent(matching.tag())));
  }

  private static String percent(Matching.Share share) {
    return String.format(Locale.US, "%.1f%%", 100 * share.value());
  }

  private void entry(String name, String value) {
    out.printf("  %-10s %s%n", name, value);
  }
}
