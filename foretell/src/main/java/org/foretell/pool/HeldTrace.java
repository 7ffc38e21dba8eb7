package org.foretell.pool;

import java.io.IOException;
import java.nio.file.Files;
import org.foretell.input.OpenTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * A trace that many replays are of. Equal to itself only.
 *
 * @param trace its native file, made of the user's where that has another format; stays open
 * @param bytes what one open source of it is taken to need: the size of the native file, and that
 *     of what is kept of it decoded
 */
public record HeldTrace(OpenTrace trace, long bytes) {
  /** What a source keeps decoded, at most. */
  private static final long MOST_DECODED_BYTES = 64L << 20;

  /** Bytes in memory for a byte of the file, roughly: an op of two or three bytes has about 100. */
  private static final long DECODED_BYTES_OF_ONE = 40;

  /** One that is open already. */
  public static HeldTrace of(OpenTrace trace) {
    try {
      long fileBytes = Math.max(1, Files.size(trace.file()));
      return new HeldTrace(
          trace, fileBytes + Math.min(MOST_DECODED_BYTES, DECODED_BYTES_OF_ONE * fileBytes));
    } catch (IOException gone) {
      throw TraceException.reading(trace.file(), gone);
    }
  }

  /** How many ranks it has. */
  public int ranks() {
    return trace.source().info().ranks();
  }

  TraceSource reopen() {
    return trace.reopen();
  }

  /** Closes a source of it, but not the one that came with the trace, which has an owner. */
  void close(TraceSource source) {
    if (source != trace.source()) {
      source.close();
    }
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
