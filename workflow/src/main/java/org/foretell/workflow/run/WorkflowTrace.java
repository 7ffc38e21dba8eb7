package org.foretell.workflow.run;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.model.ComputeModel;
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
import org.jspecify.annotations.Nullable;

/**
 * A master and its workers as a program whose ops are decided while it is simulated. Rank 0 is the
 * master, rank {@code w + 1} is worker {@code w}.
 *
 * <p>It relies on the engine reading a rank's next op only when the op before has ended at the
 * present time of the simulation, except that it may read the op after a burst when the burst
 * begins (docs/semantics.md, section 1). For one run; {@link #observer} must observe it.
 */
final class WorkflowTrace implements TraceSource {
  private static final int[] MASTER_NODE = {0};

  private final Dispatcher dispatcher;
  private final DealCosts costs;
  private final int workers;
  private final boolean scaled;
  private final Set<Capability> capabilities;

  /** The worker whose result the master received last, -1 after it took it. */
  private int sender = -1;

  private long masterPs;
  private @Nullable ComputeModel bursts;

  /** Workers that the master has not stopped. */
  private final BitSet working = new BitSet();

  /** When all was done, if workers were away then; else -1. */
  private long donePs = -1;

  /** By worker when its last call ended, picoseconds. */
  private final long[] workerPs;

  /** By worker the attempt that it has received. */
  private final int[] current;

  /**
   * A run that has not begun.
   *
   * @param scaled whether computation follows the speed of cores
   * @param usesFiles whether a task reads or writes
   */
  WorkflowTrace(
      Dispatcher dispatcher, DealCosts costs, int workers, boolean scaled, boolean usesFiles) {
    this.dispatcher = dispatcher;
    this.costs = costs;
    this.workers = workers;
    this.scaled = scaled;
    capabilities = EnumSet.of(Capability.UNRESOLVED_WILDCARDS);
    if (usesFiles) {
      capabilities.add(Capability.FILE_IO);
    }
    current = new int[workers];
    workerPs = new long[workers];
    working.set(0, workers);
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(workers + 1);
  }

  @Override
  public TraceTables tables() {
    return TraceTables.EMPTY;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.copyOf(capabilities);
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
    if (rank == 0) {
      return new Master();
    }
    int worker = rank - 1;
    Optional<FailureClock> clock = dispatcher.failureClock();
    return clock.isEmpty()
        ? new Worker(worker, dispatcher, costs, scaled)
        : new FailingWorker(
            worker, dispatcher, costs, clock.get(), this::durationPs, () -> workerPs[worker]);
  }

  /** The model of a run that can fail: how long a computation takes depends on its cores. */
  void bursts(ComputeModel model) {
    bursts = model;
  }

  /** How long a computation takes on the cores of a worker. */
  private long durationPs(int worker, long statedPs) {
    if (!scaled) {
      return statedPs;
    }
    OpView burst = new OpView();
    Calls.burst(burst, OpCode.COMPUTE, statedPs);
    return Objects.requireNonNull(bursts, "bursts").durationPs(worker + 1, burst, OpView.NONE);
  }

  /** When all was done, of a run that has ended: a worker who is away then does not count. */
  long endPs(long makespanPs) {
    return donePs < 0 ? makespanPs : donePs;
  }

  @Override
  public void describe(TraceSink sink) {
    throw new IllegalStateException("the ops of a workflow are known only while it is simulated");
  }

  @Override
  public void close() {
    // Holds nothing open.
  }

  /** Reports to the master and the workers what happens to them. */
  SimObserver observer() {
    return new SimObserver() {
      @Override
      public void op(
          int rank,
          OpCode code,
          int callSite,
          int peer,
          int communicator,
          long bytes,
          long startPs,
          long waitPs,
          long endPs) {
        Attempts attempts = dispatcher.attempts();
        if (rank == 0) {
          masterPs = endPs;
          if (code == OpCode.RECV) {
            sender = peer - 1;
          }
          return;
        }
        workerPs[rank - 1] = endPs;
        if (code == OpCode.RECV) {
          current[rank - 1] = dispatcher.running(rank - 1);
          if (current[rank - 1] != Attempts.NONE) {
            attempts.starts(current[rank - 1], endPs);
          }
        } else if (code == OpCode.SEND) {
          // A worker that was away sends another message when it is back.
          if (current[rank - 1] != Attempts.NONE) {
            attempts.ends(current[rank - 1], startPs);
            current[rank - 1] = Attempts.NONE;
          }
        }
      }
    };
  }

  /** Deals out tasks until none is left, then stops the workers. */
  private final class Master implements RankCursor {
    private long delivered;
    private boolean receives;

    /** The worker that gets its task after the master's own time, -1 for none. */
    private int chosen = -1;

    @Override
    public boolean next(OpView view) {
      if (receives) {
        if (sender < 0) {
          throw new IllegalStateException(
              "the replay read the master's next op before its receive had ended");
        }
        dispatcher.result(sender, masterPs);
        sender = -1;
        receives = false;
      }
      boolean more = restarts(view) || choose(view);
      delivered += more ? 1 : 0;
      return more;
    }

    /** Waits until the master's node is there. */
    private boolean restarts(OpView view) {
      long sincePs = masterPs;
      dispatcher.failureClock().ifPresent(clock -> masterPs = clock.upPs(MASTER_NODE, masterPs));
      dispatcher.restarts().masterWaits(masterPs - sincePs);
      return Calls.burst(view, OpCode.ELAPSE, masterPs - sincePs);
    }

    /** Stops the workers; those who are away, when they return. */
    private boolean stops(OpView view) {
      int worker = working.nextSetBit(0);
      while (worker >= 0 && dispatcher.restarts().isAway(worker)) {
        worker = working.nextSetBit(worker + 1);
      }
      if (worker >= 0) {
        working.clear(worker);
        return Calls.send(view, worker + 1, Calls.STOP, 0);
      }
      if (working.isEmpty()) {
        return false;
      }
      if (donePs < 0) {
        donePs = masterPs;
      }
      receives = true;
      return Calls.receive(view, OpView.ANY);
    }

    private boolean choose(OpView view) {
      if (chosen >= 0) {
        int worker = chosen;
        chosen = -1;
        return Calls.send(view, worker + 1, Calls.TASK, costs.taskBytes());
      }
      int worker = dispatcher.assign(masterPs);
      if (worker >= 0 && costs.dealPs() > 0) {
        chosen = worker;
        view.reset(OpCode.ELAPSE).set(OpField.DURATION_PS, costs.dealPs());
        return true;
      }
      if (worker >= 0) {
        return Calls.send(view, worker + 1, Calls.TASK, costs.taskBytes());
      }
      if (dispatcher.hasRunning() || dispatcher.waitsForReturns()) {
        receives = true;
        return Calls.receive(view, OpView.ANY);
      }
      return stops(view);
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {
      // Holds nothing open.
    }
  }

  /** Copies for those who ask what kind of program it is: the same calls, once each. */
  static List<OpView> likeness(int rank, boolean usesFiles, boolean scaled) {
    OpView message = new OpView();
    Calls.receive(message, rank == 0 ? OpView.ANY : 0);
    OpView file = new OpView().reset(OpCode.FILE_READ);
    OpView burst = new OpView().reset(scaled ? OpCode.COMPUTE : OpCode.ELAPSE);
    return usesFiles && rank != 0 ? List.of(message, file, burst) : List.of(message, burst);
  }
}
