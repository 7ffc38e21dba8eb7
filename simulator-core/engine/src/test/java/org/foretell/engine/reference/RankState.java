package org.foretell.engine.reference;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.foretell.result.Position;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;

/** A rank, and the op in which it is. */
public final class RankState {
  public final int rank;
  public final RankCursor cursor;
  public final OpView op = new OpView();
  public final Map<Integer, Request> slots = new HashMap<>();
  public final Map<Integer, Group> groups = new HashMap<>();
  public final Deque<Integer> markers = new ArrayDeque<>();

  /** The communicator of its whole program. */
  public int world = Communicator.WORLD;

  /** When its op started. */
  public long clockPs;

  /** When its op was called, if that took time before it started, else -1. */
  public long calledPs = -1;

  /** Sequence number of its op. */
  public long sequence;

  /** The op of the trace for which the op stands, if that is another, else null. */
  public OpView standsFor;

  /** When its last burst ends. */
  public long burstEndPs;

  /** From when on the op may have waited for others, if that is later than its start. */
  public long waitsFromPs;

  /** How long the op has waited for others before that. */
  public long waitedPs;

  /** When the message of its sendrecv, or such a step, left, if its receive is posted then. */
  public long leftPs;

  public long executed;
  public boolean finished;

  /** When its CPU is free, under an occupancy model. */
  public long cpuFreePs;

  /** What a blocked op tries again when there is news, else null. */
  public Runnable onProgress;

  public RankState(int rank, RankCursor cursor) {
    this.rank = rank;
    this.cursor = cursor;
  }

  /** For how long the op has waited that depended on others until a time, and ends at another. */
  public long waitPs(long othersPs, long endPs) {
    return Math.max(0, Math.min(othersPs, endPs) - Math.max(clockPs, waitsFromPs));
  }

  public void progress() {
    if (onProgress != null) {
      onProgress.run();
    }
  }

  public Position position() {
    return new Position(
        rank, cursor.delivered() - 1, (standsFor == null ? op : standsFor).toString());
  }
}
