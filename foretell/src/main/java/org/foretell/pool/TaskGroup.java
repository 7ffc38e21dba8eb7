package org.foretell.pool;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that somebody waits for together. When one fails, or when nobody waits any longer, the
 * others need not go on, and neither need those that they have done in turn. Used by any number of
 * threads.
 */
final class TaskGroup {
  private final @Nullable TaskGroup parent;
  private volatile boolean stopped;

  /**
   * A group.
   *
   * @param parent of the task that waits; null if that is no task
   */
  TaskGroup(@Nullable TaskGroup parent) {
    this.parent = parent;
  }

  /** Cancels the tasks, whose results are not needed any more. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    for (TaskGroup group = this; group != null; group = group.parent) {
      if (group.stopped) {
        return true;
      }
    }
    return false;
  }

  /** What a task gets that is stopped because of another one, or because nobody waits for it. */
  static final class Stopped extends CancellationException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("stopped, because another run failed or the result is no longer needed");
    }
  }
}
