package org.foretell.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.topology.Fabric;
import org.foretell.report.LinkLoads;
import org.foretell.report.LinksEntry;

/**
 * How much of what they could carry the links of a network carried: by kind, over time, and where
 * they are.
 */
final class LinkLoad {
  private static final int MOST_ROWS = 48;

  private LinkLoad() {}

  /** Names, loads, and what to draw, by the names that the script knows. */
  static Map<String, Object> data(LinkLoads loads, LinksEntry entry) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("title", entry.network());
    data.put("used", entry.used());
    data.put("links", entry.links());
    data.put("shared", loads.isOfModel());
    data.put("kinds", entry.kinds().stream().map(LinkLoad::kind).toList());
    data.put("overTime", overTime(loads, entry));
    if (loads.network() instanceof Fabric fabric) {
      NetworkDrawing.of(fabric, loads).ifPresent(drawing -> data.put("drawing", drawing));
    }
    return data;
  }

  private static Map<String, Object> kind(LinksEntry.LinkKindEntry kind) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", kind.kind());
    row.put("links", kind.links());
    row.put("mean", kind.meanShare());
    row.put("most", kind.mostShare());
    row.put("busiest", kind.busiest());
    return row;
  }

  /** The busiest links, with the bytes of each interval. */
  private static Map<String, Object> overTime(LinkLoads loads, LinksEntry entry) {
    List<LinksEntry.LinkEntry> rows =
        entry.busiest().subList(0, Math.min(MOST_ROWS, entry.busiest().size()));
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("names", rows.stream().map(LinksEntry.LinkEntry::link).toList());
    data.put("speeds", rows.stream().map(LinksEntry.LinkEntry::bytesPerSecond).toList());
    data.put("shares", rows.stream().map(LinksEntry.LinkEntry::share).toList());
    data.put("bytes", rows.stream().map(LinksEntry.LinkEntry::intervalBytes).toList());
    data.put("others", entry.used() - rows.size());
    data.put("intervals", loads.intervals());
    data.put("intervalSeconds", entry.intervalSeconds());
    data.put("most", rows.stream().mapToDouble(LinksEntry.LinkEntry::peakShare).max().orElse(1));
    return data;
  }
}
