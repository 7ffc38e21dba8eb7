package org.foretell.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The order that fences ask for: what a context writes to a target after a fence takes effect when
 * all that it wrote there before has. Between fences there is no order.
 *
 * <p>Writes of one context to one target form groups, one for each fence behind which something was
 * still under way. Only the oldest group takes effect; what comes of later ones is held back.
 */
final class FenceOrder {
  private static final int OLDEST = -1;
  private static final int SHIFT = 32;

  /** By context the number of fences so far. */
  private final Int2IntOpenHashMap fences = new Int2IntOpenHashMap();

  private final Long2ObjectOpenHashMap<Lane> lanes = new Long2ObjectOpenHashMap<>();

  /** The groups of messages that were not in the oldest group of their lane when they were sent. */
  private final Int2IntOpenHashMap groups = new Int2IntOpenHashMap();

  /** What one context writes to one target. */
  private static final class Lane {
    int fences;

    /** Number of the oldest group. */
    int oldest;

    /** How many of each group, from the oldest on, have not taken effect; never empty. */
    final IntArrayList open = IntArrayList.of(0);

    final IntArrayList held = new IntArrayList();
  }

  FenceOrder() {
    groups.defaultReturnValue(OLDEST);
  }

  /** A context executes a fence. */
  void fence(int context) {
    fences.addTo(context, 1);
  }

  /** A context writes to a target. */
  void sent(int context, int target, int message) {
    long key = (long) context << SHIFT | target;
    Lane lane = lanes.get(key);
    if (lane == null) {
      lane = new Lane();
      lanes.put(key, lane);
    }
    int last = lane.open.size() - 1;
    int now = fences.get(context);
    if (lane.fences != now) {
      lane.fences = now;
      if (lane.open.getInt(last) > 0) {
        lane.open.add(0);
        last++;
      }
    }
    lane.open.set(last, lane.open.getInt(last) + 1);
    if (last > 0) {
      groups.put(message, lane.oldest + last);
    }
  }

  /**
   * A message has come to its target.
   *
   * @return whether it takes effect; otherwise it is held back
   */
  boolean comes(int context, int target, int message) {
    Lane lane = lane(context, target);
    int group = groups.remove(message);
    if (group != OLDEST && group > lane.oldest) {
      groups.put(message, group);
      lane.held.add(message);
      return false;
    }
    takesEffect(lane);
    return true;
  }

  private static void takesEffect(Lane lane) {
    lane.open.set(0, lane.open.getInt(0) - 1);
    while (lane.open.getInt(0) == 0 && lane.open.size() > 1) {
      lane.open.removeInt(0);
      lane.oldest++;
    }
  }

  /** A message that was held back and takes effect now, or {@link RecordPool#NONE}. */
  int next(int context, int target) {
    Lane lane = lane(context, target);
    for (int i = 0; i < lane.held.size(); i++) {
      int message = lane.held.getInt(i);
      if (groups.get(message) == lane.oldest) {
        lane.held.removeInt(i);
        groups.remove(message);
        takesEffect(lane);
        return message;
      }
    }
    return RecordPool.NONE;
  }

  private Lane lane(int context, int target) {
    @Nullable Lane lane = lanes.get((long) context << SHIFT | target);
    if (lane == null) {
      throw new AssertionError("context " + context + " wrote nothing to rank " + target);
    }
    return lane;
  }
}
