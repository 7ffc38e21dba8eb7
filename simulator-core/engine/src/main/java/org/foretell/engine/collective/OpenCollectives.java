package org.foretell.engine.collective;

/** The collectives of a communicator that some members have called, not all, in order. */
public final class OpenCollectives {
  private OpenCollective[] ring = {};
  private int oldest;
  private int count;

  /** Number of collectives that all members have called. */
  private long completed;

  /** Number of the collective that a member calls next, from its own count, which wraps around. */
  public long number(int calls) {
    return completed + (calls - (int) completed);
  }

  /** The collective with a number; made if no member has called it yet. */
  public OpenCollective at(long number) {
    int ahead = (int) (number - completed);
    while (ahead >= count) {
      if (count == ring.length) {
        grow();
      }
      ring[(oldest + count++) & (ring.length - 1)].clear();
    }
    return ring[(oldest + ahead) & (ring.length - 1)];
  }

  /** Number of collectives that are open. */
  public int size() {
    return count;
  }

  /** Number of the oldest open collective. */
  public long first() {
    return completed;
  }

  /** The oldest is complete; its object may be used again at the next call of {@link #at}. */
  void removeOldest() {
    oldest = (oldest + 1) & (ring.length - 1);
    count--;
    completed++;
  }

  /** Removes the oldest ones whose members have gone on. */
  void removeThoseOver() {
    while (count > 0 && ring[oldest].isOver) {
      removeOldest();
    }
  }

  private void grow() {
    OpenCollective[] larger = new OpenCollective[Math.max(2, 2 * ring.length)];
    for (int i = 0; i < larger.length; i++) {
      larger[i] = i < ring.length ? ring[(oldest + i) & (ring.length - 1)] : new OpenCollective();
    }
    oldest = 0;
    ring = larger;
  }
}
