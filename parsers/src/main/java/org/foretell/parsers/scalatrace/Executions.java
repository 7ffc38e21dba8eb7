package org.foretell.parsers.scalatrace;

import java.util.List;
import java.util.Locale;

/** How often records are executed by all ranks, and whether their statistics agree. */
final class Executions {
  /** Picoseconds in a second. */
  private static final double SECOND = 1e12;

  private final List<Rsd> records;
  private final long[] byRecord;

  private Executions(List<Rsd> records, long[] byRecord) {
    this.records = records;
    this.byRecord = byRecord;
  }

  static Executions count(List<Rsd> records, List<SharedList> lists) {
    long[] sums = new long[records.size()];
    long[] ofOne = new long[records.size()];
    for (SharedList list : lists) {
      for (SharedList.Variant variant : list.variantsOfRanks()) {
        list.executions(variant, ofOne);
        for (Rsd rsd : list.entries()) {
          int index = rsd.index();
          sums[index] =
              SharedList.plus(sums[index], SharedList.times(ofOne[index], variant.ranks().length));
        }
      }
    }
    return new Executions(records, sums);
  }

  /** Compares with the statistics: each execution has left a value under one signature. */
  void check() {
    long all = 0;
    for (Rsd rsd : records) {
      check(rsd, rsd.times(), "COMP 4b");
      check(rsd, rsd.instructions(), "COMP 4c");
      check(rsd, rsd.callTimes(), "COMM 4b");
      // A burst comes before each call at most.
      all = SharedList.plus(all, SharedList.times(2, byRecord[rsd.index()]));
      if (all == Long.MAX_VALUE) {
        throw rsd.error("expected fewer than 2^62 calls in the whole trace, found more");
      }
    }
  }

  private void check(Rsd rsd, List<Statistic> statistics, String type) {
    long values = statistics.stream().mapToLong(Statistic::count).sum();
    long executed = byRecord[rsd.index()];
    if (!statistics.isEmpty() && values != executed) {
      throw rsd.error(
          "expected as many values in its "
              + type
              + " statistics as its ranks execute it, "
              + (executed == Long.MAX_VALUE ? "2^63 or more" : executed)
              + " times, found "
              + values);
    }
  }

  /** Notes how long the recorded run took, for comparison with predictions. */
  void noteTimes(int ranks, Notes notes) {
    double bursts = 0;
    double calls = 0;
    for (Rsd rsd : records) {
      bursts += rsd.times().stream().mapToDouble(Statistic::sum).sum();
      calls += rsd.callTimes().stream().mapToDouble(Statistic::sum).sum();
    }
    if (calls > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "in the traced run a rank spent %s%.6g s in calls on average; times of single calls"
                  + " are not kept",
              bursts > 0
                  ? String.format(Locale.ROOT, "%.6g s between calls and ", bursts / ranks / SECOND)
                  : "",
              calls / ranks / SECOND));
    }
  }
}
