package org.foretell.parsers.dimemas;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.foretell.parsers.colon.ColonLines;

/**
 * What one task has started and not waited for. The format has no handles: a wait names what was
 * started, and means the oldest of these. Each gets the lowest free request slot.
 */
final class OpenRequests {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  private static final int LIMIT = 1 << 20;

  private static final int RECEIVE = -1;

  /**
   * What a wait names.
   *
   * @param op of a collective, or {@link #RECEIVE}
   * @param peer source of a receive
   * @param tag tag of a receive
   * @param communicator id in our trace
   */
  private record Key(int op, int peer, int tag, int communicator) {}

  private final Map<Key, IntArrayFIFOQueue> slots = new HashMap<>();
  private final BitSet used = new BitSet();
  private int lowestFree;
  private int open;

  /** Forgets everything. */
  void clear() {
    slots.clear();
    used.clear();
    lowestFree = 0;
    open = 0;
  }

  /** How many there are. */
  int open() {
    return open;
  }

  /** Slot of a new receive. */
  int startReceive(ColonLines line, int peer, int tag, int communicator) {
    return start(line, new Key(RECEIVE, peer, tag, communicator));
  }

  /** Slot of the oldest such receive, negative when there is none. */
  int waitForReceive(int peer, int tag, int communicator) {
    return take(new Key(RECEIVE, peer, tag, communicator));
  }

  /** Slot of a new collective. */
  int startCollective(ColonLines line, int op, int communicator) {
    return start(line, new Key(op, 0, 0, communicator));
  }

  /** Slot of the oldest such collective, negative when there is none. */
  int waitForCollective(int op, int communicator) {
    return take(new Key(op, 0, 0, communicator));
  }

  private int start(ColonLines line, Key key) {
    if (open == LIMIT) {
      throw line.error("expected at most " + LIMIT + " requests without a wait, found one more");
    }
    int slot = used.nextClearBit(lowestFree);
    used.set(slot);
    lowestFree = slot + 1;
    slots.computeIfAbsent(key, k -> new IntArrayFIFOQueue()).enqueue(slot);
    open++;
    return slot;
  }

  private int take(Key key) {
    IntArrayFIFOQueue queue = slots.get(key);
    if (queue == null) {
      return -1;
    }
    int slot = queue.dequeueInt();
    if (queue.isEmpty()) {
      slots.remove(key);
    }
    used.clear(slot);
    lowestFree = Math.min(lowestFree, slot);
    open--;
    return slot;
  }
}
