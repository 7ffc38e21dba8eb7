package org.foretell.cli.compare;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.cli.report.SetValuesText;
import org.foretell.cli.report.UnverifiedText;
import org.foretell.cli.report.WarningText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Wrapped;
import org.foretell.report.ComparisonResult;
import org.foretell.report.CostParts;
import org.foretell.report.RecordedComparison;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sim compare} prints for people: the table, a sentence for each model but the one that
 * they are compared with, warnings.
 */
final class ComparisonText {
  private final ComparisonResult result;
  private final PrintWriter out;
  private final Style style;

  ComparisonText(ComparisonResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /**
   * Prints all of it.
   *
   * @param verbose whether doubts about the machine are listed
   */
  void print(boolean verbose) {
    List<String> header = new ArrayList<>(List.of("model", "predicted"));
    for (CostParts.Part part : CostParts.Part.values()) {
      header.add(part.title());
    }
    TextTable table = new TextTable(1, header.toArray(String[]::new));
    result.models().forEach(row -> table.row(cells(row)));
    table.print(out, style);
    @Nullable CostParts first = null;
    for (ComparisonResult.Row row : result.models()) {
      CostParts parts = row.parts();
      if (parts == null) {
        out.println();
        out.println(style.warning(row.model() + " cannot replay the trace: ") + row.failure());
      } else if (first == null) {
        first = parts;
      } else {
        out.println();
        out.println(Wrapped.text(parts.against(first), 0, 2));
      }
    }
    for (ComparisonResult.Row row : result.models()) {
      RecordedComparison recorded = row.recorded();
      if (recorded != null) {
        out.println();
        new RecordedText(row.model(), recorded, out, style).print();
      }
    }
    out.println();
    out.println("Collectives by " + profiles() + ".");
    result
        .machine()
        .ifPresent(
            choice ->
                SetValuesText.lines(choice.set()).forEach(line -> out.println("Set: " + line)));
    if (verbose) {
      UnverifiedText.print(result.machine(), out);
      out.println();
    }
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }

  private static String[] cells(ComparisonResult.Row row) {
    List<String> cells = new ArrayList<>(List.of(row.model()));
    CostParts parts = row.parts();
    cells.add(parts == null ? "none" : time(parts.predictedPs()));
    for (CostParts.Part part : CostParts.Part.values()) {
      cells.add(parts == null ? "" : time(parts.partPs(part)));
    }
    return cells.toArray(String[]::new);
  }

  private static String time(long ps) {
    return ps < 0 ? "-" + Quantity.formatTime(-ps) : Quantity.formatTime(ps);
  }

  private String profiles() {
    Map<String, String> byModel = new LinkedHashMap<>();
    result.models().stream()
        .filter(row -> row.parts() != null)
        .forEach(row -> byModel.put(row.model(), row.collectives()));
    Set<String> different = new LinkedHashSet<>(byModel.values());
    return different.size() == 1
        ? different.iterator().next()
        : byModel.entrySet().stream()
            .map(entry -> entry.getValue() + " under " + entry.getKey())
            .collect(Collectors.joining(", "));
  }
}
