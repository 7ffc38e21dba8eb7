package org.foretell.study.description;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A program that is no single trace: what {@code sim mix} or {@code sim workflow} simulates. */
public sealed interface Simulated {
  /** {@return the file of jobs, or of the pipeline, relative to the study} */
  Path file();

  /** {@return how many runs with different random numbers are made; at least 1} */
  int replications();

  /** {@return whether it is a queue of jobs, which has the whole machine} */
  default boolean isQueue() {
    return this instanceof JobQueue;
  }

  /** {@return what it is, in a word: {@code mix} or {@code workflow}, as files have it} */
  default String kind() {
    return isQueue() ? "mix" : "workflow";
  }

  /**
   * A queue of jobs on all nodes of an offer.
   *
   * @param file of jobs, as {@code sim mix} reads it
   * @param policy of the scheduler as {@code --policy} takes it; empty for that of the file
   * @param together whether jobs with traces that run at the same time are replayed together
   * @param interference time of traces beside others over that alone, if they are not; at least 1
   * @param anyNodes whether jobs get any free nodes, at random, rather than the first ones
   * @param kill whether a job ends when its estimate is over
   * @param demandSeconds that 95 % of the jobs may wait at most; above 0, empty for any wait
   * @param replications at least 1
   */
  record JobQueue(
      Path file,
      Optional<String> policy,
      boolean together,
      double interference,
      boolean anyNodes,
      boolean kill,
      OptionalDouble demandSeconds,
      int replications)
      implements Simulated {
    /** Checks the ranges. */
    public JobQueue {
      Objects.requireNonNull(file, "file");
      if (!(interference >= 1) || (together && interference > 1) || replications < 1) {
        throw new IllegalArgumentException(
            "a queue with interference " + interference + ", " + replications + " replications");
      }
    }
  }

  /**
   * A pipeline whose tasks a master deals out to workers.
   *
   * @param file a pipeline or a recorded workflow, as {@code sim workflow} reads it
   * @param instances that run at once, at least 1
   * @param workers at least 1
   * @param perNode workers on each node, at least 1
   * @param policy which ready task is dealt out first, as {@code --policy} takes it
   * @param dealPs the master's own time for each task, picoseconds; empty for that of the pipeline
   * @param nodeMemoryBytes of a node for tasks; empty if no task states its memory
   * @param replications at least 1
   */
  record Pipeline(
      Path file,
      int instances,
      int workers,
      int perNode,
      String policy,
      OptionalLong dealPs,
      OptionalLong nodeMemoryBytes,
      int replications)
      implements Simulated {
    /** Checks the ranges. */
    public Pipeline {
      Objects.requireNonNull(file, "file");
      if (instances < 1 || workers < 1 || perNode < 1 || replications < 1) {
        throw new IllegalArgumentException(
            "a pipeline with %d instances, %d workers, %d on each node, %d replications"
                .formatted(instances, workers, perNode, replications));
      }
    }

    /** {@return how many nodes the workers need} */
    public int nodes() {
      return (workers - 1) / perNode + 1;
    }
  }
}
