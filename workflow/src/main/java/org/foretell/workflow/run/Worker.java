package org.foretell.workflow.run;

import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Receives tasks and does them until it is stopped. */
final class Worker extends WorkerCursor {
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

  private final DealCosts costs;
  private final boolean scaled;
  private Step step = Step.ASK;
  private long computePs;

  /**
   * A worker that has no task.
   *
   * @param scaled whether computation follows the speed of cores
   */
  Worker(int worker, Dispatcher dispatcher, DealCosts costs, boolean scaled) {
    super(worker, dispatcher);
    this.costs = costs;
    this.scaled = scaled;
  }

  @Override
  boolean wasCalled() {
    return step == Step.READ;
  }

  @Override
  void begin() {
    computePs = dispatcher.computePs(worker);
  }

  @Override
  boolean take(OpView view) {
    Step present = step;
    step = Step.values()[(present.ordinal() + 1) % Step.values().length];
    return switch (present) {
      case ASK -> Calls.receive(view, 0);
      case READ -> Calls.file(view, OpCode.FILE_READ, kind.readBytes());
      case COMPUTE -> Calls.burst(view, isScaled() ? OpCode.COMPUTE : OpCode.ELAPSE, computePs);
      case CHECKPOINT ->
          Calls.burst(
              view, OpCode.ELAPSE, Ps.times(kind.checkpoints(computePs), kind.checkpointPs()));
      case CHECK -> Calls.burst(view, OpCode.ELAPSE, kind.checkPs());
      case WRITE ->
          Calls.file(view, OpCode.FILE_WRITE, dispatcher.isWrong(worker) ? 0 : kind.writtenBytes());
      case ANSWER -> Calls.send(view, 0, Calls.RESULT, costs.resultBytes());
    };
  }

  /** A replayed program already ran on the simulated machine. */
  private boolean isScaled() {
    return scaled && kind.time().program().isEmpty();
  }
}
