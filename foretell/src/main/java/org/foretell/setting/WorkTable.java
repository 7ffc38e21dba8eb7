package org.foretell.setting;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import org.foretell.failure.ForetellException;
import org.foretell.models.compute.BurstWork;

/** Reads what the bursts of call sites do: CSV with the columns call_site, flops and bytes. */
public final class WorkTable {
  private static final List<String> COLUMNS = List.of("call_site", "flops", "bytes");
  private static final int MOST_BYTES = 64 << 20;

  private WorkTable() {}

  /**
   * Reads a table.
   *
   * @return by text or number of the call site, in the order of the file
   * @throws ForetellException if the file cannot be read or is no such table
   */
  public static Map<String, BurstWork> read(Path file) {
    Map<String, BurstWork> work = new LinkedHashMap<>();
    CsvTable.read(
        file,
        "a table of work",
        MOST_BYTES,
        COLUMNS,
        (place, line) -> {
          String site = line.get("call_site");
          if (work.put(site, work(place, line)) != null) {
            throw ForetellException.badInput(place + "a second line of call site \"" + site + "\"");
          }
        });
    return work;
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
