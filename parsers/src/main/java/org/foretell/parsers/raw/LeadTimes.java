package org.foretell.parsers.raw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What leads recorded for one thread while it recorded only what it did. Each lead is read once
 * from its beginning, as long as there are at most sixteen of them.
 */
final class LeadTimes implements AutoCloseable {
  private static final int MOST_OPEN = 16;

  private final LeadColumns columns;
  private final int stream;
  private final Map<Long, LeadColumn> open = new LinkedHashMap<>();

  LeadTimes(LeadColumns columns, int stream) {
    this.columns = columns;
    this.stream = stream;
  }

  /**
   * The column of a lead after a mark.
   *
   * @param mark counted from 1, and larger than at the call before
   * @param own what asks for it
   */
  LeadColumn after(long lead, long mark, LoopedShapes own) {
    if (!open.containsKey(lead) && open.size() == MOST_OPEN) {
      close();
    }
    LeadColumn column = open.computeIfAbsent(lead, absent -> columns.open(absent, stream, own));
    column.to(mark);
    return column;
  }

  @Override
  public void close() {
    List<LeadColumn> all = new ArrayList<>(open.values());
    open.clear();
    all.forEach(LeadColumn::close);
  }
}
