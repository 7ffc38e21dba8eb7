package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/**
 * Messages that have come to a rank by which others say that they have begun or ended something,
 * and those that it waits for.
 */
final class SynchronisationMessages {
  /** By rank those that have come and were not taken; negative where one is waited for. */
  private final Int2IntOpenHashMap left = new Int2IntOpenHashMap();

  /** How many are waited for. */
  private int missing;

  /**
   * One comes.
   *
   * @return whether it was waited for
   */
  boolean comes(int from) {
    if (left.addTo(from, 1) < 0) {
      missing--;
      return true;
    }
    return false;
  }

  /** Takes one of each of some ranks; those that have not come are waited for. */
  void take(int[] from) {
    for (int rank : from) {
      if (left.addTo(rank, -1) <= 0) {
        missing++;
      }
    }
  }

  /** Whether one of each of some ranks has come. */
  boolean haveCome(int[] from) {
    for (int rank : from) {
      if (left.get(rank) <= 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether none is waited for. */
  boolean isComplete() {
    return missing == 0;
  }

  /** The first of some ranks of which one is waited for; there must be one. */
  int firstMissing(int[] among) {
    for (int rank : among) {
      if (left.get(rank) < 0) {
        return rank;
      }
    }
    throw new AssertionError("nobody is waited for");
  }
}
