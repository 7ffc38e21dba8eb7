package org.foretell.workflow.run;

import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;

/** Receives tasks and does them, step by step, until it is stopped. */
abstract class WorkerCursor implements RankCursor {
  final int worker;
  final Dispatcher dispatcher;

  /** The present task. */
  TaskKind kind = TaskKind.computing(TaskTime.of(0));

  private long delivered;

  /** A worker that has no task. */
  WorkerCursor(int worker, Dispatcher dispatcher) {
    this.worker = worker;
    this.dispatcher = dispatcher;
  }

  /** Whether the master's message was the last op. */
  abstract boolean wasCalled();

  /** Looks at the task that has come. */
  abstract void begin();

  /** Makes an op of the present step, if it has one, and goes to the following step. */
  abstract boolean take(OpView view);

  @Override
  public final boolean next(OpView view) {
    if (wasCalled()) {
      if (dispatcher.running(worker) == Attempts.NONE) {
        return false;
      }
      kind = dispatcher.kind(worker);
      begin();
    }
    while (!take(view)) {
      // A step that this task does not have.
    }
    delivered++;
    return true;
  }

  @Override
  public final long delivered() {
    return delivered;
  }

  @Override
  public final void close() {
    // Holds nothing open.
  }
}
