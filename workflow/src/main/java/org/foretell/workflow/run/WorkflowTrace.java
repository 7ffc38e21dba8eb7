package org.foretell.workflow.run;

import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.foretell.observe.SimObserver;
import org.foretell.time.Ps;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;

/**
 * A master and its workers as a program whose ops are decided while it is simulated. Rank 0 is the
 * master, rank {@code w + 1} is worker {@code w}.
 *
 * <p>It relies on the engine reading a rank's next op only when the op before has ended at the
 * present time of the simulation, except that it may read the op after a burst when the burst
 * begins (docs/semantics.md, section 1). For one run; {@link #observer} must observe it.
 */
final class WorkflowTrace implements TraceSource {
  private static final int TASK = 0;
  private static final int RESULT = 1;
  private static final int STOP = 2;

  private final Dispatcher dispatcher;
  private final DealCosts costs;
  private final int workers;
  private final boolean scaled;
  private final Set<Capability> capabilities;

  /** The worker whose result the master received last, -1 after it took it. */
  private int sender = -1;

  private long masterPs;

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
    return rank == 0 ? new Master() : new Worker(rank - 1);
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
        } else if (code == OpCode.RECV) {
          current[rank - 1] = dispatcher.running(rank - 1);
          if (current[rank - 1] != Attempts.NONE) {
            attempts.starts(current[rank - 1], endPs);
          }
        } else if (code == OpCode.SEND) {
          attempts.ends(current[rank - 1], startPs);
        }
      }
    };
  }

  private static boolean send(OpView view, int peer, int tag, long bytes) {
    view.reset(OpCode.SEND).set(OpField.PEER, peer).set(OpField.TAG, tag).set(OpField.BYTES, bytes);
    return true;
  }

  private static boolean receive(OpView view, int peer) {
    view.reset(OpCode.RECV)
        .set(OpField.PEER, peer)
        .set(OpField.TAG, OpView.ANY)
        .set(OpField.RECEIVE_BYTES, -1);
    return true;
  }

  /** Deals out tasks until none is left, then stops the workers. */
  private final class Master implements RankCursor {
    private long delivered;
    private boolean receives;
    private int stopped;

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
      boolean more = choose(view);
      delivered += more ? 1 : 0;
      return more;
    }

    private boolean choose(OpView view) {
      if (chosen >= 0) {
        int worker = chosen;
        chosen = -1;
        return send(view, worker + 1, TASK, costs.taskBytes());
      }
      int worker = dispatcher.assign(masterPs);
      if (worker >= 0 && costs.dealPs() > 0) {
        chosen = worker;
        view.reset(OpCode.ELAPSE).set(OpField.DURATION_PS, costs.dealPs());
        return true;
      }
      if (worker >= 0) {
        return send(view, worker + 1, TASK, costs.taskBytes());
      }
      if (dispatcher.hasRunning()) {
        receives = true;
        return receive(view, OpView.ANY);
      }
      return stopped < workers && send(view, ++stopped, STOP, 0);
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

  /** What a worker does next with its task. */
  private enum Step {
    ASK,
    READ,
    COMPUTE,
    CHECKPOINT,
    CHECK,
    WRITE,
    ANSWER
  }

  /** Receives tasks and does them until it is stopped. */
  private final class Worker implements RankCursor {
    private final int worker;
    private long delivered;
    private Step step = Step.ASK;
    private TaskKind kind = TaskKind.computing(TaskTime.of(0));
    private long computePs;

    Worker(int worker) {
      this.worker = worker;
    }

    @Override
    public boolean next(OpView view) {
      if (step == Step.READ) {
        if (dispatcher.running(worker) == Attempts.NONE) {
          return false;
        }
        kind = dispatcher.kind(worker);
        computePs = dispatcher.computePs(worker);
      }
      while (!take(view)) {
        // A step that this task does not have.
      }
      delivered++;
      return true;
    }

    /** Makes an op of the present step, if it has one, and goes to the following step. */
    private boolean take(OpView view) {
      Step present = step;
      step = Step.values()[(present.ordinal() + 1) % Step.values().length];
      return switch (present) {
        case ASK -> receive(view, 0);
        case READ -> file(view, OpCode.FILE_READ, kind.readBytes());
        case COMPUTE -> burst(view, isScaled() ? OpCode.COMPUTE : OpCode.ELAPSE, computePs);
        case CHECKPOINT ->
            burst(view, OpCode.ELAPSE, Ps.times(kind.checkpoints(computePs), kind.checkpointPs()));
        case CHECK -> burst(view, OpCode.ELAPSE, kind.checkPs());
        case WRITE ->
            file(view, OpCode.FILE_WRITE, dispatcher.isWrong(worker) ? 0 : kind.writtenBytes());
        case ANSWER -> send(view, 0, RESULT, costs.resultBytes());
      };
    }

    /** A replayed program already ran on the simulated machine. */
    private boolean isScaled() {
      return scaled && kind.time().program().isEmpty();
    }

    private static boolean burst(OpView view, OpCode code, long durationPs) {
      view.reset(code).set(OpField.DURATION_PS, durationPs);
      return durationPs > 0;
    }

    private static boolean file(OpView view, OpCode code, long bytes) {
      view.reset(code).set(OpField.OBJECT, 0).set(OpField.BYTES, bytes);
      return bytes > 0;
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
    receive(message, rank == 0 ? OpView.ANY : 0);
    OpView file = new OpView().reset(OpCode.FILE_READ);
    OpView burst = new OpView().reset(scaled ? OpCode.COMPUTE : OpCode.ELAPSE);
    return usesFiles && rank != 0 ? List.of(message, file, burst) : List.of(message, burst);
  }
}
