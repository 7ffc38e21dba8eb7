package org.foretell.workflow.task;

import java.nio.file.Path;
import java.util.Objects;

/**
 * An MPI program that a task runs. Its ranks are spread evenly over nodes: each holds as many,
 * rounded up, and the last the rest.
 *
 * @param trace a file or folder of any known format; its replay gives the duration of the task
 * @param nodes how many nodes it needs, at least 1
 */
public record MpiProgram(Path trace, int nodes) {
  /** Checks the parts. */
  public MpiProgram {
    Objects.requireNonNull(trace, "trace");
    if (nodes < 1) {
      throw new IllegalArgumentException("a program needs 1 node or more, but has " + nodes);
    }
  }
}
