package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one rank's part of a window. Requests are granted in the order in which they come,
 * shared ones together. Ranks ask for it by themselves, or, where they have locked all of the
 * window, by the first message of that epoch that comes.
 */
final class TargetLock {
  private static final int SHIFT = 32;

  private boolean heldExclusively;

  /** Who has it, and how many times: it may be given back later than asked for again. */
  private final Int2IntOpenHashMap holders = new Int2IntOpenHashMap();

  private final ArrayDeque<Request> requests = new ArrayDeque<>();

  /** Epochs that have it, by rank and number. */
  private final LongOpenHashSet admitted = new LongOpenHashSet();

  /** Those that wait for it. */
  private final Long2ObjectOpenHashMap<Request> waitingEpochs = new Long2ObjectOpenHashMap<>();

  /** A request that waits. */
  static final class Request {
    final int origin;
    final boolean isExclusive;

    /** Number of the epoch in which all of the window is locked, 0 for a lock of this target. */
    final int epoch;

    /** Messages that wait with it. */
    final IntArrayList messages = new IntArrayList();

    Request(int origin, boolean isExclusive, int epoch) {
      this.origin = origin;
      this.isExclusive = isExclusive;
      this.epoch = epoch;
    }
  }

  /** Gives the lock to one that asks for this target, or lets it wait; whether it has it now. */
  boolean take(int origin, boolean exclusive) {
    return takeOrWait(new Request(origin, exclusive, 0));
  }

  /**
   * A message of an epoch in which all is locked has come; whether it may take effect. Otherwise it
   * waits.
   */
  boolean admits(int origin, int epoch, int message) {
    long key = key(origin, epoch);
    if (admitted.contains(key)) {
      return true;
    }
    Request known = waitingEpochs.get(key);
    if (known != null) {
      known.messages.add(message);
      return false;
    }
    Request request = new Request(origin, false, epoch);
    if (takeOrWait(request)) {
      return true;
    }
    request.messages.add(message);
    waitingEpochs.put(key, request);
    return false;
  }

  private boolean takeOrWait(Request request) {
    if (!requests.isEmpty() || !isFreeFor(request)) {
      requests.add(request);
      return false;
    }
    give(request);
    return true;
  }

  private boolean isFreeFor(Request request) {
    return holders.isEmpty() || (!request.isExclusive && !heldExclusively);
  }

  private void give(Request request) {
    heldExclusively = request.isExclusive;
    holders.addTo(request.origin, 1);
    if (request.epoch > 0) {
      long key = key(request.origin, request.epoch);
      admitted.add(key);
      waitingEpochs.remove(key);
    }
  }

  /**
   * The lock is given back.
   *
   * @param epoch as in a request
   */
  void giveBack(int origin, int epoch) {
    admitted.remove(key(origin, epoch));
    if (holders.addTo(origin, -1) == 1) {
      holders.remove(origin);
    }
  }

  /** A request that has waited and gets the lock now; null if there is none. */
  @Nullable Request next() {
    Request first = requests.peek();
    if (first == null || !isFreeFor(first)) {
      return null;
    }
    requests.remove();
    give(first);
    return first;
  }

  /** One of those that have the lock; somebody must. */
  int holder() {
    return holders.keySet().iterator().nextInt();
  }

  /** The request of an epoch of a rank that waits, null if there is none. */
  @Nullable Request waitingEpoch(int origin) {
    for (Request request : waitingEpochs.values()) {
      if (request.origin == origin) {
        return request;
      }
    }
    return null;
  }

  private static long key(int origin, int epoch) {
    return (long) origin << SHIFT | epoch;
  }
}
