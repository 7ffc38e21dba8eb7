package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.kernel.RecordPool;
import org.jspecify.annotations.Nullable;

/**
 * The order that fences ask for: what a context writes to a target after a fence takes effect when
 * all that it wrote there before has. Between fences there is no order.
 *
 * <p>Writes of one context to one target form groups, one for each fence behind which something was
 * still under way. Only the oldest group takes effect; what comes of later ones is held back. Where
 * nothing is under way nothing is kept.
 */
final class FenceOrder {
  private static final int SHIFT = 32;

  /** By context the number of fences so far. */
  private final Int2IntOpenHashMap fences = new Int2IntOpenHashMap();

  /** By context and target, while something is under way. */
  private final Long2ObjectOpenHashMap<Lane> lanes = new Long2ObjectOpenHashMap<>();

  private final ArrayList<Lane> free = new ArrayList<>();

  /** The groups of messages that were not in the oldest group of their lane when they were sent. */
  private final Int2ObjectOpenHashMap<CommunicatorGroup> laterGroups =
      new Int2ObjectOpenHashMap<>();

  /** What one context writes to one target. */
  private static final class Lane {
    int fences;

    /** From the oldest on; never empty. */
    final ArrayDeque<CommunicatorGroup> groups = new ArrayDeque<>();

    Lane() {
      groups.add(new CommunicatorGroup());
    }
  }

  /** What is written between two fences. */
  private static final class CommunicatorGroup {
    /** How many messages have not taken effect. */
    int open;

    /** Those that have come and wait until this is the oldest group. */
    final IntArrayFIFOQueue held = new IntArrayFIFOQueue();
  }

  /** A context executes a fence. */
  void fence(int context) {
    fences.addTo(context, 1);
  }

  /** A context writes to a target. */
  void sent(int context, int target, int message) {
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
        lane.groups.add(new CommunicatorGroup());
      }
    }
    CommunicatorGroup group = lane.groups.getLast();
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
    long key = key(context, target);
    @Nullable Lane lane = lanes.get(key);
    if (lane == null) {
      throw new AssertionError("context " + context + " wrote nothing to rank " + target);
    }
    CommunicatorGroup group = laterGroups.remove(message);
    if (group != null && group != lane.groups.getFirst()) {
      group.held.enqueue(message);
      return false;
    }
    takesEffect(key, lane);
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
    long key = key(context, target);
    @Nullable Lane lane = lanes.get(key);
    if (lane == null || lane.groups.getFirst().held.isEmpty()) {
      return RecordPool.NONE;
    }
    int message = lane.groups.getFirst().held.dequeueInt();
    takesEffect(key, lane);
    return message;
  }

  private static long key(int context, int target) {
    return (long) context << SHIFT | target;
  }
}
