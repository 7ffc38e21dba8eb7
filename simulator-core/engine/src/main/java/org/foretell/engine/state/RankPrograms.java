package org.foretell.engine.state;

import java.util.Arrays;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** What each rank executes: where it stands in its program, and the op at hand. */
public final class RankPrograms implements AutoCloseable {
  private final @Nullable RankCursor[] cursors;

  /** The ops at hand; one view for all ranks where an op is mostly executed at once. */
  private final OpView[] views;

  /** With one view for all: by rank a copy of the op in which it has been interrupted. */
  private final @Nullable OpView[] interrupted;

  private final boolean[] finished;

  /**
   * No program is open.
   *
   * @param severalEvents whether many ops take several events
   */
  public RankPrograms(int ranks, boolean severalEvents) {
    cursors = new RankCursor[ranks];
    views = new OpView[severalEvents ? ranks : 1];
    Arrays.setAll(views, rank -> new OpView());
    interrupted = new OpView[severalEvents ? 0 : ranks];
    finished = new boolean[ranks];
  }

  /**
   * Opens the programs of ranks.
   *
   * @param first the first rank; those before it are another part's, and finished for this one
   * @param end the rank after the last one; those from there on are another part's too
   */
  public void open(TraceSource trace, int first, int end) {
    Arrays.fill(finished, true);
    Arrays.fill(finished, first, end, false);
    for (int rank = first; rank < end; rank++) {
      cursors[rank] = trace.open(rank);
    }
  }

  @Override
  public void close() {
    for (RankCursor cursor : cursors) {
      if (cursor != null) {
        cursor.close();
      }
    }
  }

  public int ranks() {
    return cursors.length;
  }

  /** Where a rank stands in its program, which has been opened. */
  public RankCursor cursor(int rank) {
    RankCursor cursor = cursors[rank];
    if (cursor == null) {
      throw new AssertionError("rank " + rank + " has no program");
    }
    return cursor;
  }

  /** Number of the op at hand, -1 before the first. */
  public long operation(int rank) {
    RankCursor cursor = cursors[rank];
    return cursor == null ? -1 : cursor.delivered() - 1;
  }

  /** The view that takes a rank's next op; where all share one it holds the latest op of any. */
  public OpView view(int rank) {
    return views[views.length == 1 ? 0 : rank];
  }

  /** The rank has been interrupted in the op that its view holds. */
  public void interrupt(int rank) {
    if (interrupted.length > 0) {
      OpView kept = interrupted[rank];
      if (kept == null) {
        kept = new OpView();
        interrupted[rank] = kept;
      }
      kept.copyFrom(view(rank));
    }
  }

  /** The op in which a rank has been interrupted. */
  public OpView interrupted(int rank) {
    OpView kept = interrupted.length == 0 ? null : interrupted[rank];
    return kept == null ? view(rank) : kept;
  }

  /** A rank's program is over. */
  public void finish(int rank) {
    finished[rank] = true;
  }

  public boolean isFinished(int rank) {
    return finished[rank];
  }

  /** Whether all programs are over. */
  public boolean areFinished() {
    for (boolean one : finished) {
      if (!one) {
        return false;
      }
    }
    return true;
  }

  /** Number of ops that all ranks together have taken. */
  public long delivered() {
    long delivered = 0;
    for (RankCursor cursor : cursors) {
      delivered += cursor == null ? 0 : cursor.delivered();
    }
    return delivered;
  }
}
