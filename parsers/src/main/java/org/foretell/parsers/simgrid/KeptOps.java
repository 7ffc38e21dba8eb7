package org.foretell.parsers.simgrid;

import org.foretell.trace.TraceSink;

/** Ops of a rank that the sink keeps, so that what repeats is converted once. */
final class KeptOps {
  /** First letters of actions whose lines may be known: sends and receives. */
  private static final long MAY_BE_KNOWN = LineScanner.letters("srS");

  private final TraceSink sink;

  /** Numbers of ops by the lines that say them. */
  private final KnownLines lines = new KnownLines();

  /** What {@link #lines} has said of the current line. */
  private int found;

  private int context;

  /** Whether the sink has refused to keep an op of the rank: then no line is looked up. */
  private boolean isRefused;

  KeptOps(TraceSink sink) {
    this.sink = sink;
  }

  /** Forgets all ops, which are those of a program. */
  void clear() {
    lines.clear();
    isRefused = false;
  }

  /**
   * Adds the op of a line if the line is known.
   *
   * @param lineContext stands for the call site and the default datatype
   * @return whether it is known
   */
  boolean adds(LineScanner line, int lineContext) {
    context = lineContext;
    found =
        isRefused || !line.continuesWith(MAY_BE_KNOWN)
            ? KnownLines.NEVER_KNOWN
            : line.known(lines, lineContext);
    if (found < 0) {
      return false;
    }
    sink.again(found);
    return true;
  }

  /**
   * Keeps the op that has just been added. It must be all that the current line says, and {@link
   * #adds} must have been asked about the line.
   */
  void learn(LineScanner line) {
    if (found == KnownLines.UNKNOWN) {
      int kept = sink.keep();
      isRefused = kept == TraceSink.NOT_KEPT;
      if (!isRefused) {
        line.learn(lines, context, kept);
      }
    }
  }
}
