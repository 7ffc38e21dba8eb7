package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.foretell.observe.SimObserver;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * A program that decides what to do next by what has happened to it: rank 0 gives tasks to the
 * others, to whoever is idle. It fails if an op is read too early to decide it.
 */
public final class ReactiveTrace implements TraceSource {
  private static final int NOBODY = -1;

  private final int ranks;
  private final long[] taskPs;
  private final long[] bytes;
  private final List<String> decisions = new ArrayList<>();
  private final int[] taskOf;
  private final boolean[] hasReceived;
  private int sender = NOBODY;
  private long masterPs;

  /** Tasks and messages of random sizes. */
  public ReactiveTrace(int ranks, int tasks, long seed) {
    Random random = new Random(seed);
    this.ranks = ranks;
    taskPs = random.longs(tasks, 0, 300).toArray();
    bytes = random.longs(tasks, 0, 120).toArray();
    taskOf = new int[ranks];
    hasReceived = new boolean[ranks];
  }

  /** Whom each task was given, and when. */
  public List<String> decisions() {
    return decisions;
  }

  /** To be added to the run. */
  public SimObserver observer() {
    return new SimObserver() {
      @Override
      public void op(
          int rank,
          OpCode code,
          int callSite,
          int peer,
          int communicator,
          long size,
          long startPs,
          long waitPs,
          long endPs) {
        if (rank == 0) {
          masterPs = endPs;
          sender = code == OpCode.RECV ? peer : sender;
        } else {
          hasReceived[rank] |= code == OpCode.RECV;
        }
      }
    };
  }

  private static void message(OpView view, OpCode code, int peer, long size) {
    view.reset(code)
        .set(OpField.PEER, peer)
        .set(code == OpCode.SEND ? OpField.BYTES : OpField.RECEIVE_BYTES, size);
  }

  private final class Master implements RankCursor {
    private long delivered;
    private final List<Integer> idle = new ArrayList<>();
    private int given;
    private int busy;
    private int stopped;
    private boolean receives;

    Master() {
      for (int rank = 1; rank < ranks; rank++) {
        idle.add(rank);
      }
    }

    @Override
    public boolean next(OpView view) {
      if (receives) {
        if (sender == NOBODY) {
          throw new IllegalStateException("read before the receive had ended");
        }
        idle.add(sender);
        sender = NOBODY;
        busy--;
        receives = false;
      }
      delivered++;
      if (given < taskPs.length && !idle.isEmpty()) {
        int worker = idle.remove(0);
        taskOf[worker] = given;
        decisions.add("task " + given + " to " + worker + " at " + masterPs);
        message(view, OpCode.SEND, worker, bytes[given++]);
        busy++;
      } else if (busy > 0) {
        receives = true;
        message(view, OpCode.RECV, OpView.ANY, -1);
      } else if (stopped < ranks - 1) {
        taskOf[++stopped] = NOBODY;
        message(view, OpCode.SEND, stopped, 0);
      } else {
        delivered--;
        return false;
      }
      return true;
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {}
  }

  private final class Worker implements RankCursor {
    private final int rank;
    private long delivered;

    Worker(int rank) {
      this.rank = rank;
    }

    @Override
    public boolean next(OpView view) {
      int step = (int) (delivered % 3);
      if (step == 1 && !hasReceived[rank]) {
        throw new IllegalStateException("read before the receive had ended");
      }
      if (step == 1 && taskOf[rank] == NOBODY) {
        return false;
      }
      delivered++;
      if (step == 0) {
        hasReceived[rank] = false;
        message(view, OpCode.RECV, 0, -1);
      } else if (step == 1) {
        view.reset(OpCode.ELAPSE).set(OpField.DURATION_PS, taskPs[taskOf[rank]]);
      } else {
        message(view, OpCode.SEND, 0, bytes[taskOf[rank]]);
      }
      return true;
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {}
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(ranks);
  }

  @Override
  public TraceTables tables() {
    return TraceTables.EMPTY;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.UNRESOLVED_WILDCARDS);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.of(0);
  }

  @Override
  public RankCursor open(int rank) {
    return rank == 0 ? new Master() : new Worker(rank);
  }

  @Override
  public void describe(TraceSink sink) {
    throw new IllegalStateException("known only while it runs");
  }

  @Override
  public void close() {}
}
