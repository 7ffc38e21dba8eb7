package org.foretell.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.trace.TraceSource;

/**
 * Open traces that no run uses at the moment, so that the next one need not open and decode it
 * again. Of the least recently used ones, as many are closed as exceed the limit. Used by any
 * number of threads; a source by one at a time.
 */
final class TraceSources implements AutoCloseable {
  private final long mostBytes;

  /** Idle sources by trace, the one used longest ago first. */
  private final Map<HeldTrace, Deque<TraceSource>> idle = new LinkedHashMap<>();

  private long idleBytes;
  private boolean closed;

  TraceSources(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** One that the caller gives back. */
  TraceSource take(HeldTrace trace) {
    synchronized (this) {
      Deque<TraceSource> held = idle.get(trace);
      if (held != null) {
        TraceSource source = held.pop();
        idleBytes -= trace.bytes();
        if (held.isEmpty()) {
          idle.remove(trace);
        }
        return source;
      }
    }
    return trace.reopen();
  }

  /** Keeps it for another run, if there is room. */
  synchronized void giveBack(HeldTrace trace, TraceSource source) {
    if (closed) {
      trace.close(source);
      return;
    }
    Deque<TraceSource> held = idle.remove(trace);
    held = held == null ? new ArrayDeque<>() : held;
    held.push(source);
    idle.put(trace, held);
    idleBytes += trace.bytes();
    makeRoom();
  }

  private void makeRoom() {
    Iterator<Map.Entry<HeldTrace, Deque<TraceSource>>> oldest = idle.entrySet().iterator();
    while (idleBytes > mostBytes && oldest.hasNext()) {
      Map.Entry<HeldTrace, Deque<TraceSource>> one = oldest.next();
      while (idleBytes > mostBytes && !one.getValue().isEmpty()) {
        one.getKey().close(one.getValue().pollLast());
        idleBytes -= one.getKey().bytes();
      }
      if (one.getValue().isEmpty()) {
        oldest.remove();
      }
    }
  }

  /** How many are open and unused. */
  synchronized int idle() {
    return idle.values().stream().mapToInt(Deque::size).sum();
  }

  /** Closes those that are idle now, and others when they are given back. */
  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach((trace, held) -> held.forEach(trace::close));
    idle.clear();
    idleBytes = 0;
  }
}
