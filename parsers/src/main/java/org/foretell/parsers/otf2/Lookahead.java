package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a rank ahead of their conversion, as far as it takes to know what the next
 * non-blocking receive or collective was. What it keeps is as long as the longest distance between
 * such a request and its end.
 */
final class Lookahead implements AutoCloseable {
  private final Archive archive;
  private final long location;
  private final LocalDefinitions local;
  private final Definitions definitions;
  private final Long2ObjectOpenHashMap<Completion> open = new Long2ObjectOpenHashMap<>();
  private final ArrayDeque<Completion> queue = new ArrayDeque<>();
  private @Nullable EventReader events;
  private boolean hasEnded;
  private boolean hasReceives;
  private boolean hasSendCompletions;
  private long receiveRequests;
  private long singleWaits;

  Lookahead(Archive archive, long location, LocalDefinitions local, Definitions definitions) {
    this.archive = archive;
    this.location = location;
    this.local = local;
    this.definitions = definitions;
  }

  @Override
  public void close() {
    if (events != null) {
      events.close();
    }
  }

  /** How the next request of a receive or collective ended. */
  Completion next() {
    while (queue.isEmpty() || !queue.element().isSettled()) {
      if (!advance()) {
        Completion last = queue.isEmpty() ? new Completion() : queue.element();
        last.isLost = true;
        queue.poll();
        return last;
      }
    }
    return queue.remove();
  }

  /** Whether the location records how non-blocking receives end, at least once. */
  boolean hasReceives() {
    while (!hasReceives && advance()) {
      // The next event may be one.
    }
    return hasReceives;
  }

  /** Whether the location records how non-blocking sends end, at least once. */
  boolean hasSendCompletions() {
    while (!hasSendCompletions && advance()) {
      // The next event may be one.
    }
    return hasSendCompletions;
  }

  /** Whether there are as many waits for one request as non-blocking receives. */
  boolean hasWaitForEachReceive() {
    while (advance()) {
      // All events count.
    }
    return singleWaits >= receiveRequests;
  }

  private boolean advance() {
    if (hasEnded) {
      return false;
    }
    EventReader reader = events;
    if (reader == null) {
      reader = EventReader.open(archive, location, local);
      events = reader;
    }
    if (!reader.next()) {
      hasEnded = true;
      return false;
    }
    switch (reader.type) {
      case EventReader.ENTER -> {
        Region region = definitions.regions.get(reader.object);
        singleWaits += region != null && region.op == OpCode.WAIT ? 1 : 0;
      }
      case EventReader.IRECV_REQUEST -> {
        receiveRequests++;
        request(reader.request);
      }
      case EventReader.COLLECTIVE_REQUEST -> request(reader.request);
      case EventReader.IRECV -> {
        hasReceives = true;
        settle(reader);
      }
      case EventReader.COLLECTIVE_COMPLETE -> settle(reader);
      case EventReader.ISEND_COMPLETE -> hasSendCompletions = true;
      case EventReader.REQUEST_CANCELLED -> {
        Completion cancelled = open.remove(reader.request);
        if (cancelled != null) {
          cancelled.isCancelled = true;
        }
      }
      default -> {} // All others end no request.
    }
    return true;
  }

  private void request(long id) {
    Completion completion = new Completion();
    Completion other = open.put(id, completion);
    if (other != null) {
      other.isLost = true;
    }
    queue.add(completion);
  }

  private void settle(EventReader reader) {
    Completion completion = open.remove(reader.request);
    if (completion != null) {
      completion.take(reader);
    }
  }
}
