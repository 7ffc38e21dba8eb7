package org.foretell.cli.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.cli.shell.FailureReport;
import org.foretell.cli.shell.UserException;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/** The predictions of several models, and why others have none. */
final class ComparisonReport {
  private final List<Row> rows = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * A model.
   *
   * @param comparison null if it failed
   * @param profile of its collectives, empty if it failed
   * @param failure null unless it failed
   */
  private record Row(
      String model,
      @Nullable Comparison comparison,
      String profile,
      @Nullable RuntimeException failure) {
    String reason() {
      return FailureReport.inALine(Objects.requireNonNull(failure));
    }
  }

  void add(Comparison comparison, String profile) {
    rows.add(new Row(comparison.model(), comparison, profile, null));
  }

  void failed(String model, RuntimeException failure) {
    rows.add(new Row(model, null, "", failure));
  }

  void warn(Collection<String> more) {
    warnings.addAll(more);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * Does nothing if a model has a prediction.
   *
   * @throws UserException with each model's reason, and the exit code of the first one's
   */
  void throwIfAllFailed() {
    if (rows.stream().anyMatch(row -> row.comparison != null)) {
      return;
    }
    String reasons =
        rows.stream()
            .map(row -> row.model + ": " + row.reason())
            .collect(Collectors.joining("\n  ", "\n  ", ""));
    throw new UserException(
        FailureReport.exitCode(Objects.requireNonNull(rows.get(0).failure)),
        "no model can replay the trace:" + reasons);
  }

  /** The table, a sentence for each model but the one that they are compared with, warnings. */
  void print(PrintWriter out, Style style) {
    List<String> header = new ArrayList<>(List.of("model", "predicted"));
    for (Comparison.Part part : Comparison.Part.values()) {
      header.add(part.title());
    }
    TextTable table = new TextTable(1, header.toArray(String[]::new));
    rows.forEach(row -> table.row(cells(row)));
    table.print(out, style);
    @Nullable Comparison first = null;
    for (Row row : rows) {
      if (row.comparison == null) {
        out.println();
        out.println(style.warning(row.model + " cannot replay the trace: ") + row.reason());
      } else if (first == null) {
        first = row.comparison;
      } else {
        out.println();
        out.println(row.comparison.against(first));
      }
    }
    out.println();
    out.println("Collectives by " + profiles() + ".");
    warnings.forEach(warning -> out.println(style.warning("warning: ") + warning));
  }

  private static String[] cells(Row row) {
    List<String> cells = new ArrayList<>(List.of(row.model));
    Comparison comparison = row.comparison;
    cells.add(comparison == null ? "none" : time(comparison.predictedPs()));
    for (Comparison.Part part : Comparison.Part.values()) {
      cells.add(comparison == null ? "" : time(comparison.partPs(part)));
    }
    return cells.toArray(String[]::new);
  }

  private static String time(long ps) {
    return ps < 0 ? "-" + Quantity.formatTime(-ps) : Quantity.formatTime(ps);
  }

  private String profiles() {
    Map<String, String> byModel = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.comparison != null)
        .forEach(row -> byModel.put(row.model, row.profile));
    Set<String> different = new LinkedHashSet<>(byModel.values());
    return different.size() == 1
        ? different.iterator().next()
        : byModel.entrySet().stream()
            .map(entry -> entry.getValue() + " under " + entry.getKey())
            .collect(Collectors.joining(", "));
  }

  /** What {@code docs/output.md} says of {@code models[]}. */
  List<Map<String, Object>> models() {
    return rows.stream().map(ComparisonReport::fields).toList();
  }

  private static Map<String, Object> fields(Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("model", row.model);
    Comparison comparison = row.comparison;
    if (comparison == null) {
      fields.put("failure", row.reason());
      return fields;
    }
    fields.put("predictedSeconds", seconds(comparison.predictedPs()));
    fields.put("collectives", row.profile);
    for (Comparison.Part part : Comparison.Part.values()) {
      fields.put(part.key(), seconds(comparison.partPs(part)));
    }
    return fields;
  }

  private static double seconds(long ps) {
    return ps / (double) Ps.PER_SECOND;
  }
}
