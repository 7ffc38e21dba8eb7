package org.foretell.workload.job;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A job as a user hands it in.
 *
 * @param number its own number, in the order of the file, from 1
 * @param name for people
 * @param submitNs when it is handed in, nanoseconds
 * @param nodes how many it needs, at least 1
 * @param walltimeNs the user's estimate of its time, above 0; empty for one that turns out exact
 * @param priority jobs with higher ones go first
 * @param work the work of its nodes
 */
public record BatchJob(
    int number,
    String name,
    long submitNs,
    int nodes,
    OptionalLong walltimeNs,
    int priority,
    JobWork work) {
  /** Checks the ranges. */
  public BatchJob {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(work, "work");
    if (nodes < 1 || submitNs < 0 || walltimeNs.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "a job needs a node, a time of arrival and an estimate, but has %d, %d, %d"
              .formatted(nodes, submitNs, walltimeNs.orElse(1)));
    }
  }
}
