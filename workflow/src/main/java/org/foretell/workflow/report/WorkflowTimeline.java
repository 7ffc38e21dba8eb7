package org.foretell.workflow.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run over time, in equal spans of which the last ends with the run.
 *
 * @param spanSeconds length of each span; 0 for a run that takes no time
 * @param stages in the order of the file
 * @param watts mean power of the nodes and their share of the switches, by span; null unless the
 *     machine states their power
 * @param attempts in the order in which the master dealt them out; empty if there are more than
 *     {@link #MOST_ATTEMPTS}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowTimeline(
    double spanSeconds,
    List<StageTimes> stages,
    @Nullable List<Double> watts,
    List<Attempt> attempts) {
  /** Runs with more attempts list none of them. */
  public static final int MOST_ATTEMPTS = 5_000;

  /**
   * A stage over time.
   *
   * @param stage its name
   * @param busyWorkers by span how many workers had a task of it, as a mean
   * @param waitingTasks by span how many of its tasks were ready and had no worker, as a mean
   */
  public record StageTimes(String stage, List<Double> busyWorkers, List<Double> waitingTasks) {
    /** Copies the lists. */
    public StageTimes {
      busyWorkers = List.copyOf(busyWorkers);
      waitingTasks = List.copyOf(waitingTasks);
    }
  }

  /**
   * An attempt of a task.
   *
   * @param task what it is called
   * @param stage number of its stage, from 0
   * @param worker from 0; of a task on several nodes, the worker that the master dealt it to
   * @param nodes how many it ran on
   * @param lost whether a failure ended it
   * @param startSeconds when the worker had it
   * @param endSeconds when the worker sent its result, or its nodes failed
   */
  public record Attempt(
      String task,
      int stage,
      int worker,
      int nodes,
      boolean lost,
      double startSeconds,
      double endSeconds) {}

  /** Copies the lists. */
  public WorkflowTimeline {
    stages = List.copyOf(stages);
    watts = watts == null ? null : List.copyOf(watts);
    attempts = List.copyOf(attempts);
  }
}
