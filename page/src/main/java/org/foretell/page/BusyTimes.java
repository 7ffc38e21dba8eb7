package org.foretell.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.observe.SimObserver.Resource;
import org.jspecify.annotations.Nullable;

/**
 * How busy messages keep CPUs, interfaces, links and buses over time, in equal intervals that
 * become longer as the run goes on. Where there are many of a kind, those that follow each other
 * share a row, so that all of it takes at most 15 MB.
 */
final class BusyTimes {
  private static final int MOST_ROWS = 1 << 10;
  private static final int INTERVALS = 1 << 8;
  private static final long FIRST_INTERVAL_PS = 1 << 10;

  private final Kind[] kinds = new Kind[Resource.values().length];
  private long intervalPs = FIRST_INTERVAL_PS;

  /** All of one kind; a row without busy time is null. */
  private static final class Kind {
    private final long[] @Nullable [] rows = new long[MOST_ROWS][];
    private int perRow = 1;
  }

  /**
   * One or some of a kind.
   *
   * @param first its index
   * @param count how many share the row
   * @param busyPs by interval, of all of them
   */
  record Row(Resource resource, int first, int count, long[] busyPs) {
    double totalPs() {
      double sum = 0;
      for (long ps : busyPs) {
        sum += ps;
      }
      return sum / count;
    }
  }

  BusyTimes() {
    Arrays.setAll(kinds, kind -> new Kind());
  }

  void add(Resource resource, int index, long startPs, long endPs) {
    if (endPs <= startPs) {
      return;
    }
    while (endPs > INTERVALS * intervalPs) {
      doubleIntervals();
    }
    long[] row = row(kinds[resource.ordinal()], index);
    long fromPs = startPs;
    for (int i = (int) (startPs / intervalPs); fromPs < endPs; i++) {
      long untilPs = Math.min(endPs, (i + 1) * intervalPs);
      row[i] += untilPs - fromPs;
      fromPs = untilPs;
    }
  }

  private static long[] row(Kind kind, int index) {
    while (index / kind.perRow >= MOST_ROWS) {
      for (int row = 0; row < MOST_ROWS; row++) {
        long[] both = row < MOST_ROWS / 2 ? sum(kind.rows[2 * row], kind.rows[2 * row + 1]) : null;
        kind.rows[row] = both;
      }
      kind.perRow *= 2;
    }
    int at = index / kind.perRow;
    long[] row = kind.rows[at];
    if (row == null) {
      row = new long[INTERVALS];
      kind.rows[at] = row;
    }
    return row;
  }

  private static long @Nullable [] sum(long @Nullable [] one, long @Nullable [] other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    for (int i = 0; i < INTERVALS; i++) {
      one[i] += other[i];
    }
    return one;
  }

  private void doubleIntervals() {
    intervalPs = Math.multiplyExact(intervalPs, 2);
    for (Kind kind : kinds) {
      for (long[] row : kind.rows) {
        if (row != null) {
          for (int i = 0; i < INTERVALS / 2; i++) {
            row[i] = row[2 * i] + row[2 * i + 1];
          }
          Arrays.fill(row, INTERVALS / 2, INTERVALS, 0);
        }
      }
    }
  }

  long intervalPs() {
    return intervalPs;
  }

  /** How many intervals reach up to a time. */
  int intervalsUntil(long timePs) {
    return (int) Math.max(1, Math.min(INTERVALS, (timePs + intervalPs - 1) / intervalPs));
  }

  /** Those that were busy, by kind, then by index. */
  List<Row> rows() {
    List<Row> found = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      Kind kind = kinds[resource.ordinal()];
      for (int row = 0; row < MOST_ROWS; row++) {
        long[] busyPs = kind.rows[row];
        if (busyPs != null) {
          found.add(new Row(resource, row * kind.perRow, kind.perRow, busyPs.clone()));
        }
      }
    }
    return found;
  }
}
