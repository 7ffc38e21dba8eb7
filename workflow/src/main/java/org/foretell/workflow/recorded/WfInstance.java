package org.foretell.workflow.recorded;

import java.util.Objects;
import java.util.OptionalDouble;
import org.foretell.workflow.task.Workflow;

/**
 * A workflow that ran, as a WfFormat file of WfCommons records it.
 *
 * @param workflow its tasks, each with its recorded duration and cores
 * @param makespanSeconds recorded; empty if it was not
 * @param machines how many machines are recorded, 0 if none
 * @param coresPerMachine the most that one of them has, 0 if unknown
 */
public record WfInstance(
    Workflow workflow, OptionalDouble makespanSeconds, int machines, int coresPerMachine) {
  /** Checks that no part is null. */
  public WfInstance {
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(makespanSeconds, "makespanSeconds");
  }
}
