package org.foretell.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.trace.OpCode;

/**
 * Reads how often each rank makes which call: CSV with the columns routine, op and
 * calls_of_each_pe, as {@code sim generate shmem-bench} writes it.
 */
public final class CallTable {
  private static final List<String> COLUMNS = List.of("routine", "op", "calls_of_each_pe");
  private static final int MOST_BYTES = 16 << 20;
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setCommentMarker('#')
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .get();

  private CallTable() {}

  /**
   * Reads a table.
   *
   * @param file at most 16 MiB
   * @return for each op how often each rank has it; a trace does not tell routines of one op apart,
   *     so their calls are added up
   * @throws ForetellException if the file cannot be read or is no such table
   */
  public static Map<OpCode, Long> read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw ForetellException.badInput(
            file + ": has " + Files.size(file) + " bytes; a table of calls has at most 16 MiB");
      }
      return parse(file, Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException | UncheckedIOException failed) {
      throw ForetellException.badInput(
          failed.getCause() instanceof CSVException || failed instanceof CSVException
              ? file + ": is no CSV: " + FailureText.inALine(failed)
              : FailureText.of(failed));
    }
  }

  private static Map<OpCode, Long> parse(Path file, String text) throws IOException {
    try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
      if (!parser.getHeaderNames().containsAll(COLUMNS)) {
        throw ForetellException.badInput(
            file
                + ":1: expected the columns routine,op,calls_of_each_pe, found "
                + String.join(",", parser.getHeaderNames()));
      }
      Map<OpCode, Long> calls = new EnumMap<>(OpCode.class);
      for (CSVRecord line : parser) {
        String place = file + ":" + parser.getCurrentLineNumber() + ": ";
        if (!line.isConsistent()) {
          throw ForetellException.badInput(
              place
                  + "expected "
                  + parser.getHeaderNames().size()
                  + " columns, as the heading has, found "
                  + line.size());
        }
        calls.merge(op(place, line.get("op")), count(place, line), Long::sum);
      }
      return calls;
    } catch (IllegalArgumentException heading) {
      throw ForetellException.badInput(file + ":1: " + heading.getMessage());
    }
  }

  private static OpCode op(String place, String name) {
    for (OpCode code : OpCode.values()) {
      if (code.isCall() && code.name().toLowerCase(Locale.ROOT).equals(name)) {
        return code;
      }
    }
    throw ForetellException.badInput(
        place + "expected the op of a call, like shmem_put or allreduce, found \"" + name + "\"");
  }

  private static long count(String place, CSVRecord line) {
    String text = line.get("calls_of_each_pe");
    // Ten digits: sums of all lines stay far from what a long holds.
    if (!text.matches("[0-9]{1,10}")) {
      throw ForetellException.badInput(
          place
              + "expected a number of calls from 0 to 9999999999 in the column calls_of_each_pe,"
              + " found \""
              + text
              + "\"");
    }
    return Long.parseLong(text);
  }
}
