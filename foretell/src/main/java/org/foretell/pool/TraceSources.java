package org.foretell.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.jspecify.annotations.Nullable;

/**
 * Open traces that no run uses at the moment, so that the next one need not open and decode it
 * again. Sources of the same trace share what is decoded. Of the least recently used ones, as many
 * are closed as exceed the limit. Used by any number of threads; a source by one at a time.
 */
final class TraceSources implements AutoCloseable {
  private final long mostBytes;

  /** The one used longest ago first. */
  private final Map<HeldTrace, Sources> traces = new LinkedHashMap<>();

  private long idleBytes;
  private boolean closed;

  /** Those of a trace that are open. */
  private static final class Sources {
    private final Deque<TraceSource> idle = new ArrayDeque<>();
    private int inUse;

    /** What others are made after, and share with it what is decoded; may be closed. */
    private @Nullable TraceStoreReader first;

    synchronized TraceSource open(HeldTrace trace) {
      if (first == null) {
        first = trace.reopen();
        return first;
      }
      return first.another();
    }

    /** Whether none is open any more, so that what is decoded can go. */
    boolean isUnused() {
      return inUse == 0 && idle.isEmpty();
    }

    synchronized void lent(TraceSource source) {
      if (first == null && source instanceof TraceStoreReader reader) {
        first = reader;
      }
    }
  }

  TraceSources(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** One that the caller gives back, or drops. */
  TraceSource take(HeldTrace trace) {
    Sources held;
    synchronized (this) {
      held = traces.computeIfAbsent(trace, any -> new Sources());
      held.inUse++;
      if (!held.idle.isEmpty()) {
        return pop(trace, held, false);
      }
    }
    boolean done = false;
    try {
      TraceSource source = held.open(trace);
      done = true;
      return source;
    } finally {
      if (!done) {
        left(trace);
      }
    }
  }

  private TraceSource pop(HeldTrace trace, Sources held, boolean oldest) {
    TraceSource source = oldest ? held.idle.pollLast() : held.idle.pop();
    idleBytes -= trace.ownBytes() + (held.idle.isEmpty() ? trace.sharedBytes() : 0);
    return source;
  }

  private void push(HeldTrace trace, Sources held, TraceSource source) {
    idleBytes += trace.ownBytes() + (held.idle.isEmpty() ? trace.sharedBytes() : 0);
    held.idle.push(source);
  }

  /** Keeps it for another run, if there is room. */
  synchronized void giveBack(HeldTrace trace, TraceSource source) {
    Sources held = traces.remove(trace);
    if (closed || held == null) {
      trace.close(source);
      return;
    }
    held.inUse--;
    traces.put(trace, held);
    push(trace, held, source);
    makeRoom();
  }

  /** Closes one that was taken, as a run has left it in the middle of something. */
  void drop(HeldTrace trace, TraceSource source) {
    trace.close(source);
    left(trace);
  }

  private synchronized void left(HeldTrace trace) {
    Sources held = traces.get(trace);
    if (held != null) {
      held.inUse--;
      if (held.isUnused()) {
        traces.remove(trace);
      }
    }
  }

  /** Takes one that was opened by others. */
  synchronized void lend(HeldTrace trace, TraceSource source) {
    if (!closed) {
      Sources held = traces.computeIfAbsent(trace, any -> new Sources());
      held.lent(source);
      push(trace, held, source);
      makeRoom();
    }
  }

  private void makeRoom() {
    Iterator<Map.Entry<HeldTrace, Sources>> oldest = traces.entrySet().iterator();
    while (idleBytes > mostBytes && oldest.hasNext()) {
      Map.Entry<HeldTrace, Sources> one = oldest.next();
      while (idleBytes > mostBytes && !one.getValue().idle.isEmpty()) {
        one.getKey().close(pop(one.getKey(), one.getValue(), true));
      }
      if (one.getValue().isUnused()) {
        oldest.remove();
      }
    }
  }

  /** How many are open and unused. */
  synchronized int idle() {
    return traces.values().stream().mapToInt(held -> held.idle.size()).sum();
  }

  /** Closes those that are idle now, and others when they are given back. */
  @Override
  public synchronized void close() {
    closed = true;
    traces.forEach((trace, held) -> held.idle.forEach(trace::close));
    traces.clear();
    idleBytes = 0;
  }
}
