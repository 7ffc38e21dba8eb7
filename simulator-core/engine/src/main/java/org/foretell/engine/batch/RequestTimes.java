package org.foretell.engine.batch;

import java.util.Arrays;

/**
 * When requests complete for each follower, by their places in {@code RequestTable}. Most requests
 * are taken soon after they have completed, so only those that have not been taken have a row.
 */
final class RequestTimes {
  private static final int NO_ROW = 0;

  private final TimeRows times;

  /** By request its row. */
  private int[] rows = new int[16];

  /** Rows that have been given back. */
  private int[] free = new int[16];

  private int freeRows;
  private int lastRow = NO_ROW;

  /** No request has completed. */
  RequestTimes(int width) {
    times = new TimeRows(width, 1);
  }

  /** A request completes. */
  void set(int request, long[] timesPs) {
    if (request >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(request + 1, 2 * rows.length));
    }
    int row = rows[request];
    if (row == NO_ROW) {
      row = freeRows > 0 ? free[--freeRows] : ++lastRow;
      rows[request] = row;
    }
    times.set(row, timesPs);
  }

  /** All times; those of a request begin where {@link #take} answers. */
  long[] timesPs() {
    return times.timesPs();
  }

  /** Where the times of a completed request begin, which stay there until another completes. */
  int take(int request) {
    int row = rows[request];
    if (row == NO_ROW) {
      throw new AssertionError("followers do not know when request " + request + " completed");
    }
    rows[request] = NO_ROW;
    if (freeRows == free.length) {
      free = Arrays.copyOf(free, 2 * freeRows);
    }
    free[freeRows++] = row;
    return times.start(row);
  }

  /** Requests are elsewhere from now on; where they go nothing has been. */
  void move(int from, int to, int number) {
    int end = Math.max(from, to) + number;
    if (rows.length < end) {
      rows = Arrays.copyOf(rows, Math.max(end, 2 * rows.length));
    }
    for (int i = 0; i < number; i++) {
      rows[to + i] = rows[from + i];
      rows[from + i] = NO_ROW;
    }
  }
}
