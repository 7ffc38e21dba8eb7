package org.foretell.pool;

import java.io.IOException;
import java.nio.file.Files;
import org.foretell.input.OpenTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;

/**
 * A trace that many replays are of. Equal to itself only.
 *
 * @param trace its native file, made of the user's where that has another format; stays open
 * @param sharedBytes what all open sources of it together are taken to need: the size of the native
 *     file, and that of what is kept of it decoded
 * @param ownBytes what each of them is taken to need besides
 */
public record HeldTrace(OpenTrace trace, long sharedBytes, long ownBytes) {
  /** Decoded programs, at most. */
  private static final long MOST_DECODED_BYTES = 64L << 20;

  /** Bytes in memory for a byte of the file, roughly: an op of two or three bytes has about 100. */
  private static final long DECODED_BYTES_OF_ONE = 40;

  /** Buffers of a source. */
  private static final long BUFFER_BYTES = 64L << 10;

  /** Records and windows that a source keeps, at most, and by byte of the file. */
  private static final long MOST_KEPT_BYTES = 33L << 20;

  private static final long KEPT_BYTES_OF_ONE = 8;

  /** One that is open already. */
  public static HeldTrace of(OpenTrace trace) {
    try {
      long fileBytes = Math.max(1, Files.size(trace.file()));
      return new HeldTrace(
          trace,
          fileBytes + Math.min(MOST_DECODED_BYTES, DECODED_BYTES_OF_ONE * fileBytes),
          BUFFER_BYTES + Math.min(MOST_KEPT_BYTES, KEPT_BYTES_OF_ONE * fileBytes));
    } catch (IOException gone) {
      throw TraceException.reading(trace.file(), gone);
    }
  }

  /** How many ranks it has. */
  public int ranks() {
    return trace.source().info().ranks();
  }

  TraceStoreReader reopen() {
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
