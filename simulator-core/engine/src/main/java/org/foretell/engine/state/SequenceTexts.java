package org.foretell.engine.state;

import org.foretell.result.Position;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/** The ops of ranks that are sequences. */
public final class SequenceTexts implements OpTexts {
  /** Ops read in all; beyond that positions are reported without text. */
  private static final long BUDGET = 50_000_000;

  private final TraceSource trace;
  private final OpView view = new OpView();
  private long read;

  public SequenceTexts(TraceSource trace) {
    this.trace = trace;
  }

  @Override
  public Position at(int rank, long operation) {
    return new Position(rank, operation, textAt(rank, operation));
  }

  private String textAt(int rank, long operation) {
    if (operation < 0) {
      return "before its first op";
    }
    if (read + operation > BUDGET) {
      return "far into the trace";
    }
    read += operation;
    try (RankCursor cursor = trace.open(rank)) {
      for (long i = 0; i <= operation; i++) {
        if (!cursor.next(view)) {
          return "after its last op";
        }
      }
      return view.toString();
    }
  }
}
