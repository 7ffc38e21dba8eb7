package org.foretell.workflow.file;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.task.TaskTime;

/** Measured durations in a table with a header. */
final class DurationTable {
  private static final int MOST_ROWS = 10_000_000;

  private DurationTable() {}

  /**
   * Reads a column.
   *
   * @throws ForetellException if the file cannot be read or has a value that is no duration
   */
  static TaskTime read(Path file, String column) {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setIgnoreSurroundingSpaces(true)
            .get();
    DoubleArrayList seconds = new DoubleArrayList();
    try (CSVParser rows =
        CSVParser.parse(Files.newBufferedReader(file, StandardCharsets.UTF_8), format)) {
      if (!rows.getHeaderMap().containsKey(column)) {
        throw ForetellException.badInput(
            file + " has no column " + column + ", only " + rows.getHeaderNames());
      }
      for (CSVRecord row : rows) {
        if (seconds.size() == MOST_ROWS) {
          throw ForetellException.badInput(file + " has more than " + MOST_ROWS + " rows");
        }
        seconds.add(duration(file, row, column));
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException failure) {
      throw ForetellException.badInput(file + " cannot be read: " + failure.getMessage());
    }
    if (seconds.isEmpty()) {
      throw ForetellException.badInput(file + " has no rows");
    }
    return TaskTime.measured(seconds.toDoubleArray());
  }

  private static double duration(Path file, CSVRecord row, String column) {
    String found = row.isSet(column) ? row.get(column) : "";
    double value;
    try {
      value = Double.parseDouble(found);
    } catch (NumberFormatException noNumber) {
      value = -1;
    }
    if (!(value >= 0 && value <= TaskTime.MOST_SECONDS)) {
      throw ForetellException.badInput(
          "%s, row %d: %s is \"%s\", expected seconds from 0 to %.0f"
              .formatted(file, row.getRecordNumber(), column, found, TaskTime.MOST_SECONDS));
    }
    return value;
  }
}
