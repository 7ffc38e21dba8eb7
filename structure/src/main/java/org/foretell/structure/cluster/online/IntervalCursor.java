package org.foretell.structure.cluster.online;

import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;

/** The ops of a rank, from one marker to the next. Not thread safe. */
final class IntervalCursor implements AutoCloseable {
  private final RankCursor cursor;
  private final MarkerRule rule;
  private final int every;
  private final OpView op = new OpView();
  private long markers;
  private boolean held;
  private boolean marked;
  private boolean finished;

  /**
   * @param every how many markers make an interval
   */
  IntervalCursor(RankCursor cursor, MarkerRule rule, int every) {
    this.cursor = cursor;
    this.rule = rule;
    this.every = every;
  }

  /** Reads the next op of the interval; false at its end, and then again from the next. */
  boolean next() {
    if (marked) {
      marked = false;
      return false;
    }
    if (held) {
      held = false;
      return true;
    }
    if (!cursor.next(op)) {
      finished = true;
      return false;
    }
    if (rule.endsBefore(op) && isLooked()) {
      held = true;
      return false;
    }
    marked = rule.endsAfter(op) && isLooked();
    return true;
  }

  private boolean isLooked() {
    return ++markers % every == 0;
  }

  /** The op that was read last. */
  OpView op() {
    return op;
  }

  /** Whether the interval that ended last ended with the program, rather than with a marker. */
  boolean isFinished() {
    return finished;
  }

  /** Markers that were passed, whether or not they end an interval. */
  long markers() {
    return markers;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
