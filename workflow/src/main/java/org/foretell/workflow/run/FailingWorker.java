package org.foretell.workflow.run;

import java.util.function.LongSupplier;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * Receives tasks and does them on nodes that fail. A failure ends the attempt: the master has the
 * loss at once, and deals the task out again; what was computed until the last complete checkpoint
 * is kept. A worker whose own node failed reports to the master when that is there again.
 */
final class FailingWorker extends WorkerCursor {
  /** How long a computation takes on the cores of a worker. */
  @FunctionalInterface
  interface Durations {
    long ps(int worker, long statedPs);
  }

  /** What a worker does next with its task. */
  private enum Step {
    ASK,
    WAIT,
    READ,
    COMPUTE,
    WRITE,
    VERIFY,
    ANSWER,
    RESTART,
    RETURN
  }

  private final DealCosts costs;
  private final FailureClock clock;
  private final Durations durations;
  private final LongSupplier lastCallPs;
  private Step step = Step.ASK;
  private int[] nodes = {};

  /** Until when the worker's own node is away after a failure; 0 if it is not. */
  private long awayUntilPs;

  /** How much of the duration the checkpoints of a complete computation keep, and their time. */
  private long completeStatedPs;

  private long completePs;

  /** The end of the op that was delivered last, picoseconds. */
  private long nowPs;

  /** When reading or writing began. */
  private long fileBeganPs;

  private boolean wrote;

  /**
   * A worker that has no task.
   *
   * @param durations of computations
   * @param lastCallPs when its last call ended that was no burst
   */
  FailingWorker(
      int worker,
      Dispatcher dispatcher,
      DealCosts costs,
      FailureClock clock,
      Durations durations,
      LongSupplier lastCallPs) {
    super(worker, dispatcher);
    this.costs = costs;
    this.clock = clock;
    this.durations = durations;
    this.lastCallPs = lastCallPs;
  }

  @Override
  boolean wasCalled() {
    return step == Step.WAIT;
  }

  @Override
  void begin() {
    nodes = dispatcher.nodes(worker);
    nowPs = lastCallPs.getAsLong();
  }

  @Override
  boolean take(OpView view) {
    Step present = step;
    step = Step.values()[(present.ordinal() + 1) % Step.values().length];
    return switch (present) {
      case ASK -> Calls.receive(view, 0);
      case WAIT -> waitsForNodes(view);
      case READ -> {
        fileBeganPs = nowPs;
        yield Calls.file(view, OpCode.FILE_READ, kind.readBytes());
      }
      case COMPUTE -> computes(view);
      case WRITE -> {
        fileBeganPs = nowPs;
        wrote =
            Calls.file(
                view, OpCode.FILE_WRITE, dispatcher.isWrong(worker) ? 0 : kind.writtenBytes());
        yield wrote;
      }
      case VERIFY -> wrote && failsBefore(view, lastCallPs.getAsLong());
      case ANSWER -> Calls.send(view, 0, Calls.RESULT, costs.resultBytes());
      case RESTART ->
          Calls.burst(view, OpCode.ELAPSE, Math.max(0, awayUntilPs - lastCallPs.getAsLong()));
      case RETURN -> returns(view);
    };
  }

  /** A task that arrives while a node is away begins when that is there again. */
  private boolean waitsForNodes(OpView view) {
    long upPs = clock.upPs(nodes, nowPs);
    boolean waits = Calls.burst(view, OpCode.ELAPSE, upPs - nowPs);
    dispatcher.restarts().workerWaits(upPs - nowPs);
    nowPs = upPs;
    dispatcher.attempts().starts(dispatcher.running(worker), nowPs);
    return waits;
  }

  /** Computes with checkpoints and check, until the end or a failure. */
  private boolean computes(OpView view) {
    if (kind.readBytes() > 0) {
      nowPs = lastCallPs.getAsLong();
    }
    long statedPs = dispatcher.computePs(worker) - dispatcher.keptPs(worker);
    boolean isProgram = kind.time().program().isPresent();
    long computePs = isProgram ? statedPs : durations.ps(worker, statedPs);
    long checkpoints = kind.checkpoints(statedPs);
    long workPs =
        Ps.plus(Ps.plus(computePs, Ps.times(checkpoints, kind.checkpointPs())), kind.checkPs());
    long failsPs = clock.nextPs(nodes, fileBeganPs);
    long intervalPs =
        checkpoints == 0 ? 0 : Ps.scale(kind.checkpointIntervalPs(), (double) computePs / statedPs);
    if (failsPs >= Ps.plus(nowPs, workPs)) {
      nowPs += workPs;
      completeStatedPs = checkpoints * kind.checkpointIntervalPs();
      completePs = checkpoints * intervalPs;
      return Calls.burst(view, OpCode.ELAPSE, workPs);
    }
    long complete =
        checkpoints == 0
            ? 0
            : Math.min(
                checkpoints, Math.max(0, failsPs - nowPs) / (intervalPs + kind.checkpointPs()));
    return fails(view, failsPs, complete * kind.checkpointIntervalPs(), complete * intervalPs);
  }

  /** Whether a file was not complete when something failed. */
  private boolean failsBefore(OpView view, long endPs) {
    nowPs = endPs;
    long failsPs = clock.nextPs(nodes, fileBeganPs);
    return failsPs < endPs && fails(view, failsPs, completeStatedPs, completePs);
  }

  /** Works until the failure, or until a file call ends, and then answers. */
  private boolean fails(OpView view, long failedPs, long keptStatedPs, long keptPs) {
    step = Step.ANSWER;
    awayUntilPs = clock.upPs(new int[] {nodes[0]}, failedPs);
    dispatcher.isLost(worker, keptPs, keptStatedPs, awayUntilPs > failedPs);
    dispatcher.restarts().workerWaits(awayUntilPs - failedPs);
    return Calls.burst(view, OpCode.ELAPSE, failedPs - nowPs);
  }

  /** Reports to the master, if it knows that the worker was away. */
  private boolean returns(OpView view) {
    boolean wasAway = awayUntilPs > 0;
    awayUntilPs = 0;
    return wasAway && Calls.send(view, 0, Calls.RESULT, 0);
  }
}
