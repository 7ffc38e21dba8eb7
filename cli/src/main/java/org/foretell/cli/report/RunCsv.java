package org.foretell.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.foretell.observe.MatrixEntry;
import org.foretell.report.RunDocument;
import org.foretell.report.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a run as CSV files, one a table, with a header line. Columns are the names of the
 * JSON; those of an object within a row are joined with a dot.
 */
public final class RunCsv {
  private RunCsv() {}

  /** One pair of ranks. */
  record MatrixRow(int source, int destination, long messages, String bytes) {
    static MatrixRow of(MatrixEntry entry) {
      return new MatrixRow(
          entry.source(),
          entry.destination(),
          entry.volume().messages(),
          entry.volume().bytes().toString());
    }
  }

  public static void write(RunResult result, Path folder) {
    RunDocument document = RunDocument.of(result);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw ForetellException.outputFailed(folder + " cannot be made: " + OutputFile.reason(e));
    }
    List<OutputFile.Content> tables =
        List.of(
            out -> table(out, RunDocument.RankEntry.class, document.ranks()),
            out -> table(out, RunDocument.EventEntry.class, document.events()),
            out -> table(out, RunDocument.CallSiteEntry.class, document.callSites()),
            out -> table(out, RunDocument.PhaseEntry.class, document.phases()),
            out -> table(out, RunDocument.ResourceEntry.class, document.resources()),
            out -> table(out, MatrixRow.class, matrix(result)));
    Map<Path, OutputFile.Content> contents = new LinkedHashMap<>();
    List<Path> files = files(folder);
    for (int i = 0; i < files.size(); i++) {
      contents.put(files.get(i), tables.get(i));
    }
    OutputFile.writeAll(contents);
  }

  /** The files that {@link #write} makes in a folder. */
  public static List<Path> files(Path folder) {
    return Stream.of("ranks", "events", "call-sites", "phases", "resources", "matrix")
        .map(table -> folder.resolve(table + ".csv"))
        .toList();
  }

  private static List<MatrixRow> matrix(RunResult result) {
    return result.statistics().matrix().stream().map(MatrixRow::of).toList();
  }

  private static <T extends Record> void table(OutputStream out, Class<T> rowType, List<T> rows)
      throws IOException {
    CSVFormat format =
        CSVFormat.RFC4180.builder().setHeader(columns("", rowType).toArray(String[]::new)).get();
    try (CSVPrinter printer = new CSVPrinter(new OutputStreamWriter(out, UTF_8), format)) {
      for (T row : rows) {
        List<@Nullable Object> cells = new ArrayList<>();
        cells(row, cells);
        printer.printRecord(cells);
      }
    }
  }

  private static List<String> columns(String prefix, Class<?> rowType) {
    List<String> names = new ArrayList<>();
    for (RecordComponent component : rowType.getRecordComponents()) {
      if (component.getType().isRecord()) {
        names.addAll(columns(prefix + component.getName() + ".", component.getType()));
      } else {
        names.add(prefix + component.getName());
      }
    }
    return names;
  }

  private static void cells(Record row, List<@Nullable Object> cells) {
    for (RecordComponent component : row.getClass().getRecordComponents()) {
      Object value = value(row, component);
      if (value instanceof Record nested) {
        cells(nested, cells);
      } else {
        cells.add(value);
      }
    }
  }

  private static @Nullable Object value(Record row, RecordComponent component) {
    try {
      return component.getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a record's own accessor failed: " + component, e);
    }
  }
}
