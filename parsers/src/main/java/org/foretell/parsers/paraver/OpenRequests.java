package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What one rank has started and not waited for. A trace has no handles, but it has times: a receive
 * is complete when its message was there, and a send may complete once its receiver had begun. A
 * wait is taken to complete what could be complete at its end.
 */
final class OpenRequests {
  /** Far more than any MPI library bears; keeps a damaged trace from filling the memory. */
  static final int LIMIT = 1 << 20;

  /**
   * One of them.
   *
   * @param slot of it
   * @param number how many were started before
   * @param time from which on it can be complete
   * @param isReceive whether it is a receive
   */
  private record Request(int slot, long number, long time, boolean isReceive) {}

  private static final Comparator<Request> BY_TIME =
      Comparator.comparingLong(Request::time).thenComparingLong(Request::number);
  private static final Comparator<Request> BY_AGE = Comparator.comparingLong(Request::number);

  private final PriorityQueue<Request> receives = new PriorityQueue<>(BY_TIME);
  private final PriorityQueue<Request> sends = new PriorityQueue<>(BY_TIME);

  /** Those that could be complete before the current call. */
  private final PriorityQueue<Request> ready = new PriorityQueue<>(BY_AGE);

  private final BitSet used = new BitSet();
  private int lowestFree;
  private long started;
  private long assumed;

  void clear() {
    receives.clear();
    sends.clear();
    ready.clear();
    used.clear();
    lowestFree = 0;
    started = 0;
  }

  int open() {
    return receives.size() + sends.size() + ready.size();
  }

  /** How many waits may have completed something else. */
  long assumed() {
    return assumed;
  }

  /** The slot of a new receive whose message was there at some time. */
  int startReceive(long arrived) {
    return start(receives, arrived);
  }

  /** The slot of a new send whose receive began at some time. */
  int startSend(long received) {
    return start(sends, received);
  }

  /** The slot of a new collective. */
  int startCollective() {
    return start(ready, Long.MIN_VALUE);
  }

  private int start(PriorityQueue<Request> queue, long time) {
    int slot = used.nextClearBit(lowestFree);
    used.set(slot);
    lowestFree = slot + 1;
    queue.add(new Request(slot, started++, time, queue == receives));
    return slot;
  }

  private int taken(Request request) {
    used.clear(request.slot);
    lowestFree = Math.min(lowestFree, request.slot);
    return request.slot;
  }

  private void prepare(long begin, long end) {
    move(receives, begin - 1);
    move(sends, end);
  }

  private void move(PriorityQueue<Request> from, long latest) {
    while (!from.isEmpty() && from.element().time <= latest) {
      ready.add(from.remove());
    }
  }

  /** The slot of the one that a wait from one time to another completes, -1 if none is open. */
  int one(long begin, long end) {
    prepare(begin, end);
    Request arrived = receives.peek();
    if (arrived != null && arrived.time <= end) {
      return taken(receives.remove());
    }
    assumed += ready.size() == 1 ? 0 : 1;
    Request oldest = ready.isEmpty() ? sends.poll() : ready.remove();
    return oldest == null ? -1 : taken(oldest);
  }

  /** The slots of those that a wait for all completes, in the order of their start. */
  IntArrayList all(long begin, long end) {
    prepare(begin, end);
    assumed += ready.isEmpty() ? 0 : 1;
    move(receives, end);
    if (ready.isEmpty()) {
      assumed += sends.isEmpty() ? 0 : 1;
      move(sends, Long.MAX_VALUE);
    }
    IntArrayList slots = new IntArrayList();
    while (!ready.isEmpty()) {
      slots.add(taken(ready.remove()));
    }
    return slots;
  }

  /** The slots of receives whose messages were there at the end of a test, at most some number. */
  IntArrayList arrived(long end, int most) {
    IntArrayList slots = new IntArrayList();
    for (Iterator<Request> all = ready.iterator(); all.hasNext() && slots.size() < most; ) {
      Request request = all.next();
      if (request.isReceive) {
        all.remove();
        slots.add(taken(request));
      }
    }
    for (@Nullable Request next = receives.peek();
        next != null && next.time <= end && slots.size() < most;
        next = receives.peek()) {
      slots.add(taken(receives.remove()));
    }
    return slots;
  }
}
