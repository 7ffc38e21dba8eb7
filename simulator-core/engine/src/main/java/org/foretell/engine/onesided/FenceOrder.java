package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.MessagePool;
import org.jspecify.annotations.Nullable;

/**
 * The order that fences ask for: what a context writes to a target after a fence takes effect when
 * all that it wrote there before has. Between fences there is no order.
 *
 * <p>Until the first fence nothing is kept. From then on what a context has under way is one list
 * of messages. Only a fence that finds something in it makes lanes, one for each target of what it
 * finds, and they last until nothing is under way. In a lane writes form groups, one for each fence
 * behind which something was still under way. Only the oldest group takes effect; what comes of
 * later ones is held back.
 */
final class FenceOrder {
  private static final int SHIFT = 32;

  private final MessagePool messages;
  private final Writes writes;

  /** Whether there has been a fence. */
  private boolean watches;

  /** By context the message under way that was sent last, or NONE. */
  private int[] newest = new int[64];

  /** The contexts that have lanes. */
  private final BitSet ordered = new BitSet();

  /** By context that has lanes the number of fences so far. */
  private final Int2IntOpenHashMap fences = new Int2IntOpenHashMap();

  /** By context and target, while something is under way. */
  private final Long2ObjectOpenHashMap<Lane> lanes = new Long2ObjectOpenHashMap<>();

  private final ArrayList<Lane> free = new ArrayList<>();

  /** The groups of messages that were not in the oldest group of their lane when they were sent. */
  private final Int2ObjectOpenHashMap<Group> laterGroups = new Int2ObjectOpenHashMap<>();

  /** What one context writes to one target. */
  private static final class Lane {
    int fences;

    /** From the oldest on; never empty. */
    final ArrayDeque<Group> groups = new ArrayDeque<>();

    Lane() {
      groups.add(new Group());
    }
  }

  /** What is written between two fences. */
  private static final class Group {
    /** How many messages have not taken effect. */
    int open;

    /** Those that have come and wait until this is the oldest group. */
    final IntArrayFIFOQueue held = new IntArrayFIFOQueue();
  }

  /** What is under way, found again where nothing has been kept. */
  interface Writes {
    /** Visits all of it. */
    void forEach(Visitor visitor);

    /** Receives each write. */
    interface Visitor {
      void write(int context, int message);
    }
  }

  FenceOrder(MessagePool messages, Writes writes) {
    this.messages = messages;
    this.writes = writes;
  }

  /** A context executes a fence. */
  void fence(int context) {
    if (!watches) {
      watches = true;
      writes.forEach(this::link);
    }
    int first = context < newest.length ? newest[context] : RecordPool.NONE;
    if (first == RecordPool.NONE) {
      return;
    }
    if (!ordered.get(context)) {
      ordered.set(context);
      for (int each = first; each != RecordPool.NONE; each = messages.next(each)) {
        join(context, messages.destination(each), each);
      }
    }
    fences.addTo(context, 1);
  }

  /** A context writes to a target. */
  void sent(int context, int target, int message) {
    if (!watches) {
      return;
    }
    link(context, message);
    if (ordered.get(context)) {
      join(context, target, message);
    }
  }

  private void link(int context, int message) {
    if (context >= newest.length) {
      newest = Arrays.copyOf(newest, Math.max(context + 1, 2 * newest.length));
    }
    int before = newest[context];
    newest[context] = message;
    messages.next(message, before);
    messages.previous(message, RecordPool.NONE);
    if (before != RecordPool.NONE) {
      messages.previous(before, message);
    }
  }

  private void isThere(int context, int message) {
    int before = messages.next(message);
    int after = messages.previous(message);
    if (before != RecordPool.NONE) {
      messages.previous(before, after);
    }
    if (after == RecordPool.NONE) {
      newest[context] = before;
      if (before == RecordPool.NONE) {
        ordered.clear(context);
      }
    } else {
      messages.next(after, before);
    }
  }

  private void join(int context, int target, int message) {
    long key = key(context, target);
    Lane lane = lanes.get(key);
    if (lane == null) {
      lane = free.isEmpty() ? new Lane() : free.remove(free.size() - 1);
      lanes.put(key, lane);
    }
    int now = fences.get(context);
    if (lane.fences != now) {
      lane.fences = now;
      if (lane.groups.getLast().open > 0) {
        lane.groups.add(new Group());
      }
    }
    Group group = lane.groups.getLast();
    group.open++;
    if (lane.groups.size() > 1) {
      laterGroups.put(message, group);
    }
  }

  /**
   * A message has come to its target.
   *
   * @return whether it takes effect; otherwise it is held back
   */
  boolean comes(int context, int target, int message) {
    if (!watches) {
      return true;
    }
    if (!ordered.get(context)) {
      isThere(context, message);
      return true;
    }
    long key = key(context, target);
    @Nullable Lane lane = lanes.get(key);
    if (lane == null) {
      throw new AssertionError("context " + context + " wrote nothing to rank " + target);
    }
    Group group = laterGroups.remove(message);
    if (group != null && group != lane.groups.getFirst()) {
      group.held.enqueue(message);
      return false;
    }
    takesEffect(key, lane);
    isThere(context, message);
    return true;
  }

  /** A message of the oldest group takes effect. */
  private void takesEffect(long key, Lane lane) {
    lane.groups.getFirst().open--;
    while (lane.groups.getFirst().open == 0) {
      if (lane.groups.size() == 1) {
        free.add(lanes.remove(key));
        return;
      }
      lane.groups.removeFirst();
    }
  }

  /** A message that was held back and takes effect now, or {@link RecordPool#NONE}. */
  int next(int context, int target) {
    if (!ordered.get(context)) {
      return RecordPool.NONE;
    }
    long key = key(context, target);
    @Nullable Lane lane = lanes.get(key);
    if (lane == null || lane.groups.getFirst().held.isEmpty()) {
      return RecordPool.NONE;
    }
    int message = lane.groups.getFirst().held.dequeueInt();
    takesEffect(key, lane);
    isThere(context, message);
    return message;
  }

  private static long key(int context, int target) {
    return (long) context << SHIFT | target;
  }
}
