package org.foretell.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.foretell.input.OpenTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * A trace that a runner has opened.
 *
 * @param trace its native file, made of the user's where that has another format
 * @param watched the user's file; empty if a program made the trace
 * @param bytes what one open source of it is taken to need: the size of the native file
 */
record HeldTrace(OpenTrace trace, Optional<WatchedFile> watched, long bytes) {
  static HeldTrace of(OpenTrace trace, Optional<WatchedFile> watched) {
    try {
      return new HeldTrace(trace, watched, Math.max(1, Files.size(trace.file())));
    } catch (IOException gone) {
      throw TraceException.reading(trace.file(), gone);
    }
  }

  int ranks() {
    return trace.source().info().ranks();
  }

  TraceSource reopen() {
    return trace.reopen();
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
