package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.ClassificationSummary.OfPair;
import org.foretell.classification.Origin;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.report.MessageClasses;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;

/** What makes messages inefficient, in short. */
final class ClassText {
  private static final int PLACES_SHOWN = 8;

  private final MessageClasses found;
  private final ClassificationSummary summary;
  private final TraceTables tables;
  private final PrintWriter out;
  private final Style style;

  /** A class at a place, other than normal. */
  private record Place(OfPair pair, int label) {
    private long count() {
      return pair.counts().get(label);
    }

    private double confidence() {
      return pair.confidences().get(label);
    }
  }

  ClassText(MessageClasses found, TraceTables tables, PrintWriter out, Style style) {
    this.found = found;
    summary = found.summary();
    this.tables = tables;
    this.out = out;
    this.style = style;
  }

  void print() {
    out.println();
    out.printf("%s by %s%n", style.strong("Message classes:"), trees());
    if (summary.classes().isEmpty()) {
      out.printf("%n  nothing to classify%n");
    } else {
      classes();
      places();
    }
    if (summary.unclassified() > 0) {
      out.printf(Locale.US, "  not classified: %,d%n", summary.unclassified());
    }
  }

  private String trees() {
    Origin origin = found.classifier().origin();
    List<String> shares = new ArrayList<>();
    found
        .classifier()
        .classifier()
        .confusions()
        .forEach(
            (kind, confusion) ->
                shares.add(
                    String.format(
                        Locale.US, "%.1f%% of %ss", 100 * confusion.accuracy(), kind.word())));
    return "decision trees, trained on micro-benchmarks in the simulator, seed "
        + origin.seed()
        + (shares.isEmpty()
            ? ""
            : System.lineSeparator()
                + "Accuracy on held-out examples: "
                + String.join(", ", shares));
  }

  private void classes() {
    TextTable table = new TextTable(2, "kind", "class", "count", "share", "confidence");
    for (ClassificationSummary.OfClass each : summary.classes()) {
      table.row(
          each.kind().word(),
          each.label().words(),
          String.format(Locale.US, "%,d", each.count()),
          String.format(Locale.US, "%.1f%%", 100.0 * each.count() / summary.total(each.kind())),
          String.format(Locale.US, "%.3f", each.confidence()));
    }
    out.println();
    table.print(out, style);
  }

  private void places() {
    List<Place> places =
        summary.pairs().stream()
            .flatMap(
                pair ->
                    IntStream.range(1, pair.counts().size())
                        .filter(label -> pair.counts().get(label) > 0)
                        .mapToObj(label -> new Place(pair, label)))
            .sorted(Comparator.comparingLong(Place::count).reversed())
            .toList();
    if (places.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(2, "class", "where", "count", "confidence");
    places.stream()
        .limit(PLACES_SHOWN)
        .forEach(
            place ->
                table.row(
                    CommunicationClass.of(place.pair().kind()).get(place.label()).words(),
                    where(place.pair()),
                    String.format(Locale.US, "%,d", place.count()),
                    String.format(Locale.US, "%.3f", place.confidence())));
    out.println();
    table.print(out, style);
    if (places.size() > PLACES_SHOWN) {
      out.printf(
          Locale.US,
          "  and %,d more; --json lists all, sim classify prints a table%n",
          places.size() - PLACES_SHOWN);
    }
  }

  private String where(OfPair pair) {
    return pair.kind() == CommunicationKind.COLLECTIVE
        ? pair.code().map(code -> code.name().toLowerCase(Locale.ROOT) + " ").orElse("")
            + site(pair.sender())
        : site(pair.sender()) + " -> " + site(pair.receiver());
  }

  private String site(int site) {
    return site == OpView.NONE ? "-" : tables.callSites().get(site);
  }
}
