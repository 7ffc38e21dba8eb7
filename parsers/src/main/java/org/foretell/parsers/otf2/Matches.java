package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.Closeable;
import org.foretell.trace.TraceException;

/**
 * What a request turns out to be, which the archive says only where the request completes: a second
 * cursor reads ahead as far as needed. It keeps what completes between the two, the requests in
 * flight.
 */
final class Matches implements Closeable {
  /** Far more than any MPI library bears; keeps a damaged archive from filling the memory. */
  static final int MOST_OPEN = 1 << 20;

  /** What a request turns out to be; the values are those of the event that completes it. */
  record Match(int type, int operation, long peer, long comm, long tag, long bytes, long received) {
    /** Of a request that no event completes. */
    static final Match NONE = new Match(-1, 0, 0, 0, 0, 0, 0);
  }

  private final EventCursor ahead;
  private final Long2ObjectOpenHashMap<Match> found = new Long2ObjectOpenHashMap<>();

  /** For each request its number among all. */
  private final Long2LongOpenHashMap open = new Long2LongOpenHashMap();

  private final LongOpenHashSet unmatched = new LongOpenHashSet();
  private long started;
  private long asked;
  private boolean isAtEnd;

  Matches(EventCursor ahead) {
    this.ahead = ahead;
    open.defaultReturnValue(-1);
  }

  /** What the next receive or collective that starts turns out to be. */
  Match next() {
    long number = asked++;
    while (!isAtEnd && !found.containsKey(number) && !unmatched.contains(number)) {
      advance();
    }
    unmatched.remove(number);
    Match match = found.remove(number);
    return match == null ? Match.NONE : match;
  }

  private void advance() {
    isAtEnd = !ahead.next();
    if (isAtEnd) {
      return;
    }
    switch (ahead.type) {
      case EventType.IRECV_REQUEST, EventType.COLLECTIVE_REQUEST -> {
        long before = open.put(ahead.request, started++);
        if (before >= asked - 1) {
          unmatched.add(before);
        }
        if (open.size() + found.size() + unmatched.size() > MOST_OPEN) {
          throw tooMany(ahead);
        }
      }
      case EventType.IRECV, EventType.COLLECTIVE_COMPLETE, EventType.REQUEST_CANCELLED -> {
        long number = open.remove(ahead.request);
        if (number >= 0 && number >= asked - 1) {
          found.put(
              number,
              new Match(
                  ahead.type,
                  ahead.operation,
                  ahead.peer,
                  ahead.comm,
                  ahead.tag,
                  ahead.bytes,
                  ahead.received));
        }
      }
      default -> {}
    }
  }

  /** The message about too many requests at a time. */
  static TraceException tooMany(EventCursor event) {
    return event.damaged("at most " + MOST_OPEN + " requests in flight", "one more");
  }

  @Override
  public void close() {
    ahead.close();
  }
}
