package org.foretell.page;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.foretell.time.Quantity;

/** Rows of tables: what takes how long, which share that is, and a bar for it. */
final class PartRow {
  /** How many a table has at most. */
  static final int MOST = 15;

  private PartRow() {}

  static Map<String, Object> of(String name, long picoseconds, double share) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("name", name);
    part.put("picoseconds", Long.toString(picoseconds));
    part.put("time", Quantity.formatTime(picoseconds));
    part.put("percent", percent(share));
    part.put("width", 100 * share);
    return part;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
