package org.foretell.workflow.pipeline;

import java.util.List;
import java.util.Objects;
import org.foretell.workflow.task.TaskKind;

/**
 * A stage of a pipeline: a task for each combination of the names in its lists.
 *
 * @param name unique in its pipeline
 * @param foreach names of lists, each once; none for a single task
 * @param after names of the stages that it waits for. A task waits for those tasks of such a stage
 *     that have the same names in the lists that both have: it gathers over the others
 * @param acrossInstances whether the stage is done once for all instances together
 * @param kind what each of its tasks needs and does
 */
public record Stage(
    String name, List<String> foreach, List<String> after, boolean acrossInstances, TaskKind kind) {
  /** Copies the lists. */
  public Stage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    foreach = List.copyOf(foreach);
    after = List.copyOf(after);
  }
}
