package org.foretell.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.foretell.trace.OpCode;

/** Time by call site and kind of op, of all ranks together. */
final class CallSiteStatistics {
  private static final int WIDTH = 8;
  private static final int COUNT = 0;
  private static final int TIME = 1;
  private static final int WAIT = 3;
  private static final int BYTES = 5;
  private static final int MAX_TIME = 7;

  private static final int CODE_BITS = 8;

  private final KeyedCells sites = new KeyedCells(WIDTH);

  /**
   * @param callSite at least 0
   */
  void op(int callSite, OpCode code, long bytes, long timePs, long waitPs) {
    int row = sites.offset((long) callSite << CODE_BITS | code.id());
    long[] cells = sites.cells();
    cells[row + COUNT]++;
    Total.add(cells, row + TIME, timePs);
    Total.add(cells, row + WAIT, waitPs);
    Total.add(cells, row + BYTES, bytes);
    cells[row + MAX_TIME] = Math.max(cells[row + MAX_TIME], timePs);
  }

  /** Adds what another collector has seen of other ranks. */
  void add(CallSiteStatistics part) {
    for (long key : part.sites.keys()) {
      int from = part.sites.offset(key);
      long[] other = part.sites.cells();
      int row = sites.offset(key);
      long[] cells = sites.cells();
      cells[row + COUNT] += other[from + COUNT];
      for (int total : new int[] {TIME, WAIT, BYTES}) {
        Total.add(cells, row + total, Total.in(other, from + total));
      }
      cells[row + MAX_TIME] = Math.max(cells[row + MAX_TIME], other[from + MAX_TIME]);
    }
  }

  /** By call site, then by id of the code. */
  List<CallSiteSummary> summaries() {
    long[] keys = sites.keys();
    List<CallSiteSummary> summaries = new ArrayList<>(keys.length);
    for (long key : keys) {
      int row = sites.offset(key);
      long[] cells = sites.cells();
      summaries.add(
          new CallSiteSummary(
              (int) (key >>> CODE_BITS),
              Objects.requireNonNull(OpCode.byId((int) key & 0xff)),
              cells[row + COUNT],
              Total.in(cells, row + TIME),
              cells[row + MAX_TIME],
              Total.in(cells, row + WAIT),
              Total.in(cells, row + BYTES)));
    }
    return List.copyOf(summaries);
  }
}
