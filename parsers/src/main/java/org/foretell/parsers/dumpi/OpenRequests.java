package org.foretell.parsers.dumpi;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one rank that no call has completed yet. Several may have one number: libraries
 * give all sends that were complete at once the same handle. The oldest of them is then meant, and
 * in a list of them the next oldest each time. Each request gets the lowest free slot.
 */
final class OpenRequests {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  static final int LIMIT = 1 << 20;

  static final int NONE = -1;

  private final Int2ObjectOpenHashMap<Queue> byId = new Int2ObjectOpenHashMap<>();
  private final BitSet used = new BitSet();
  private int lowestFree;
  private int size;
  private int list;

  /** Slots of the requests of one number, the oldest first. */
  private static final class Queue {
    int[] slots = new int[2];
    int first;
    int end;

    /** Slot of the persistent request of this number. */
    int persistent = NONE;

    /** Which list of requests has named the number last, and how often. */
    int list;

    int named;

    int size() {
      return end - first;
    }

    void add(int slot) {
      if (end == slots.length) {
        int size = size();
        int[] target = size > slots.length / 2 ? new int[2 * slots.length] : slots;
        System.arraycopy(slots, first, target, 0, size);
        slots = target;
        first = 0;
        end = size;
      }
      slots[end++] = slot;
    }

    int remove(int index) {
      int slot = slots[first + index];
      System.arraycopy(slots, first, slots, first + 1, index);
      first++;
      return slot;
    }
  }

  void clear() {
    byId.clear();
    used.clear();
    lowestFree = 0;
    size = 0;
  }

  int size() {
    return size;
  }

  private int take() {
    int slot = used.nextClearBit(lowestFree);
    lowestFree = slot + 1;
    used.set(slot);
    size++;
    return slot;
  }

  private void free(int slot) {
    used.clear(slot);
    lowestFree = Math.min(lowestFree, slot);
    size--;
  }

  private Queue queue(int id) {
    Queue queue = byId.get(id);
    if (queue == null) {
      queue = new Queue();
      byId.put(id, queue);
    }
    return queue;
  }

  /** Adds a request and returns its slot. */
  int add(int id) {
    int slot = take();
    queue(id).add(slot);
    return slot;
  }

  /** Adds a persistent request and returns its slot, which it keeps until it is freed. */
  int addPersistent(int id) {
    Queue queue = queue(id);
    if (queue.persistent != NONE) {
      free(queue.persistent);
    }
    queue.persistent = take();
    return queue.persistent;
  }

  /** Slot of a persistent request, {@link #NONE} if there is none of this number. */
  int persistent(int id) {
    Queue queue = byId.get(id);
    return queue == null ? NONE : queue.persistent;
  }

  /** Completes the oldest request of a number; {@link #NONE} if there is none. */
  int complete(int id) {
    return complete(byId.get(id), 0);
  }

  private int complete(@Nullable Queue queue, int index) {
    if (queue == null) {
      return NONE;
    }
    if (queue.size() <= index) {
      return queue.persistent;
    }
    int slot = queue.remove(index);
    free(slot);
    return slot;
  }

  /** Slot of the oldest request of a number, which stays; {@link #NONE} if there is none. */
  int peek(int id) {
    Queue queue = byId.get(id);
    if (queue == null) {
      return NONE;
    }
    return queue.size() > 0 ? queue.slots[queue.first] : queue.persistent;
  }

  /** Frees a request; its slot, {@link #NONE} if there was none of this number. */
  int release(int id) {
    Queue queue = byId.get(id);
    if (queue != null && queue.size() == 0 && queue.persistent != NONE) {
      int slot = queue.persistent;
      queue.persistent = NONE;
      free(slot);
      return slot;
    }
    return complete(queue, 0);
  }

  /**
   * Finds the slots of a list of requests, which stay.
   *
   * @param ids of which the first {@code count} are meant
   * @param slots gets as many slots, {@link #NONE} where there is no request
   */
  void peekAll(int[] ids, int count, int[] slots) {
    list++;
    for (int i = 0; i < count; i++) {
      Queue queue = byId.get(ids[i]);
      if (queue == null) {
        slots[i] = NONE;
        continue;
      }
      if (queue.list != list) {
        queue.list = list;
        queue.named = 0;
      }
      slots[i] =
          queue.named < queue.size() ? queue.slots[queue.first + queue.named] : queue.persistent;
      queue.named++;
    }
  }

  /** Completes a request of a number that has a slot; persistent ones stay. */
  void completeSlot(int id, int slot) {
    Queue queue = byId.get(id);
    if (queue == null || queue.persistent == slot) {
      return;
    }
    for (int i = 0; i < queue.size(); i++) {
      if (queue.slots[queue.first + i] == slot) {
        complete(queue, i);
        return;
      }
    }
  }
}
