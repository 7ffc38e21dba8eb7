package org.foretell.runner;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.scenario.Scenario;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results of several runs as one table, a row each, with names in place of positions. Immutable.
 *
 * @param rows in the order in which they were added
 */
public record OutcomeTable(List<Row> rows) {
  /** Copies the rows. */
  public OutcomeTable {
    rows = List.copyOf(rows);
  }

  /**
   * A run.
   *
   * @param name what the caller calls it
   * @param model the communication model
   * @param predictedPs the run time in picoseconds; null if there is none
   * @param failure why there is none, in a line; null if there is one
   * @param scenario the hash of all that decides it
   */
  public record Row(
      String name,
      String model,
      @Nullable Long predictedPs,
      @Nullable String failure,
      String scenario) {
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
   * @param name what the caller calls it
   * @param scenario what was run
   * @param outcome how that ended
   */
  public OutcomeTable with(String name, Scenario scenario, Outcome outcome) {
    List<Row> all = new ArrayList<>(rows);
    all.add(
        new Row(
            Objects.requireNonNull(name, "name"),
            scenario.model().provider().name(),
            outcome.predictedPs().isPresent() ? Long.valueOf(outcome.ps()) : null,
            outcome.failure().orElse(null),
            scenario.hash()));
    return new OutcomeTable(all);
  }

  /**
   * {@return comma-separated values, a row a line below the names of columns: {@code name}, {@code
   * model}, {@code predictedSeconds}, {@code predictedPicoseconds}, {@code failure}, {@code
   * scenario}; what there is not is empty}
   */
  public String csv() {
    StringWriter text = new StringWriter();
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader(
                "name", "model", "predictedSeconds", "predictedPicoseconds", "failure", "scenario")
            .setRecordSeparator('\n')
            .get();
    try (CSVPrinter printer = new CSVPrinter(text, format)) {
      for (Row row : rows) {
        printer.printRecord(
            row.name(),
            row.model(),
            row.predictedSeconds(),
            row.predictedPs(),
            row.failure(),
            row.scenario());
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
