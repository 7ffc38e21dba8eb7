package org.foretell.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.scenario.Scenario;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results of several runs as one table, a row each, with columns by name. Immutable.
 *
 * <pre>{@code
 * OutcomeTable table = OutcomeTable.empty();
 * for (int percent = 50; percent <= 200; percent += 50) {
 *   Scenario changed = today.with(new Change("network.latency", "x" + percent / 100.0));
 *   Map<String, String> figures = Map.of("latency, %", String.valueOf(percent));
 *   table = table.with("run " + percent, figures, changed, trace.run(changed));
 * }
 * }</pre>
 *
 * @param rows in the order in which they were added
 */
public record OutcomeTable(List<Row> rows) {
  private static final List<String> AFTER_FIGURES =
      List.of("model", "predictedSeconds", "predictedPicoseconds", "failure", "scenario");

  /** Copies the rows. */
  public OutcomeTable {
    rows = List.copyOf(Objects.requireNonNull(rows, "rows"));
  }

  /**
   * A run.
   *
   * @param name the caller's name for it
   * @param figures the caller's own columns, such as the figures that were changed; in alphabetical
   *     order
   * @param model the communication model
   * @param predictedPs the run time in picoseconds; null if there is none
   * @param failure the reason why there is none, in a line; null if there is one
   * @param scenario the hash of all that decides it
   */
  public record Row(
      String name,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> figures,
      String model,
      @Nullable Long predictedPs,
      @Nullable String failure,
      String scenario) {
    /** Checks the figures' names, and copies them. */
    public Row {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(scenario, "scenario");
      Objects.requireNonNull(figures, "figures");
      SortedMap<String, String> sorted = new TreeMap<>();
      figures.forEach(
          (column, value) -> {
            if (column.isBlank() || column.equals("name") || AFTER_FIGURES.contains(column)) {
              throw new IllegalArgumentException(
                  "a figure cannot be called \""
                      + column
                      + "\", which is empty or a column of every table; choose another name");
            }
            sorted.put(column, Objects.requireNonNull(value, column));
          });
      figures = Collections.unmodifiableSortedMap(sorted);
    }

    /** {@return the run time in seconds; null if there is none} */
    public @Nullable Double predictedSeconds() {
      return predictedPs == null ? null : Double.valueOf(Ps.toSeconds(predictedPs));
    }
  }

  /** {@return a table without rows} */
  public static OutcomeTable empty() {
    return new OutcomeTable(List.of());
  }

  /**
   * {@return a table with one more row}
   *
   * @param name the caller's name for the run
   * @param scenario the scenario that was run
   * @param outcome how that ended
   */
  public OutcomeTable with(String name, Scenario scenario, Outcome outcome) {
    return with(name, Map.of(), scenario, outcome);
  }

  /**
   * {@return a table with one more row, and a column for each new figure}
   *
   * @param name the caller's name for the run
   * @param figures the caller's own values, by column
   * @param scenario the scenario that was run
   * @param outcome how that ended
   * @throws IllegalArgumentException if the name of a figure is empty, or that of another column
   */
  public OutcomeTable with(
      String name, Map<String, String> figures, Scenario scenario, Outcome outcome) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(figures, "figures");
    Objects.requireNonNull(scenario, "scenario");
    Objects.requireNonNull(outcome, "outcome");
    List<Row> all = new ArrayList<>(rows);
    all.add(
        new Row(
            name,
            figures,
            scenario.model().provider().name(),
            outcome.predictedPs().isPresent() ? Long.valueOf(outcome.ps()) : null,
            outcome.failure().orElse(null),
            scenario.hash()));
    return new OutcomeTable(all);
  }

  /** {@return the columns of figures, in alphabetical order} */
  public List<String> figures() {
    return rows.stream()
        .flatMap(row -> row.figures().keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * {@return comma-separated values, one row per line below the names of columns: {@code name}, the
   * columns of {@link #figures}, {@code model}, {@code predictedSeconds}, {@code
   * predictedPicoseconds}, {@code failure}, {@code scenario}; missing values are empty}
   */
  public String csv() {
    StringWriter text = new StringWriter();
    List<String> columns = new ArrayList<>(List.of("name"));
    columns.addAll(figures());
    columns.addAll(AFTER_FIGURES);
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader(columns.toArray(new String[0]))
            .setRecordSeparator('\n')
            .get();
    try (CSVPrinter printer = new CSVPrinter(text, format)) {
      for (Row row : rows) {
        printer.print(row.name());
        for (String figure : figures()) {
          printer.print(row.figures().get(figure));
        }
        printer.printRecord(
            row.model(), row.predictedSeconds(), row.predictedPs(), row.failure(), row.scenario());
      }
    } catch (IOException never) {
      throw new UncheckedIOException("a text was not written", never);
    }
    return text.toString();
  }

  /** {@return the rows as a JSON list of objects, with the members of {@link Row}} */
  public String json() {
    return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(rows);
  }
}
