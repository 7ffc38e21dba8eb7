package org.foretell.study.build;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A workflow as a program of a study, with the settings of {@code sim workflow}. */
public final class WorkflowBuilder {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private WorkflowBuilder() {}

  /**
   * {@return a workflow}
   *
   * @param pipeline file of the pipeline, or a recorded workflow
   * @param workers at least 1, without the master
   * @param perNode workers on each node, at least 1
   */
  public static WorkflowBuilder workflow(Path pipeline, int workers, int perNode) {
    return new WorkflowBuilder()
        .with("pipeline", pipeline.toString())
        .with("workers", workers)
        .with("perNode", perNode);
  }

  private WorkflowBuilder with(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /**
   * Sets how many instances of the pipeline run at once; 1 if it is not set.
   *
   * @param count at least 1
   * @return this
   */
  public WorkflowBuilder instances(int count) {
    return with("instances", count);
  }

  /**
   * Sets which ready task is dealt out first; {@code critical-path} if it is not set.
   *
   * @param name {@code critical-path}, {@code fifo} or {@code locality}
   * @return this
   */
  public WorkflowBuilder policy(String name) {
    return with("policy", name);
  }

  /**
   * Sets the master's own time for each task; that of the pipeline if it is not set.
   *
   * @param time with its unit, {@code "10ms"}
   * @return this
   */
  public WorkflowBuilder dealTime(String time) {
    return with("dealTime", time);
  }

  /**
   * Sets the memory of a node that tasks can use; required if tasks state theirs.
   *
   * @param size with its unit, {@code "256GiB"}
   * @return this
   */
  public WorkflowBuilder nodeMemory(String size) {
    return with("nodeMemory", size);
  }

  /**
   * Sets how many runs with different random numbers are made.
   *
   * @param count at least 1
   * @return this
   */
  public WorkflowBuilder replications(int count) {
    return with("replications", count);
  }

  /** As a file has it. */
  Map<String, Object> written() {
    return members;
  }
}
