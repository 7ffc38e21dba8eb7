package org.foretell.calibration.measurement;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.foretell.trace.RegularFile;

/** Reads files of measurements, whose format it recognises from their content. */
public final class MeasurementFiles {
  private static final long MOST_BYTES = 16L << 20;

  private MeasurementFiles() {}

  /**
   * Reads a file.
   *
   * @param argument a file, or a file, {@code #}, and the name of the single series to use
   * @return at least one series
   * @throws MeasurementException if it cannot be read, or not as measurements
   */
  public static List<Series> read(String argument) {
    int mark = argument.lastIndexOf('#');
    boolean chosen = mark > 0 && !Files.exists(Path.of(argument));
    String file = chosen ? argument.substring(0, mark) : argument;
    List<Series> all = parse(file, text(Path.of(file)));
    return chosen ? only(all, file, argument.substring(mark + 1)) : all;
  }

  /**
   * Parses a text.
   *
   * @param source its name in messages
   * @param text output of a benchmark, or CSV
   * @return at least one series
   * @throws MeasurementException if the format is unknown
   */
  public static List<Series> parse(String source, String text) {
    SourceText lines = new SourceText(source, text);
    List<Series> series = new ArrayList<>();
    if (CsvMeasurements.isCsv(lines)) {
      series.addAll(CsvMeasurements.read(source, text));
    } else {
      series.addAll(OsuOutput.read(lines));
      series.addAll(ImbOutput.read(lines));
    }
    if (series.isEmpty()) {
      throw new MeasurementException(
          source
              + ": expected the output of OSU micro-benchmarks (\"# OSU MPI Latency Test ..\"), of"
              + " IMB (\"# Benchmarking PingPong\") or CSV with a heading (\"kind,bytes,..\"),"
              + " found none of them; docs/calibration.md lists the formats");
    }
    return series;
  }

  private static List<Series> only(List<Series> all, String file, String name) {
    Optional<Series> found = all.stream().filter(series -> series.name().equals(name)).findFirst();
    if (found.isEmpty()) {
      TreeSet<String> names = new TreeSet<>();
      all.forEach(series -> names.add(series.name()));
      throw new MeasurementException(
          file + ": has no series \"" + name + "\"; it has " + String.join(", ", names));
    }
    return List.of(found.get());
  }

  private static String text(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new MeasurementException(file + ": expected a file of measurements, found a folder");
      }
      if (Files.size(RegularFile.check(file)) > MOST_BYTES) {
        throw new MeasurementException(
            file + ": expected at most 16 MiB of measurements, found " + Files.size(file) + " B");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (NoSuchFileException e) {
      throw new MeasurementException(file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new MeasurementException(file + ": expected text in UTF-8, found other bytes", e);
    } catch (IOException e) {
      throw new MeasurementException(file + ": cannot be read: " + RegularFile.reason(e), e);
    }
  }
}
