package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** What probes saw, by the calls that probed. */
final class SeenMessages {
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap(0);

  SeenMessages(MovedData seen) {
    numbers.defaultReturnValue(MovedData.NONE);
    for (int i = 0; i < seen.size(); i++) {
      if (seen.sendCall(i) != MovedData.NONE) {
        numbers.put(key(seen.destination(i), seen.receiveCall(i)), i);
      }
    }
  }

  private static long key(int rank, int call) {
    return (long) rank << 32 | call;
  }

  /** {@return what the probe of a rank has waited for, below 0 if that is not known} */
  long need(int rank, int call) {
    int number = numbers.get(key(rank, call));
    return number < 0 ? number : Need.SEEN.of(number);
  }
}
