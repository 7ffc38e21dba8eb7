package org.foretell.parsers.table;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.column.Bursts;
import org.foretell.parsers.column.ColumnWriter;
import org.foretell.trace.BurstClock;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads a table of calls: CSV with a row for each call, whose columns are named by the first row.
 * {@code docs/csv.md} describes them. The file is read twice; memory does not depend on its length,
 * apart from the texts of call sites and phases. Not thread safe.
 */
public final class TableReader {
  private static final int HEADER_BYTES = 4096;

  /** As for all times of a trace. */
  private static final BigDecimal LONGEST_PS = BigDecimal.valueOf(Long.MAX_VALUE);

  private final TableRows rows;
  private final TableColumns columns;
  private final TraceSink sink;
  private final boolean passesUnknown;
  private final boolean keepsCallTimes;
  private final Losses losses = new Losses();
  private final OpView op = new OpView();
  private final Bursts bursts;
  private final ColumnWriter callTimes;
  private final RowOp ops;

  private int rank = -1;
  private BigDecimal lastEndPs = BigDecimal.ZERO;
  private boolean hasEnd;

  private TableReader(
      TableRows rows,
      TableSurvey survey,
      boolean passesUnknown,
      boolean keepsCallTimes,
      TraceSink sink) {
    this.rows = rows;
    this.columns = rows.columns();
    this.sink = sink;
    this.passesUnknown = passesUnknown;
    this.keepsCallTimes = keepsCallTimes && columns.start().isPresent();
    bursts = new Bursts(sink);
    callTimes = new ColumnWriter(sink::callTimes);
    ops =
        new RowOp(
            rows,
            survey.ranks(),
            Map.of(
                OpField.CALL_SITE,
                text -> survey.callSites().getOrDefault(text, OpView.NONE),
                OpField.MARKER,
                text -> survey.markers().getOrDefault(text, OpView.NONE)));
  }

  /**
   * {@return whether a file begins with a line of names, among them rank and call}
   *
   * @param input anything
   */
  public static boolean recognises(Path input) {
    if (!Files.isRegularFile(input)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(input)) {
      String text = new String(in.readNBytes(HEADER_BYTES), StandardCharsets.UTF_8);
      String first = text.lines().findFirst().orElse("");
      return TableColumns.isHeader(first.replace("\uFEFF", ""));
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Reads a table.
   *
   * @param input the file
   * @param passesUnknown whether calls that no op stands for are counted and only take their time,
   *     instead of being refused
   * @param keepsCallTimes whether the recorded times of calls are kept
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if the file cannot be read, or a row is wrong; the sink has then not
   *     been ended
   */
  public static List<Loss> read(
      Path input, boolean passesUnknown, boolean keepsCallTimes, TraceSink sink) {
    TableSurvey survey = TableSurvey.of(input);
    try (TableRows rows = new TableRows(input)) {
      return new TableReader(rows, survey, passesUnknown, keepsCallTimes, sink)
          .read(String.valueOf(input.getFileName()), survey);
    }
  }

  private List<Loss> read(String name, TableSurvey survey) {
    TraceInfo info = new TraceInfo(name, survey.ranks(), "table of calls", 0, List.of());
    sink.begin(columns.start().isPresent() ? info.withBurstClock(BurstClock.WALL) : info);
    survey.callSites().forEach((text, id) -> sink.callSite(id, text));
    survey.markers().forEach((text, id) -> sink.marker(id, text));
    for (CSVRecord row = rows.next(); row != null; row = rows.next()) {
      int of = TableSurvey.rank(rows, row);
      if (of != rank) {
        endRank();
        rank = of;
        hasEnd = false;
        sink.beginProgram(RankSet.of(rank));
        bursts.begin(rank);
      }
      row(row);
    }
    endRank();
    sink.end();
    return losses.list();
  }

  private void endRank() {
    if (rank >= 0) {
      bursts.end();
      sink.endProgram();
      callTimes.flush(rank);
    }
  }

  private void row(CSVRecord row) {
    String name = row.get(columns.call());
    OpCode code = RowOp.code(name);
    if (code == null && !passesUnknown) {
      throw rows.expected(
          "the name of a call, such as send or MPI_Send (calls that no op stands for only take"
              + " their time with --unknown-actions pass)",
          "call",
          name);
    }
    long tookPs = columns.start().isPresent() ? time(row) : 0;
    if (code == null) {
      losses.add("calls of " + name.toLowerCase(Locale.ROOT), "no op stands for them");
      burst(OpCode.ELAPSE, tookPs);
    } else if (code.family() == OpCode.Family.COMPUTE) {
      op.reset(code);
      ops.read(op, row);
      bursts.add(op, ofBurst(row, tookPs));
    } else {
      op.reset(code);
      ops.read(op, row);
      sink.op(op);
      if (keepsCallTimes && code.isCall()) {
        callTimes.add(rank, tookPs);
      }
    }
  }

  /** The time since the last call is a burst; how long this one took. */
  private long time(CSVRecord row) {
    BigDecimal startPs = picoseconds(row, columns.start(), "start");
    BigDecimal endPs = picoseconds(row, columns.end(), "end");
    if (endPs.compareTo(startPs) < 0) {
      throw rows.error("the call ends before it starts");
    }
    if (hasEnd && startPs.compareTo(lastEndPs) < 0) {
      throw rows.error(
          "the call starts before the last one of rank "
              + rank
              + " ends; rows are in the order of"
              + " time, and a rank makes one call at a time");
    }
    if (hasEnd && startPs.compareTo(lastEndPs) > 0) {
      burst(OpCode.COMPUTE, exact(startPs.subtract(lastEndPs)));
    }
    lastEndPs = endPs;
    hasEnd = true;
    return exact(endPs.subtract(startPs));
  }

  private void burst(OpCode code, long durationPs) {
    if (durationPs > 0) {
      bursts.add(code, OpView.NONE, durationPs);
    }
  }

  /** A row of computation has its own times, or a duration. */
  private long ofBurst(CSVRecord row, long tookPs) {
    TableColumns.Time duration = columns.duration();
    if (!duration.isPresent() || row.get(duration.index()).isEmpty()) {
      if (!columns.start().isPresent()) {
        throw rows.error("computation needs a duration: a column like duration_us");
      }
      return tookPs;
    }
    BigDecimal ps = picoseconds(row, duration, "duration");
    if (ps.signum() < 0) {
      throw rows.error("expected a duration of at least 0");
    }
    return exact(ps);
  }

  private BigDecimal picoseconds(CSVRecord row, TableColumns.Time column, String name) {
    String text = row.get(column.index());
    try {
      return column.unit().picoseconds(text);
    } catch (NumberFormatException wrong) {
      throw rows.expected("a time", name + column.unit().ending(), text);
    }
  }

  private long exact(BigDecimal ps) {
    if (ps.compareTo(LONGEST_PS) > 0) {
      throw rows.error("expected times of less than 106 days");
    }
    return ps.longValueExact();
  }
}
