package org.foretell.analysis.waits;

import java.util.Arrays;
import org.foretell.observe.Total;
import org.foretell.trace.OpView;

/**
 * Finds late senders that a rank would not have waited for had it taken its messages in the order
 * in which they were sent: another message was under way to it already, whose receive it posted
 * only after it had begun to wait. Of each rank the last wait is kept.
 */
final class WrongOrders {
  private final int[] sources;
  private final long[] startsPs;
  private final long[] waitsPs;
  private Total same = Total.ZERO;
  private Total other = Total.ZERO;

  WrongOrders(int ranks) {
    sources = new int[ranks];
    Arrays.fill(sources, OpView.NONE);
    startsPs = new long[ranks];
    waitsPs = new long[ranks];
  }

  /** A rank waited for a late sender. */
  void waited(int rank, int source, long startPs, long waitPs) {
    sources[rank] = source;
    startsPs[rank] = startPs;
    waitsPs[rank] = waitPs;
  }

  /** A rank has received a message; the wait before it was of the wrong order if it was there. */
  void received(int rank, int source, long sendPs, long postedPs) {
    int late = sources[rank];
    if (late == OpView.NONE) {
      return;
    }
    long sentPs = startsPs[rank] + waitsPs[rank];
    if (sendPs < sentPs && postedPs >= sentPs) {
      if (source == late) {
        same = same.plus(waitsPs[rank]);
      } else {
        other = other.plus(waitsPs[rank]);
      }
      sources[rank] = OpView.NONE;
    }
  }

  Total sameSource() {
    return same;
  }

  Total otherSource() {
    return other;
  }
}
