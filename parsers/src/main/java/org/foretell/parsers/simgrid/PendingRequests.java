package org.foretell.parsers.simgrid;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The requests of one rank that nothing has waited for yet. The format has no handles: a wait names
 * both ranks and the tag, and means the oldest request with these. Each request gets the lowest
 * free slot.
 */
final class PendingRequests {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  static final int LIMIT = 1 << 20;

  private static final int NONE = -1;

  private final Long2IntOpenHashMap oldest = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap youngest = new Long2IntOpenHashMap();
  private final BitSet used = new BitSet();
  private int size;
  private int lowestFree;

  // By slot: the key, the next younger with the same key, and the neighbours in order of age.
  private long[] keys = new long[16];
  private int[] nextSameKey = new int[16];
  private int[] older = new int[16];
  private int[] younger = new int[16];
  private int first = NONE;
  private int last = NONE;

  PendingRequests() {
    oldest.defaultReturnValue(NONE);
    youngest.defaultReturnValue(NONE);
  }

  /** Forgets everything. */
  void clear() {
    oldest.clear();
    youngest.clear();
    used.clear();
    size = 0;
    lowestFree = 0;
    first = NONE;
    last = NONE;
  }

  int size() {
    return size;
  }

  /** Adds a request and returns its slot. */
  int add(long key) {
    int slot = used.nextClearBit(lowestFree);
    lowestFree = slot + 1;
    used.set(slot);
    size++;
    if (slot >= keys.length) {
      keys = Arrays.copyOf(keys, 2 * slot);
      nextSameKey = Arrays.copyOf(nextSameKey, 2 * slot);
      older = Arrays.copyOf(older, 2 * slot);
      younger = Arrays.copyOf(younger, 2 * slot);
    }
    keys[slot] = key;
    nextSameKey[slot] = NONE;
    int sameKey = youngest.put(key, slot);
    if (sameKey == NONE) {
      oldest.put(key, slot);
    } else {
      nextSameKey[sameKey] = slot;
    }
    older[slot] = last;
    younger[slot] = NONE;
    if (last == NONE) {
      first = slot;
    } else {
      younger[last] = slot;
    }
    last = slot;
    return slot;
  }

  /** Slot of the oldest request with a key, which stays; -1 when there is none. */
  int peek(long key) {
    return oldest.get(key);
  }

  /** Takes the oldest request with a key and returns its slot, -1 when there is none. */
  int take(long key) {
    int slot = oldest.get(key);
    if (slot == NONE) {
      return NONE;
    }
    if (nextSameKey[slot] == NONE) {
      oldest.remove(key);
      youngest.remove(key);
    } else {
      oldest.put(key, nextSameKey[slot]);
    }
    if (older[slot] == NONE) {
      first = younger[slot];
    } else {
      younger[older[slot]] = younger[slot];
    }
    if (younger[slot] == NONE) {
      last = older[slot];
    } else {
      older[younger[slot]] = older[slot];
    }
    used.clear(slot);
    lowestFree = Math.min(lowestFree, slot);
    size--;
    return slot;
  }

  /** Takes all requests and returns their slots, the oldest first. */
  long[] takeAll() {
    long[] slots = new long[size];
    int count = 0;
    for (int slot = first; slot != NONE; slot = younger[slot]) {
      slots[count++] = slot;
    }
    clear();
    return slots;
  }
}
