package org.foretell.runner;

import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.pool.HeldTrace;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;

/** The traces that a runner has opened, by content. Used by any number of threads. */
final class WatchedTraces implements AutoCloseable {
  private final Map<TraceContent, Watched> traces = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** A trace that is open here, and the file that it was read from, if that is to stay as it is. */
  private record Watched(HeldTrace trace, Optional<WatchedFile> file, boolean isOwn) {
    void close() {
      if (isOwn) {
        trace.trace().close();
      }
    }
  }

  /** Reads a file. */
  TraceContent open(Path path) {
    WatchedFile file = new WatchedFile(path);
    OpenTrace opened = new TraceReading().open(path);
    file.expect(opened.sha256());
    return hold(opened, Optional.of(file));
  }

  /** Takes a trace that is closed with the others. */
  TraceContent hold(OpenTrace opened, Optional<WatchedFile> file) {
    TraceContent content = TraceContent.of(opened);
    if (!hold(content, new Watched(HeldTrace.of(opened), file, true))) {
      opened.close();
    }
    return content;
  }

  /** Takes a trace that its owner closes; whether it was not here yet. */
  boolean borrow(TraceContent content, HeldTrace trace) {
    return hold(content, new Watched(trace, Optional.empty(), false));
  }

  private boolean hold(TraceContent content, Watched trace) {
    boolean isNew = traces.putIfAbsent(content, trace) == null;
    if (closed) {
      if (traces.remove(content, trace)) {
        trace.close();
      }
      throw new CancellationException("the runner was closed while a trace was opened");
    }
    return isNew;
  }

  /** One that is open here. */
  HeldTrace get(TraceContent content) {
    return watched(content).trace();
  }

  private Watched watched(TraceContent content) {
    Watched trace = traces.get(content);
    if (trace == null) {
      throw new NoSuchElementException(content + " is not open in this runner");
    }
    return trace;
  }

  /** Refuses a trace whose file has changed. */
  void check(TraceContent content) {
    watched(content).file().ifPresent(WatchedFile::check);
  }

  /** The trace of a scenario, if its file is as it was, looked at lately or now. */
  HeldTrace of(Scenario scenario, boolean now) {
    Watched trace = traces.get(scenario.trace());
    if (trace == null) {
      throw ForetellException.usage(
          "the trace of "
              + scenario
              + " is not open in this runner; call open(..) of the runner with its file first");
    }
    trace.file().ifPresent(now ? WatchedFile::check : WatchedFile::checkNowAndThen);
    return trace.trace();
  }

  @Override
  public void close() {
    closed = true;
    traces.forEach(
        (content, trace) -> {
          if (traces.remove(content, trace)) {
            trace.close();
          }
        });
  }
}
