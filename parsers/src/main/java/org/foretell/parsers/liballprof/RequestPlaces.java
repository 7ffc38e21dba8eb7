package org.foretell.parsers.liballprof;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;

/**
 * The requests of one rank by where its program keeps them: the trace has no handles, only the
 * addresses of the variables. A place holds one request at a time.
 */
final class RequestPlaces {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  static final int LIMIT = 1 << 20;

  static final int NONE = -1;

  private static final int INT_BYTES = 4;
  private static final int POINTER_BYTES = 8;

  private final Long2IntOpenHashMap slots = new Long2IntOpenHashMap();
  private final BitSet used = new BitSet();
  private final BitSet persistent = new BitSet();
  private int lowestFree;

  /** Whether a place occurred that no pointer can have. */
  private boolean hasOdd;

  RequestPlaces() {
    slots.defaultReturnValue(NONE);
  }

  void clear() {
    slots.clear();
    used.clear();
    persistent.clear();
    lowestFree = 0;
    hasOdd = false;
  }

  int size() {
    return slots.size();
  }

  /** Slot of the request at a place, {@link #NONE} if there is none. */
  int at(long place) {
    return slots.get(place);
  }

  boolean isPersistent(int slot) {
    return persistent.get(slot);
  }

  /** A new request at a place where there is none; its slot. */
  int add(long place, boolean isPersistent) {
    hasOdd |= (place & INT_BYTES) != 0;
    int slot = used.nextClearBit(lowestFree);
    lowestFree = slot + 1;
    used.set(slot);
    persistent.set(slot, isPersistent);
    slots.put(place, slot);
    return slot;
  }

  void remove(long place) {
    int slot = slots.remove(place);
    if (slot != NONE) {
      used.clear(slot);
      lowestFree = Math.min(lowestFree, slot);
    }
  }

  /**
   * How far apart the requests of an array are: handles are numbers of four bytes in Fortran and
   * with MPICH, else pointers of eight. Pointers are never at odd multiples of four.
   */
  int stride() {
    return hasOdd ? INT_BYTES : POINTER_BYTES;
  }
}
