package org.foretell.engine.ops;

import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.state.MarkerStacks;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Ops that take no time and concern nobody else: markers, and giving up communicators. */
public final class LocalOps {
  private final RankTable ranks;
  private final CommunicatorTable communicators;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final MarkerStacks markers;

  public LocalOps(ReplayState state, CommunicatorTable communicators) {
    ranks = state.ranks();
    problems = state.problems();
    recorder = state.recorder();
    this.communicators = communicators;
    markers = new MarkerStacks(ranks.size());
  }

  /** The innermost open marker of a rank, or NONE. */
  public int innermostMarker(int rank) {
    return markers.innermost(rank);
  }

  /** A rank passes a marker. */
  public void marker(int rank, OpView op) {
    int marker = (int) op.get(OpField.MARKER);
    boolean begin = op.code() == OpCode.MARKER_BEGIN;
    if (begin ? !markers.begin(rank, marker) : !markers.end(rank, marker)) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          begin
              ? "begins inside " + MarkerStacks.MOST_OPEN + " other markers, the most there can be"
              : "does not end the innermost open marker");
    }
    if (recorder != null) {
      recorder.observer.marker(rank, marker, begin, ranks.clockPs(rank));
    }
  }

  /** A rank gives up its name for a communicator. */
  public void freeCommunicator(int rank, OpView op) {
    long id = op.communicator();
    if (!communicators.remove(rank, id)) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          id == Communicator.WORLD || id == Communicator.SELF
              ? "frees a communicator that cannot be freed"
              : "frees a communicator that the rank does not have");
    }
  }
}
