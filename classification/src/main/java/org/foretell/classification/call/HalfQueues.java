package org.foretell.classification.call;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * The sides of messages that a rank has called and whose messages are not known yet, and messages
 * whose sides are not known yet. Memory is for what is under way.
 */
final class HalfQueues {
  private static final int TAG_BITS = 33;

  private final Long2ObjectOpenHashMap<ArrayDeque<Half>> halves = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<ArrayDeque<Arrival>> arrivals =
      new Long2ObjectOpenHashMap<>();

  /** A message of which this rank's side is not known yet. */
  record Arrival(Pair pair, int peer, int tag, long calledPs) {}

  private static long key(int peer, int tag) {
    int shownPeer = Math.max(peer, OpView.ANY);
    return ((long) (shownPeer + 1) << TAG_BITS) | (Math.max(tag, OpView.ANY) + 1L);
  }

  /** Finds the message of a side that was called, or keeps the side. */
  @Nullable Arrival called(Half half) {
    if (half.peer >= 0 && half.tag >= 0) {
      Arrival found = take(half, key(half.peer, half.tag));
      if (found != null) {
        return found;
      }
    } else {
      Arrival found = takeAny(half);
      if (found != null) {
        return found;
      }
    }
    halves.computeIfAbsent(key(half.peer, half.tag), k -> new ArrayDeque<>(2)).add(half);
    return null;
  }

  private @Nullable Arrival take(Half half, long key) {
    ArrayDeque<Arrival> queue = arrivals.get(key);
    if (queue == null) {
      return null;
    }
    for (Iterator<Arrival> each = queue.iterator(); each.hasNext(); ) {
      Arrival arrival = each.next();
      if (half.wasCalledAt(arrival.calledPs())) {
        each.remove();
        if (queue.isEmpty()) {
          arrivals.remove(key);
        }
        return arrival;
      }
    }
    return null;
  }

  /** A side that leaves its partner or tag open; there are few messages without a side. */
  private @Nullable Arrival takeAny(Half half) {
    for (var each = arrivals.long2ObjectEntrySet().fastIterator(); each.hasNext(); ) {
      var entry = each.next();
      Arrival first = entry.getValue().peekFirst();
      if (first != null
          && (half.peer < 0 || half.peer == first.peer())
          && (half.tag < 0 || half.tag == first.tag())) {
        Arrival found = take(half, entry.getLongKey());
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Finds the side of a message, or keeps the message. */
  @Nullable Half arrived(Pair pair, int peer, int tag, long calledPs) {
    Half best = null;
    long bestKey = 0;
    for (int open = 0; open < 4; open++) {
      long key = key((open & 1) == 0 ? peer : OpView.ANY, (open & 2) == 0 ? tag : OpView.ANY);
      ArrayDeque<Half> queue = halves.get(key);
      Half found = queue == null ? null : first(queue, calledPs);
      if (found != null && (best == null || found.replayStartPs < best.replayStartPs)) {
        best = found;
        bestKey = key;
      }
    }
    if (best == null) {
      arrivals
          .computeIfAbsent(key(peer, tag), k -> new ArrayDeque<>(2))
          .add(new Arrival(pair, peer, tag, calledPs));
      return null;
    }
    ArrayDeque<Half> queue = halves.get(bestKey);
    queue.remove(best);
    if (queue.isEmpty()) {
      halves.remove(bestKey);
    }
    return best;
  }

  private static @Nullable Half first(ArrayDeque<Half> queue, long calledPs) {
    for (Half half : queue) {
      if (half.wasCalledAt(calledPs)) {
        return half;
      }
    }
    return null;
  }
}
