package org.foretell.workflow.task;

import java.util.Objects;

/**
 * What a task needs and does. Tasks of a stage usually share one.
 *
 * <p>A worker reads, computes, writes a checkpoint after each interval of computation, checks its
 * result and, if that is right, writes it. A wrong result is not written; the master deals the task
 * out again, from its beginning.
 *
 * @param time how long it computes
 * @param cores that it occupies on each of its nodes, at least 1
 * @param memoryBytes that it occupies on each of its nodes
 * @param readBytes that it reads from the file system of the machine before it computes
 * @param writtenBytes that it writes to the file system
 * @param checkPs how long the check of its result takes, picoseconds
 * @param failureProbability that a check finds the result wrong, 0 to 1
 * @param retries how often the task is dealt out again, at least 0, before the master gives it up
 * @param checkpointIntervalPs computation between two checkpoints, picoseconds; 0 for none
 * @param checkpointPs how long a checkpoint takes, picoseconds
 */
public record TaskKind(
    TaskTime time,
    int cores,
    long memoryBytes,
    long readBytes,
    long writtenBytes,
    long checkPs,
    double failureProbability,
    int retries,
    long checkpointIntervalPs,
    long checkpointPs) {
  /** Checks the ranges. */
  public TaskKind {
    Objects.requireNonNull(time, "time");
    if (cores < 1
        || memoryBytes < 0
        || readBytes < 0
        || writtenBytes < 0
        || checkPs < 0
        || !(failureProbability >= 0 && failureProbability <= 1)
        || retries < 0
        || checkpointIntervalPs < 0
        || checkpointPs < 0) {
      throw new IllegalArgumentException("a value of a task is out of range");
    }
  }

  /**
   * {@return a task on one core that only computes}
   *
   * @param time how long
   */
  public static TaskKind computing(TaskTime time) {
    return new TaskKind(time, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * {@return the same with another duration}
   *
   * @param other how long it computes
   */
  public TaskKind lasting(TaskTime other) {
    return new TaskKind(
        other,
        cores,
        memoryBytes,
        readBytes,
        writtenBytes,
        checkPs,
        failureProbability,
        retries,
        checkpointIntervalPs,
        checkpointPs);
  }

  /**
   * {@return the same on several cores}
   *
   * @param count at least 1
   */
  public TaskKind onCores(int count) {
    return new TaskKind(
        time,
        count,
        memoryBytes,
        readBytes,
        writtenBytes,
        checkPs,
        failureProbability,
        retries,
        checkpointIntervalPs,
        checkpointPs);
  }

  /** {@return how many nodes it occupies: those of its MPI program, or 1} */
  public int nodes() {
    return time.program().map(MpiProgram::nodes).orElse(1);
  }

  /** {@return whether it reads or writes files} */
  public boolean usesFiles() {
    return readBytes > 0 || writtenBytes > 0;
  }

  /**
   * {@return how many checkpoints a computation has: one after each whole interval, none at its
   * end}
   *
   * @param computePs how long it takes, picoseconds
   */
  public long checkpoints(long computePs) {
    return checkpointIntervalPs == 0 || computePs == 0 ? 0 : (computePs - 1) / checkpointIntervalPs;
  }
}
