package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import java.util.BitSet;

/** The open requests of a rank, of receives and of all others, each from the oldest on. */
final class Requests {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  static final int LIMIT = 1 << 20;

  static final int NONE = -1;

  private final Long2IntLinkedOpenHashMap receives = new Long2IntLinkedOpenHashMap();
  private final Long2IntLinkedOpenHashMap others = new Long2IntLinkedOpenHashMap();
  private final BitSet used = new BitSet();
  private int lowestFree;

  Requests() {
    receives.defaultReturnValue(NONE);
    others.defaultReturnValue(NONE);
  }

  void clear() {
    receives.clear();
    others.clear();
    used.clear();
    lowestFree = 0;
  }

  int size() {
    return receives.size() + others.size();
  }

  int receives() {
    return receives.size();
  }

  int others() {
    return others.size();
  }

  /** Adds a request that is not open, and returns its slot. */
  int add(long id, boolean isReceive) {
    int slot = used.nextClearBit(lowestFree);
    lowestFree = slot + 1;
    used.set(slot);
    (isReceive ? receives : others).put(id, slot);
    return slot;
  }

  /** Removes a request and returns its slot; {@link #NONE} if it is not open. */
  int remove(long id) {
    int slot = receives.remove(id);
    if (slot == NONE) {
      slot = others.remove(id);
    }
    if (slot != NONE) {
      free(slot);
    }
    return slot;
  }

  /** Slot of an open request; {@link #NONE} if it is not open. */
  int slot(long id) {
    int slot = receives.get(id);
    return slot == NONE ? others.get(id) : slot;
  }

  /** Removes the oldest request of a receive, which must exist, and returns its slot. */
  int removeOldestReceive() {
    int slot = receives.removeFirstInt();
    free(slot);
    return slot;
  }

  /** Removes the oldest request that is none of a receive, and returns its slot. */
  int removeOldestOther() {
    int slot = others.removeFirstInt();
    free(slot);
    return slot;
  }

  private void free(int slot) {
    used.clear(slot);
    lowestFree = Math.min(lowestFree, slot);
  }
}
