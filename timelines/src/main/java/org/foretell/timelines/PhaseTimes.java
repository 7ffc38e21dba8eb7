package org.foretell.timelines;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/** When each rank was in the phase that is asked for. Takes 16 bytes for each time it was. */
final class PhaseTimes {
  /** By rank: begin, end, begin, end, ..; without the last end while the rank is in it. */
  private final @Nullable LongArrayList[] times;

  PhaseTimes(int ranks) {
    times = new LongArrayList[ranks];
  }

  /** The phase begins or ends. */
  void turn(int rank, long timePs) {
    LongArrayList known = times[rank];
    if (known == null) {
      known = new LongArrayList(2);
      times[rank] = known;
    }
    known.add(timePs);
  }

  boolean isIn(int rank, long timePs) {
    LongArrayList known = times[rank];
    if (known == null) {
      return false;
    }
    // The last turn at or before the time: an even one is a begin.
    int low = 0;
    int high = known.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (known.getLong(middle) <= timePs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (low & 1) == 1;
  }
}
