package org.foretell.inspection;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * How long the bursts of each call site took, on average.
 *
 * @param count how many there are, of all ranks
 * @param meanPs picoseconds
 */
public record BurstTimes(long count, double meanPs) {
  private static final class Sum {
    private long count;
    private double ps;
  }

  /**
   * Reads all ops of a trace.
   *
   * @return by the text of the call site; bursts without one are left out
   * @throws org.foretell.trace.TraceException if it is damaged
   */
  public static Map<String, BurstTimes> of(TraceSource trace) {
    List<DurationHistogram> histograms = trace.tables().histograms();
    Int2ObjectOpenHashMap<Sum> sums = new Int2ObjectOpenHashMap<>();
    OpView op = new OpView();
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          if (op.code() == OpCode.COMPUTE && op.callSite() != OpView.NONE) {
            Sum sum = sums.computeIfAbsent(op.callSite(), site -> new Sum());
            sum.count++;
            sum.ps +=
                op.histogram() == OpView.NONE
                    ? op.durationPs()
                    : histograms.get(op.histogram()).meanPs();
          }
        }
      }
    }
    Map<String, BurstTimes> times = new TreeMap<>();
    sums.int2ObjectEntrySet()
        .forEach(
            entry ->
                times.put(
                    trace.tables().callSites().get(entry.getIntKey()),
                    new BurstTimes(
                        entry.getValue().count, entry.getValue().ps / entry.getValue().count)));
    return times;
  }
}
