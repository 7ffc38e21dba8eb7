package org.foretell.timelines;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The phases that ranks are in. A phase that begins before the window is written when it is known
 * to reach into it, after its enclosing phases; so a writer receives phases from the outside to the
 * inside, though some later than they begin.
 */
final class ShownPhases {
  private final TimelineWriter writer;
  private final TimelineSelection selection;

  /** By rank, the innermost last. */
  private final @Nullable List<Open>[] ranks;

  @SuppressWarnings({"unchecked", "rawtypes"})
  ShownPhases(TimelineWriter writer, TimelineSelection selection, int ranks) {
    this.writer = writer;
    this.selection = selection;
    this.ranks = new List[ranks];
  }

  /** A phase that has not ended. */
  private static final class Open {
    private final int marker;
    private final long beginPs;
    private final boolean isWanted;
    private boolean isWritten;

    private Open(int marker, long beginPs, boolean isWanted) {
      this.marker = marker;
      this.beginPs = beginPs;
      this.isWanted = isWanted;
    }
  }

  private List<Open> of(int rank) {
    List<Open> open = ranks[rank];
    if (open == null) {
      open = new ArrayList<>(2);
      ranks[rank] = open;
    }
    return open;
  }

  boolean isIn(int rank, int marker) {
    return of(rank).stream().anyMatch(phase -> phase.marker == marker);
  }

  boolean isInAny(int rank) {
    return !of(rank).isEmpty();
  }

  /**
   * A phase begins, within those of the rank that have not ended.
   *
   * @param isWanted whether it is shown if it overlaps the window
   */
  void enter(int rank, int marker, boolean isWanted, long timePs) throws IOException {
    of(rank).add(new Open(marker, timePs, isWanted));
    if (isWanted && selection.overlaps(timePs, timePs)) {
      writeBegins(rank);
    }
  }

  /**
   * The innermost phase ends.
   *
   * @return its marker
   */
  int leave(int rank, long timePs) throws IOException {
    List<Open> open = of(rank);
    Open ended = open.get(open.size() - 1);
    if (ended.isWanted && selection.overlaps(ended.beginPs, timePs)) {
      writeBegins(rank);
    }
    open.remove(open.size() - 1);
    if (ended.isWritten) {
      writer.phaseEnds(rank, ended.marker, timePs);
    }
    return ended.marker;
  }

  /** Writes those that are wanted and have not been written; the window has come by now. */
  private void writeBegins(int rank) throws IOException {
    for (Open phase : of(rank)) {
      if (phase.isWanted && !phase.isWritten) {
        phase.isWritten = true;
        writer.phaseBegins(rank, phase.marker, phase.beginPs);
      }
    }
  }
}
