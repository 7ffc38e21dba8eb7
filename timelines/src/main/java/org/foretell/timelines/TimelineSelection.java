package org.foretell.timelines;

import java.util.Optional;
import org.foretell.trace.RankSet;

/**
 * The part of a replay that a timeline shows: ops of these ranks that overlap the window and are in
 * the phase; messages between these ranks that overlap the window and were sent, or received, in
 * the phase.
 *
 * @param ranks world ranks; empty for all
 * @param fromPs where the window begins, picoseconds
 * @param toPs where it ends, picoseconds, above {@code fromPs}
 * @param phase the name of a phase marker; empty for all times, in phases and between them
 */
public record TimelineSelection(
    Optional<RankSet> ranks, long fromPs, long toPs, Optional<String> phase) {
  /** Everything. */
  public static final TimelineSelection ALL =
      new TimelineSelection(Optional.empty(), 0, Long.MAX_VALUE, Optional.empty());

  /** Checks the window. */
  public TimelineSelection {
    if (fromPs < 0 || toPs <= fromPs) {
      throw new IllegalArgumentException("a window must end after it begins, at 0 or later");
    }
  }

  boolean hasRank(int rank) {
    return ranks.isEmpty() || ranks.get().contains(rank);
  }

  /**
   * An op without duration belongs to the window that begins at its time, not to the one that ends
   * there.
   */
  boolean overlaps(long startPs, long endPs) {
    return startPs < toPs && (endPs > fromPs || startPs >= fromPs);
  }
}
