package org.foretell.parsers.table;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import org.foretell.trace.OpField;
import org.foretell.trace.TraceInfo;

/** What a first reading of a table finds: its ranks, and the texts of its columns. */
final class TableSurvey {
  private final Map<String, Integer> callSites = new LinkedHashMap<>();
  private final Map<String, Integer> markers = new LinkedHashMap<>();
  private int ranks;

  private TableSurvey() {}

  static TableSurvey of(Path file) {
    TableSurvey survey = new TableSurvey();
    BitSet seen = new BitSet();
    int last = -1;
    try (TableRows rows = new TableRows(file)) {
      for (CSVRecord row = rows.next(); row != null; row = rows.next()) {
        int rank = rank(rows, row);
        if (rank != last && seen.get(rank)) {
          throw rows.error(
              "a row of rank "
                  + rank
                  + " after one of rank "
                  + last
                  + "; expected all rows of a rank together, in the order of time; sort -s -t, -k"
                  + (rows.columns().rank() + 1)
                  + ",1n sorts rows behind the first line");
        }
        seen.set(rank);
        last = rank;
        survey.text(row, rows.columns().of(OpField.CALL_SITE), survey.callSites);
        survey.text(row, rows.columns().of(OpField.MARKER), survey.markers);
      }
      survey.ranks = seen.length();
      if (survey.ranks == 0) {
        throw rows.error("expected rows of calls, found only the names of columns");
      }
      int missing = seen.nextClearBit(0);
      if (missing < survey.ranks) {
        throw rows.error(
            "expected rows of all ranks up to "
                + (survey.ranks - 1)
                + ", found none of "
                + missing);
      }
    }
    return survey;
  }

  private void text(CSVRecord row, int column, Map<String, Integer> numbers) {
    if (column != TableColumns.NONE && !row.get(column).isEmpty()) {
      numbers.putIfAbsent(row.get(column), numbers.size());
    }
  }

  /** The rank of a row. */
  static int rank(TableRows rows, CSVRecord row) {
    String text = row.get(rows.columns().rank());
    try {
      int rank = Integer.parseInt(text);
      if (rank >= 0 && rank < TraceInfo.MAX_RANKS) {
        return rank;
      }
    } catch (NumberFormatException noNumber) {
      // Said below, as for a number out of range.
    }
    throw rows.expected("a rank, 0 to " + (TraceInfo.MAX_RANKS - 1), "rank", text);
  }

  int ranks() {
    return ranks;
  }

  Map<String, Integer> callSites() {
    return callSites;
  }

  Map<String, Integer> markers() {
    return markers;
  }
}
