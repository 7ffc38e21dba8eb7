package org.foretell.workflow.schedule;

import org.foretell.workflow.task.Workflow;

/**
 * The order in which a master deals out tasks that are ready.
 *
 * <p>Among the tasks that fit on a node with an idle worker the master takes the most urgent; of
 * equally urgent ones that which has been ready for longest. Immutable; any thread may use it.
 */
public interface SchedulingPolicy {
  /** {@return its name, a word} */
  String name();

  /** {@return one sentence for people} */
  String summary();

  /**
   * {@return how urgent each task is; the most urgent first}
   *
   * @param workflow all tasks
   */
  double[] urgencies(Workflow workflow);

  /**
   * {@return whether the master looks for an idle worker on the node of the task that made a task
   * ready, before it takes the first that is idle}
   */
  default boolean prefersNodeOfInputs() {
    return false;
  }
}
