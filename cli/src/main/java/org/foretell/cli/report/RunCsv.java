package org.foretell.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    table(folder.resolve("ranks.csv"), RunDocument.RankEntry.class, document.ranks());
    table(folder.resolve("events.csv"), RunDocument.EventEntry.class, document.events());
    table(folder.resolve("call-sites.csv"), RunDocument.CallSiteEntry.class, document.callSites());
    table(folder.resolve("phases.csv"), RunDocument.PhaseEntry.class, document.phases());
    table(folder.resolve("resources.csv"), RunDocument.ResourceEntry.class, document.resources());
    table(
        folder.resolve("matrix.csv"),
        MatrixRow.class,
        result.statistics().matrix().stream().map(MatrixRow::of).toList());
  }

  private static <T extends Record> void table(Path file, Class<T> rowType, List<T> rows) {
    OutputFile.write(file, out -> table(out, rowType, rows));
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
