package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.foretell.analysis.path.PathPhase;
import org.foretell.analysis.path.PathRank;
import org.foretell.analysis.path.PathSite;
import org.foretell.analysis.path.PathSummary;
import org.foretell.analysis.path.PathTimes;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.observe.PathLeg.Kind;
import org.foretell.time.Quantity;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;

/** The critical path as tables: by kind, call site, phase and rank. */
final class PathText {
  private static final int ROWS_SHOWN = 12;

  private final PathSummary path;
  private final TraceTables tables;
  private final PrintWriter out;
  private final Style style;
  private final long wholePs;

  PathText(PathSummary path, TraceTables tables, PrintWriter out, Style style) {
    this.path = path;
    this.tables = tables;
    this.out = out;
    this.style = style;
    wholePs = path.times().totalPs();
  }

  void print() {
    out.println();
    out.printf(
        Locale.US,
        "%s %s on %s, changing rank %s%n%n",
        style.strong("Critical path:"),
        Words.counted(path.legs(), "leg"),
        Words.counted(path.ranks().size(), "rank"),
        Words.counted(path.changesOfRank(), "time"));
    kinds();
    sites();
    if (path.phases().size() > 1) {
      phases();
    }
    ranks();
  }

  private void kinds() {
    TextTable table = new TextTable(1, "on the path", "time", "share");
    for (Kind kind : Kind.values()) {
      if (path.times().timePs(kind) > 0) {
        long timePs = path.times().timePs(kind);
        table.row(word(kind), Quantity.formatTime(timePs), share(timePs));
      }
    }
    table.print(out, style);
  }

  private void sites() {
    TextTable table =
        new TextTable(
            2, "event", "call site", "on the path", "share", "mean/rank", "imbalance", "mostly");
    path.sites().stream().limit(ROWS_SHOWN).forEach(site -> row(table, site));
    out.println();
    table.print(out, style);
    omitted(path.sites().size(), "call site");
  }

  private void row(TextTable table, PathSite site) {
    table.row(
        Words.word(site.code()),
        site.callSite() == OpView.NONE ? "" : tables.callSites().get(site.callSite()),
        Quantity.formatTime(site.times().totalPs()),
        share(site.times().totalPs()),
        Quantity.formatTime(Math.round(site.meanPs())),
        site.isComputation() ? difference(site.imbalancePs()) : "",
        mostly(site.times()));
  }

  private void phases() {
    TextTable table =
        new TextTable(1, "phase", "on the path", "share", "mean/rank", "imbalance", "mostly");
    for (PathPhase phase : path.phases().subList(0, Math.min(ROWS_SHOWN, path.phases().size()))) {
      table.row(
          phase.marker() == OpView.NONE ? "(none)" : tables.phase(phase.marker()),
          Quantity.formatTime(phase.times().totalPs()),
          share(phase.times().totalPs()),
          Quantity.formatTime(Math.round(phase.meanPs())),
          difference(phase.imbalancePs()),
          mostly(phase.times()));
    }
    out.println();
    table.print(out, style);
    omitted(path.phases().size(), "phase");
  }

  private void ranks() {
    TextTable table = new TextTable(1, "rank", "on the path", "share", "mostly");
    List<PathRank> most =
        path.ranks().stream()
            .sorted(Comparator.comparingLong((PathRank rank) -> -rank.times().totalPs()))
            .limit(ROWS_SHOWN)
            .toList();
    for (PathRank rank : most) {
      table.row(
          Integer.toString(rank.rank()),
          Quantity.formatTime(rank.times().totalPs()),
          share(rank.times().totalPs()),
          mostly(rank.times()));
    }
    out.println();
    table.print(out, style);
    omitted(path.ranks().size(), "rank");
  }

  private void omitted(int all, String what) {
    if (all > ROWS_SHOWN) {
      out.printf("  and %s more with smaller shares%n", Words.counted(all - ROWS_SHOWN, what));
    }
  }

  private static String mostly(PathTimes times) {
    Kind most = Kind.OTHER;
    for (Kind kind : Kind.values()) {
      most = times.timePs(kind) > times.timePs(most) ? kind : most;
    }
    return word(most);
  }

  private static String difference(double ps) {
    long roundedPs = Math.round(ps);
    return (roundedPs < 0 ? "-" : "") + Quantity.formatTime(Math.abs(roundedPs));
  }

  private String share(long timePs) {
    return String.format(Locale.US, "%.1f%%", wholePs == 0 ? 0 : 100.0 * timePs / wholePs);
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case COMPUTATION -> "computation";
      case OVERHEAD -> "overhead";
      case LATENCY -> "latency";
      case BANDWIDTH -> "bandwidth";
      case PROTOCOL -> "protocol";
      case CPU_QUEUE -> "queue for a CPU";
      case INTERFACE_QUEUE -> "queue for an interface";
      case LINK_QUEUE -> "queue for a link";
      case BUS_QUEUE -> "queue for a bus";
      case COLLECTIVE -> "collective";
      case FILE -> "files";
      case OTHER -> "other";
    };
  }
}
