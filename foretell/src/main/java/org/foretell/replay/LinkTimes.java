package org.foretell.replay;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import org.foretell.machine.Topology;
import org.foretell.model.LinkObserver;
import org.foretell.report.LinkLoads;

/**
 * How many bytes links carry over time, in equal intervals that become longer as the run goes on,
 * and fewer as more links are used: 256, and at most 4 million for all links together, which is 32
 * MB. No link is left out. Belongs to one replay and one thread.
 */
final class LinkTimes implements LinkObserver {
  static final int MOST_INTERVALS = 1 << 8;
  private static final int MOST_CELLS = 1 << 22;
  private static final int LEAST_INTERVALS = 4;
  private static final long FIRST_INTERVAL_PS = 1 << 10;

  private final Int2IntOpenHashMap rows = new Int2IntOpenHashMap();
  private long[][] bytes = new long[64][];
  private int intervals = MOST_INTERVALS;
  private long intervalPs = FIRST_INTERVAL_PS;

  LinkTimes() {
    rows.defaultReturnValue(-1);
  }

  @Override
  public long resolutionPs() {
    return intervalPs;
  }

  @Override
  public void carried(int link, long carriedBytes, long startPs, long endPs) {
    // Where intervals end at the end of time, there is nothing left to double.
    while (endPs / intervals >= intervalPs && endPs > intervals * intervalPs) {
      intervalPs = Math.multiplyExact(intervalPs, 2);
      joinIntervals(intervals);
    }
    long[] row = row(link);
    int first = interval(startPs);
    int last = endPs > startPs ? interval(endPs - 1) : first;
    if (first == last) {
      row[first] = plus(row[first], carriedBytes);
      return;
    }
    double perPs = (double) carriedBytes / (endPs - startPs);
    long before = 0;
    for (int i = first; i <= last; i++) {
      long until =
          i == last ? carriedBytes : Math.min(carriedBytes, (long) (perPs * (end(i) - startPs)));
      row[i] = plus(row[i], until - before);
      before = until;
    }
  }

  private int interval(long timePs) {
    return (int) Math.min(intervals - 1, timePs / intervalPs);
  }

  private long end(int interval) {
    return (interval + 1) * intervalPs;
  }

  /** Bytes beyond what fits are the most that does. */
  private static long plus(long some, long more) {
    long sum = some + more;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private long[] row(int link) {
    int row = rows.get(link);
    if (row < 0) {
      row = rows.size();
      if (row == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * row);
      }
      if ((long) (row + 1) * intervals > MOST_CELLS && intervals > LEAST_INTERVALS) {
        intervalPs = Math.multiplyExact(intervalPs, 2);
        intervals /= 2;
        joinIntervals(intervals);
      }
      rows.put(link, row);
      bytes[row] = new long[intervals];
    }
    return bytes[row];
  }

  private void joinIntervals(int length) {
    for (int row = 0; row < rows.size(); row++) {
      long[] old = bytes[row];
      long[] joined = new long[length];
      for (int i = 0; i < old.length / 2; i++) {
        joined[i] = plus(old[2 * i], old[2 * i + 1]);
      }
      bytes[row] = joined;
    }
  }

  /**
   * What has been heard.
   *
   * @param network has the links
   * @param isOfModel whether the model reported the loads, rather than routes alone
   * @param endPs when the run ended
   */
  LinkLoads loads(Topology network, boolean isOfModel, long endPs) {
    int[] links = rows.keySet().toIntArray();
    Arrays.sort(links);
    int used = (int) Math.max(1, Math.min(intervals, (endPs + intervalPs - 1) / intervalPs));
    long[][] byLink = new long[links.length][];
    for (int i = 0; i < links.length; i++) {
      byLink[i] = within(bytes[rows.get(links[i])], used);
    }
    return new LinkLoads(network, isOfModel, intervalPs, endPs, links, byLink);
  }

  /** What a model still moves when the last rank has ended counts in the last interval. */
  private static long[] within(long[] row, int used) {
    long[] kept = Arrays.copyOf(row, used);
    for (int i = used; i < row.length; i++) {
      kept[used - 1] = plus(kept[used - 1], row[i]);
    }
    return kept;
  }
}
