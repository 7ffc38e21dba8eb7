package org.foretell.engine.reference;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.foretell.result.Position;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;

/** A rank, and the op in which it is. */
final class RankState {
  final int rank;
  final RankCursor cursor;
  final OpView op = new OpView();
  final Map<Integer, Request> slots = new HashMap<>();
  final Map<Integer, Group> groups = new HashMap<>();
  final Deque<Integer> markers = new ArrayDeque<>();

  /** When its op started. */
  long clockPs;

  /** Sequence number of its op. */
  long sequence;

  /** The op of OpenSHMEM for which the op stands, else null. */
  OpView shmem;

  /** From when on the op may have waited for others, if that is later than its start. */
  long waitsFromPs;

  long executed;
  boolean finished;

  /** When its CPU is free, under an occupancy model. */
  long cpuFreePs;

  /** What a blocked op tries again when there is news, else null. */
  Runnable onProgress;

  RankState(int rank, RankCursor cursor) {
    this.rank = rank;
    this.cursor = cursor;
  }

  void progress() {
    if (onProgress != null) {
      onProgress.run();
    }
  }

  Position position() {
    return new Position(rank, cursor.delivered() - 1, (shmem == null ? op : shmem).toString());
  }
}
