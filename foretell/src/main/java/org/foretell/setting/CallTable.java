package org.foretell.setting;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.ForetellException;
import org.foretell.trace.OpCode;

/**
 * Reads how often each rank makes which call: CSV with the columns routine, op and
 * calls_of_each_pe, as {@code sim generate shmem-bench} writes it.
 */
public final class CallTable {
  private static final List<String> COLUMNS = List.of("routine", "op", "calls_of_each_pe");
  private static final int MOST_BYTES = 16 << 20;

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
    Map<OpCode, Long> calls = new EnumMap<>(OpCode.class);
    CsvTable.read(
        file,
        "a table of calls",
        MOST_BYTES,
        COLUMNS,
        (place, line) -> calls.merge(op(place, line.get("op")), count(place, line), Long::sum));
    return calls;
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
