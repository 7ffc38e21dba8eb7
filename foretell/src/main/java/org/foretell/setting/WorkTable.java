package org.foretell.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.models.compute.BurstWork;

/** Reads what the bursts of call sites do: CSV with the columns call_site, flops and bytes. */
public final class WorkTable {
  private static final List<String> COLUMNS = List.of("call_site", "flops", "bytes");
  private static final int MOST_BYTES = 64 << 20;
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setCommentMarker('#')
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .get();

  private WorkTable() {}

  /**
   * Reads a table.
   *
   * @return by text or number of the call site, in the order of the file
   * @throws ForetellException if the file cannot be read or is no such table
   */
  public static Map<String, BurstWork> read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw ForetellException.badInput(
            file + ": has " + Files.size(file) + " bytes; a table of work has at most 64 MiB");
      }
      return parse(file, Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException | UncheckedIOException failed) {
      throw ForetellException.badInput(
          failed.getCause() instanceof CSVException || failed instanceof CSVException
              ? file + ": is no CSV: " + FailureText.inALine(failed)
              : FailureText.of(failed));
    }
  }

  private static Map<String, BurstWork> parse(Path file, String text) throws IOException {
    try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
      if (!parser.getHeaderNames().containsAll(COLUMNS)) {
        throw ForetellException.badInput(
            file
                + ":1: expected the columns call_site,flops,bytes, found "
                + String.join(",", parser.getHeaderNames()));
      }
      Map<String, BurstWork> work = new LinkedHashMap<>();
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
        String site = line.get("call_site");
        if (work.put(site, work(place, line)) != null) {
          throw ForetellException.badInput(place + "a second line of call site \"" + site + "\"");
        }
      }
      return work;
    } catch (IllegalArgumentException heading) {
      throw ForetellException.badInput(file + ":1: " + heading.getMessage());
    }
  }

  private static BurstWork work(String place, CSVRecord line) {
    try {
      return new BurstWork(
          Double.parseDouble(line.get("flops")), Double.parseDouble(line.get("bytes")));
    } catch (IllegalArgumentException wrong) {
      throw ForetellException.badInput(
          place
              + "expected flops and bytes as numbers that are not negative and not both 0, found "
              + line.get("flops")
              + " and "
              + line.get("bytes"));
    }
  }
}
