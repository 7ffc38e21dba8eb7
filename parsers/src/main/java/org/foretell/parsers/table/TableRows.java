package org.foretell.parsers.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.io.input.BOMInputStream;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** The rows of a table, one after the other, with messages that name file and line. */
final class TableRows implements AutoCloseable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(true).setIgnoreSurroundingSpaces(true).get();

  private final Path file;
  private final BoundedReader bounded;
  private final CSVParser parser;
  private final Iterator<CSVRecord> rows;
  private final TableColumns columns;
  private int width;

  TableRows(Path file) {
    this.file = file;
    try {
      bounded =
          new BoundedReader(
              new InputStreamReader(
                  BOMInputStream.builder().setInputStream(Files.newInputStream(file)).get(),
                  UTF_8.newDecoder()));
      parser = CSVParser.builder().setReader(bounded).setFormat(FORMAT).get();
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
    rows = parser.iterator();
    boolean done = false;
    try {
      CSVRecord header = row();
      if (header == null) {
        throw error("expected a row with the names of columns, found an empty file");
      }
      width = header.size();
      columns = TableColumns.of(header.toList());
      done = true;
    } catch (IllegalArgumentException wrong) {
      throw error(String.valueOf(wrong.getMessage()));
    } finally {
      if (!done) {
        close();
      }
    }
  }

  TableColumns columns() {
    return columns;
  }

  /** The next row, or null; it has as many values as there are columns. */
  @Nullable CSVRecord next() {
    CSVRecord row = row();
    if (row != null && row.size() != width) {
      throw error("expected " + width + " values, as there are columns, found " + row.size());
    }
    return row;
  }

  private @Nullable CSVRecord row() {
    try {
      CSVRecord row = rows.hasNext() ? rows.next() : null;
      bounded.recordEnds();
      return row;
    } catch (UncheckedIOException e) {
      IOException cause = Objects.requireNonNull(e.getCause());
      if (cause instanceof CharacterCodingException) {
        throw error("expected UTF-8 text, found other bytes");
      } else if (cause instanceof BoundedReader.EndlessRecordException
          || cause instanceof CSVException) {
        throw error(String.valueOf(cause.getMessage()));
      }
      throw TraceException.reading(file, cause);
    }
  }

  TraceException error(String message) {
    return new TraceException(file + ":" + parser.getCurrentLineNumber() + ": " + message);
  }

  /** For a value that is not what it should be. */
  TraceException expected(String what, String column, String found) {
    String shown = found.length() > 60 ? found.substring(0, 60) + "..." : found;
    return error("expected " + what + " in column " + column + ", found \"" + shown + "\"");
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }
}
