package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.ClassesEntry;
import org.foretell.report.ClassesEntry.ClassEntry;
import org.foretell.report.ClassesEntry.PairEntry;
import org.foretell.report.ClassesEntry.TreeEntry;
import org.jspecify.annotations.Nullable;

/** What a page shows of message classes: rows of tables, and what the charts draw. */
final class ClassPart {
  private static final int MOST_ROWS = 15;

  private static final String COLLECTIVE = "collective";

  private ClassPart() {}

  private static List<String> kinds(ClassesEntry found) {
    return found.classes().stream().map(ClassEntry::kind).distinct().toList();
  }

  private static List<PairEntry> pairs(ClassesEntry found, String kind) {
    return found.pairs().stream().filter(pair -> pair.kind().equals(kind)).toList();
  }

  private static List<PairEntry> first(List<PairEntry> pairs) {
    return pairs.subList(0, Math.min(MOST_ROWS, pairs.size()));
  }

  /** Those that occur. */
  private static List<String> labels(ClassesEntry found, String kind) {
    return found.classes().stream()
        .filter(each -> each.kind().equals(kind))
        .map(ClassEntry::label)
        .toList();
  }

  private static String sure(double confidence) {
    return String.format(Locale.ROOT, "%.3f", confidence);
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String place(@Nullable String site) {
    return site == null ? "(not known)" : site;
  }

  private static List<String> places(PairEntry pair) {
    String type = pair.type();
    return type == null
        ? List.of(place(pair.sender()), place(pair.receiver()))
        : List.of(type.replace('_', ' '), place(pair.sender()));
  }

  private static String plural(String kind) {
    return kind.equals(COLLECTIVE) ? "calls of collectives" : kind + "s";
  }

  /** For the template. */
  static Map<String, Object> shown(ClassesEntry found) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("seed", Long.toString(found.training().seed()));
    shown.put("unclassified", found.unclassified());
    shown.put("kinds", kinds(found).stream().map(kind -> shown(found, kind)).toList());
    return shown;
  }

  private static Map<String, Object> shown(ClassesEntry found, String kind) {
    Map<String, Object> shown = new LinkedHashMap<>();
    boolean isCollective = kind.equals(COLLECTIVE);
    shown.put("kind", kind);
    shown.put(
        "title", plural(kind).substring(0, 1).toUpperCase(Locale.ROOT) + plural(kind).substring(1));
    shown.put(
        "chart",
        isCollective
            ? "Calls of each class, by place in the program"
            : "Number of %s of each class, by places of sender and receiver in the program"
                .formatted(plural(kind)));
    found.training().trees().stream()
        .filter(tree -> tree.kind().equals(kind) && tree.accuracy() != null)
        .map(TreeEntry::accuracy)
        .forEach(
            share -> shown.put("accuracy", String.format(Locale.ROOT, "%.1f %%", 100 * share)));
    shown.put(
        "classes",
        found.classes().stream()
            .filter(each -> each.kind().equals(kind))
            .map(ClassPart::row)
            .toList());
    shown.put("labels", labels(found, kind));
    shown.put(
        "header",
        isCollective ? List.of("Collective", "Call site") : List.of("Sender", "Receiver"));
    List<PairEntry> pairs = pairs(found, kind);
    shown.put("pairs", first(pairs).stream().map(pair -> row(pair, labels(found, kind))).toList());
    shown.put("others", Math.max(0, pairs.size() - MOST_ROWS));
    return shown;
  }

  private static Map<String, Object> row(ClassEntry each) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", each.label());
    row.put("number", Long.toString(each.count()));
    row.put("count", count(each.count()));
    row.put("percent", String.format(Locale.ROOT, "%.1f %%", 100 * each.share()));
    row.put("width", 100 * each.share());
    row.put("confidence", each.confidence());
    row.put("sure", sure(each.confidence()));
    return row;
  }

  private static Map<String, Object> row(PairEntry pair, List<String> labels) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("places", places(pair));
    row.put("counts", labels.stream().map(label -> Long.toString(counted(pair, label))).toList());
    row.put("confidence", pair.confidence());
    row.put("sure", sure(pair.confidence()));
    return row;
  }

  private static long counted(PairEntry pair, String label) {
    return pair.counts().getOrDefault(label, 0L);
  }

  /** For the charts, one for each kind. */
  static List<Map<String, Object>> charted(ClassesEntry found) {
    List<Map<String, Object>> charts = new ArrayList<>();
    for (String kind : kinds(found)) {
      List<PairEntry> pairs = first(pairs(found, kind));
      Map<String, Object> chart = new LinkedHashMap<>();
      chart.put("kind", kind);
      chart.put("unit", plural(kind));
      chart.put(
          "names",
          pairs.stream()
              .map(pair -> String.join(kind.equals(COLLECTIVE) ? "  " : " \u2192 ", places(pair)))
              .toList());
      chart.put("confidence", pairs.stream().map(PairEntry::confidence).toList());
      chart.put("labels", labels(found, kind));
      Map<String, Object> counts = new LinkedHashMap<>();
      Map<String, Object> confidences = new LinkedHashMap<>();
      for (String label : labels(found, kind)) {
        counts.put(label, pairs.stream().map(pair -> counted(pair, label)).toList());
        confidences.put(
            label,
            pairs.stream().map(pair -> pair.confidences().getOrDefault(label, 0.0)).toList());
      }
      chart.put("counts", counts);
      chart.put("confidences", confidences);
      charts.add(chart);
    }
    return charts;
  }
}
