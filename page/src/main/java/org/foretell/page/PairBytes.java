package org.foretell.page;

import it.unimi.dsi.fastutil.longs.Long2DoubleMap;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;

/** The bytes of all messages between two ranks, those included that collectives consist of. */
final class PairBytes {
  private final Long2DoubleOpenHashMap bytes = new Long2DoubleOpenHashMap();

  /** What is done with the bytes from one rank to another. */
  @FunctionalInterface
  interface Action {
    void pair(int source, int destination, double bytes);
  }

  void add(int source, int destination, long messageBytes) {
    if (messageBytes > 0) {
      bytes.addTo((long) source << 32 | destination, (double) messageBytes);
    }
  }

  void forEach(Action action) {
    for (Long2DoubleMap.Entry entry : bytes.long2DoubleEntrySet()) {
      long pair = entry.getLongKey();
      action.pair((int) (pair >>> 32), (int) pair, entry.getDoubleValue());
    }
  }
}
