package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests of a rank that are in flight. Each has the lowest slot that was free. */
final class OpenRequests {
  /** What was started. */
  enum Kind {
    SEND,
    RECEIVE,
    COLLECTIVE
  }

  private record Open(int slot, Kind kind) {}

  private final Map<Long, Open> byRequest = new LinkedHashMap<>();
  private final BitSet used = new BitSet();
  private Kind lastStarted = Kind.SEND;

  /** Starts one; whoever had the number before is forgotten. */
  int start(EventCursor event, Kind kind) {
    Open before = byRequest.remove(event.request);
    if (before != null) {
      used.clear(before.slot());
    }
    if (byRequest.size() == Matches.MOST_OPEN) {
      throw Matches.tooMany(event);
    }
    int slot = used.nextClearBit(0);
    used.set(slot);
    byRequest.put(event.request, new Open(slot, kind));
    lastStarted = kind;
    return slot;
  }

  /** Completes one; its slot, or negative if there is none. */
  int complete(long request) {
    Open open = byRequest.remove(request);
    if (open == null) {
      return -1;
    }
    used.clear(open.slot());
    return open.slot();
  }

  /**
   * Completes those that a wait without records must have meant.
   *
   * @param all those of the kind that was started last, instead of the oldest one
   */
  void guess(boolean all, boolean sends, boolean receives, LongArrayList slots) {
    Iterator<Open> each = byRequest.values().iterator();
    while (each.hasNext()) {
      Open open = each.next();
      boolean isGuessed =
          open.kind() == Kind.SEND ? sends : open.kind() == Kind.RECEIVE && receives;
      if (isGuessed && (!all || open.kind() == lastStarted)) {
        each.remove();
        used.clear(open.slot());
        slots.add(open.slot());
        if (!all) {
          return;
        }
      }
    }
  }

  /** How many there are. */
  int size() {
    return byRequest.size();
  }
}
