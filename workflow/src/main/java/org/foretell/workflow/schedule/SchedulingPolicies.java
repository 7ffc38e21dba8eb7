package org.foretell.workflow.schedule;

import java.util.List;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.task.Workflow;

/** The policies that ship. */
public final class SchedulingPolicies {
  /** The longest way to the end first, by mean durations. */
  public static final SchedulingPolicy CRITICAL_PATH =
      new BuiltIn("critical-path", "the task with the longest way to the end first", true, false);

  /** The task that has been ready for longest first. */
  public static final SchedulingPolicy FIFO =
      new BuiltIn("fifo", "the task that has been ready for longest first", false, false);

  /** As the critical path, on the node that made the task ready if a worker is idle there. */
  public static final SchedulingPolicy LOCALITY =
      new BuiltIn(
          "locality",
          "the longest way to the end first, on the node of the task's last input if it can be",
          true,
          true);

  private static final List<SchedulingPolicy> ALL = List.of(CRITICAL_PATH, FIFO, LOCALITY);

  private SchedulingPolicies() {}

  /** {@return all of them} */
  public static List<SchedulingPolicy> all() {
    return ALL;
  }

  /**
   * {@return the policy of a name}
   *
   * @param name such as {@code "fifo"}
   * @throws ForetellException if there is none
   */
  public static SchedulingPolicy named(String name) {
    return ALL.stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ForetellException.usage(
                    "policy "
                        + name
                        + " is unknown; write "
                        + ALL.stream()
                            .map(SchedulingPolicy::name)
                            .collect(Collectors.joining(", "))));
  }

  private record BuiltIn(
      String name, String summary, boolean byPath, @Override boolean prefersNodeOfInputs)
      implements SchedulingPolicy {
    @Override
    public double[] urgencies(Workflow workflow) {
      return byPath ? workflow.secondsToEnd() : new double[workflow.tasks()];
    }
  }
}
