package org.foretell.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.trace.RegularFile;

/** Reads small tables that users write: CSV with a heading, in which lines with # are comments. */
final class CsvTable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setCommentMarker('#')
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .get();

  private CsvTable() {}

  /**
   * Reads a table.
   *
   * @param kind what it is, for messages: a table of work
   * @param mostBytes of the file, some MiB
   * @param columns that the heading must name
   * @param line is handed the place of each line, like {@code file:3: }, and the line
   * @throws ForetellException if the file cannot be read or is no such table
   */
  static void read(
      Path file,
      String kind,
      int mostBytes,
      List<String> columns,
      BiConsumer<String, CSVRecord> line) {
    if (Files.isDirectory(file)) {
      throw ForetellException.badInput(file + ": is a folder; expected " + kind);
    }
    try {
      if (Files.size(RegularFile.check(file)) > mostBytes) {
        throw ForetellException.badInput(
            file
                + ": has "
                + Files.size(file)
                + " bytes; "
                + kind
                + " has at most "
                + (mostBytes >> 20)
                + " MiB");
      }
      parse(file, Files.readString(file, StandardCharsets.UTF_8), columns, line);
    } catch (CharacterCodingException foreign) {
      throw ForetellException.badInput(file + ": is not UTF-8 text; expected " + kind);
    } catch (IOException | UncheckedIOException failed) {
      throw ForetellException.badInput(
          failed.getCause() instanceof CSVException || failed instanceof CSVException
              ? file + ": is not CSV: " + FailureText.inALine(failed)
              : FailureText.of(failed));
    }
  }

  private static void parse(
      Path file, String text, List<String> columns, BiConsumer<String, CSVRecord> line)
      throws IOException {
    try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
      if (!parser.getHeaderNames().containsAll(columns)) {
        throw ForetellException.badInput(
            file
                + ":1: expected the columns "
                + String.join(",", columns)
                + ", found "
                + String.join(",", parser.getHeaderNames()));
      }
      for (CSVRecord each : parser) {
        String place = file + ":" + parser.getCurrentLineNumber() + ": ";
        if (!each.isConsistent()) {
          throw ForetellException.badInput(
              place
                  + "expected "
                  + parser.getHeaderNames().size()
                  + " columns, as in the heading, found "
                  + each.size());
        }
        line.accept(place, each);
      }
    } catch (IllegalArgumentException heading) {
      throw ForetellException.badInput(file + ":1: " + heading.getMessage());
    }
  }
}
