package org.foretell.parsers.otf2;

import java.io.Closeable;
import org.foretell.trace.TraceException;

/**
 * The events of a location, one after the other. The fields have what the type of the event has;
 * those of other types keep what they had.
 */
final class EventCursor implements Closeable {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;
  private static final long MOST_SECONDS = 50L * 24 * 3600;
  private static final long NANOSECONDS = 1_000_000_000;
  private static final long MOST_NANOSECONDS = MOST_SECONDS * NANOSECONDS;

  private final RecordInput records;
  private final BinaryInput in;
  private final LocalDefinitions local;
  private final long ticksPerSecond;
  private final long firstTick;

  int type;
  long timePs;
  long region;
  long peer;
  long comm;
  long tag;
  long bytes;
  long received;
  long request;
  int operation;

  private EventCursor(RecordInput records, LocalDefinitions local, Definitions definitions) {
    this.records = records;
    in = records.in();
    this.local = local;
    ticksPerSecond = definitions.ticksPerSecond();
    firstTick = definitions.firstTick();
  }

  /** Opens the file of a location. */
  static EventCursor open(Archive archive, long location, Definitions definitions) {
    LocalDefinitions local = LocalDefinitions.of(archive, location);
    return new EventCursor(
        RecordInput.open(archive.events(location), archive.anchor().eventChunkBytes()),
        local,
        definitions);
  }

  /** Reads the next event; false at the end. */
  boolean next() {
    while (true) {
      type = records.next();
      if (type < 0) {
        return false;
      }
      if (type == EventType.TIMESTAMP) {
        timePs = ps(local.corrected(in.full64("a time")) - firstTick);
      } else if (EventType.hasNoLength(type)) {
        oneNumber();
        return true;
      } else {
        long end = in.recordEnd();
        fields();
        in.skipTo(end, "a record");
        if (type != EventType.ATTRIBUTES) {
          return true;
        }
      }
    }
  }

  private long ps(long ticks) {
    if (ticksPerSecond == NANOSECONDS && ticks < MOST_NANOSECONDS && ticks > -MOST_NANOSECONDS) {
      return ticks * 1000;
    }
    long seconds = ticks / ticksPerSecond;
    if (seconds > MOST_SECONDS || seconds < -MOST_SECONDS) {
      throw in.damaged("a time of at most 50 days after the first", seconds + " s");
    }
    long rest = ticks % ticksPerSecond;
    return seconds * PS_PER_SECOND + Math.round((double) rest * PS_PER_SECOND / ticksPerSecond);
  }

  private void oneNumber() {
    switch (type) {
      case EventType.ENTER, EventType.LEAVE ->
          region = local.region(in.c32("the number of a region"));
      case EventType.ISEND_COMPLETE,
          EventType.IRECV_REQUEST,
          EventType.REQUEST_TEST,
          EventType.REQUEST_CANCELLED ->
          request = in.c64("a request");
      default -> in.c64("a number");
    }
  }

  private void fields() {
    switch (type) {
      case EventType.SEND, EventType.RECV -> message();
      case EventType.ISEND, EventType.IRECV -> {
        message();
        request = in.c64("a request");
      }
      case EventType.COLLECTIVE_END -> collective();
      case EventType.COLLECTIVE_REQUEST -> request = in.c64("a request");
      case EventType.COLLECTIVE_COMPLETE -> {
        collective();
        request = in.c64("a request");
      }
      default -> {}
    }
  }

  private void message() {
    peer = in.c32("a rank");
    comm = local.comm(in.c32("the number of a communicator"));
    tag = in.c32("a tag");
    bytes = in.c64("a number of bytes");
    if (bytes < 0) {
      throw in.damaged("a number of bytes", Long.toUnsignedString(bytes));
    }
  }

  private void collective() {
    operation = in.u8("a collective");
    comm = local.comm(in.c32("the number of a communicator"));
    peer = in.c32("a root");
    bytes = in.c64("a number of bytes");
    received = in.c64("a number of bytes");
    if (bytes < 0 || received < 0) {
      throw in.damaged("a number of bytes", Long.toUnsignedString(Math.min(bytes, received)));
    }
  }

  /** A message about the event. */
  TraceException damaged(String expected, String found) {
    return in.damaged(expected, found);
  }

  @Override
  public void close() {
    records.close();
  }
}
