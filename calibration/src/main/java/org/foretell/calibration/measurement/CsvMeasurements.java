package org.foretell.calibration.measurement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV with a heading: {@code kind}, {@code bytes} and a time in microseconds, or what the
 * benchmarks print that {@code sim generate shmem-bench} writes.
 */
final class CsvMeasurements {
  /** The columns of a time, the best first. */
  private static final List<String> TIMES = List.of("median_us", "mean_us", "time_us", "min_us");

  private record Found(Metric metric, List<Sample> samples) {}

  private CsvMeasurements() {}

  static boolean isCsv(SourceText text) {
    for (int i = 0; i < text.lines(); i++) {
      if (!text.line(i).isEmpty() && !text.line(i).startsWith("#")) {
        List<String> names = List.of(text.line(i).split(",", -1));
        return names.contains("bytes") && (names.contains("kind") || names.contains("call"));
      }
    }
    return false;
  }

  static List<Series> read(String source, String text) {
    SourceText lines = new SourceText(source, text);
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setCommentMarker('#')
            .setIgnoreEmptyLines(true)
            .setTrim(true)
            .get();
    try (CSVParser parser = CSVParser.parse(text, format)) {
      List<String> names = parser.getHeaderNames();
      boolean bench = !names.contains("kind");
      String time =
          TIMES.stream()
              .filter(names::contains)
              .findFirst()
              .orElseThrow(
                  () ->
                      new MeasurementException(
                          source
                              + ": expected a column "
                              + String.join(", ", TIMES)
                              + ", found "
                              + String.join(", ", names)));
      Map<String, Found> kinds = new LinkedHashMap<>();
      for (CSVRecord line : parser) {
        int index = (int) parser.getCurrentLineNumber() - 1;
        if (!line.isConsistent()) {
          throw lines.wrong(
              index, names.size() + " columns, as in the heading", String.join(",", line.toList()));
        }
        String kind = line.get(bench ? "call" : "kind");
        Metric metric = bench ? ofCall(kind, line) : ofKind(kind);
        if (metric == null && !bench) {
          throw lines.wrong(
              index, "a kind that begins with one of " + List.of(Metric.values()), kind);
        }
        if (metric != null) {
          kinds
              .computeIfAbsent(kind, key -> new Found(metric, new ArrayList<>()))
              .samples()
              .add(lines.time(index, lines.bytes(index, line.get("bytes")), line.get(time)));
        }
      }
      List<Series> all = new ArrayList<>();
      kinds.forEach(
          (kind, found) ->
              all.add(
                  new Series(found.metric(), kind, source, OptionalInt.empty(), found.samples())));
      return all;
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(source + ": the heading is wrong: " + e.getMessage(), e);
    } catch (UncheckedIOException | IOException e) {
      throw new MeasurementException(source + ": is not CSV: " + e.getMessage(), e);
    }
  }

  /** A kind is called like its metric, with more behind it; others of MPI are ping-pongs. */
  private static @Nullable Metric ofKind(String kind) {
    String words = kind.toLowerCase(Locale.ROOT);
    Metric longest = null;
    for (Metric metric : Metric.values()) {
      if (words.startsWith(metric.word())
          && (longest == null || metric.word().length() > longest.word().length())) {
        longest = metric;
      }
    }
    return longest == null && words.startsWith("mpi_") ? Metric.MPI_LATENCY : longest;
  }

  /**
   * What a routine of SHMEM stands for. Of the many that do the same one is taken, blocking and
   * contiguous: what a call takes that only begins something says nothing of a message.
   */
  private static @Nullable Metric ofCall(String call, CSVRecord line) {
    if (line.isMapped("stride") && !line.get("stride").equals("1")) {
      return null;
    }
    return switch (call) {
      case "shmem_putmem" -> Metric.SHMEM_PUT;
      case "shmem_getmem" -> Metric.SHMEM_GET;
      case "shmem_long_atomic_fetch_add" -> Metric.SHMEM_ATOMIC;
      case "shmem_barrier_all" -> Metric.SHMEM_BARRIER;
      case "shmem_double_sum_to_all" -> Metric.SHMEM_REDUCE;
      default -> null;
    };
  }
}
