package org.foretell.workflow.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.foretell.report.DocumentText;
import org.jspecify.annotations.Nullable;

/**
 * How long a workflow takes on a machine, and where the time goes. With replications it describes
 * the run of median makespan.
 *
 * @param formatVersion of the JSON
 * @param version of Foretell
 * @param workflow its name
 * @param instances how many instances of it ran
 * @param tasks of all instances
 * @param dependencies of all instances
 * @param machine name of the machine
 * @param model name of the communication model
 * @param policy name of the scheduling policy
 * @param workers how many
 * @param workersPerNode how many on each node
 * @param nodes how many these need
 * @param seed of the first replication
 * @param makespanSeconds until the last worker has stopped, of the described run
 * @param replications what several runs with different random numbers say; null for one run
 * @param sequentialSeconds the mean durations of all tasks one after the other, as stated: not
 *     scaled to the machine's cores
 * @param longestChainSeconds the longest chain of tasks by their mean durations as stated; if these
 *     are not scaled, no number of workers is faster on average
 * @param nodeHours nodes times makespan
 * @param energy of the nodes, of the described run; null unless the machine states their power
 * @param failures of nodes, in the described run; null unless they were simulated
 * @param busyShare the share of the workers' time in which they had a task, 0 to 1
 * @param coresBusyShare the share of the time of all cores of the nodes in which tasks occupied
 *     them
 * @param coresWaitingShare the share of the same time in which the master, or a worker without a
 *     task, waited on them
 * @param stages in the order of the file
 * @param path the critical path
 * @param widths for how long how many workers had a task
 * @param timeline the described run over time
 * @param givenUp tasks that the master gave up after their last retry
 * @param neverRun tasks that never ran since they depend on one of those
 * @param recordedSeconds makespan that the file recorded; null if it recorded none
 * @param scaled whether durations follow the speed of the machine's cores
 * @param warnings for people, one sentence each
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowResult(
    int formatVersion,
    String version,
    String workflow,
    int instances,
    int tasks,
    int dependencies,
    String machine,
    String model,
    String policy,
    int workers,
    int workersPerNode,
    int nodes,
    long seed,
    double makespanSeconds,
    @Nullable Replicated replications,
    double sequentialSeconds,
    double longestChainSeconds,
    double nodeHours,
    @Nullable WorkflowEnergy energy,
    @Nullable WorkflowFailures failures,
    double busyShare,
    double coresBusyShare,
    double coresWaitingShare,
    List<StageReport> stages,
    PathReport path,
    List<Width> widths,
    WorkflowTimeline timeline,
    int givenUp,
    int neverRun,
    @Nullable Double recordedSeconds,
    boolean scaled,
    List<String> warnings) {
  /** Version of the JSON. */
  public static final int FORMAT_VERSION = 1;

  /**
   * Time with a number of busy workers.
   *
   * @param workers that had a task
   * @param seconds for how long
   */
  public record Width(int workers, double seconds) {}

  /**
   * Several runs with different random numbers.
   *
   * @param count how many
   * @param meanSeconds mean makespan
   * @param lowSeconds lower end of the 95 % confidence interval of the mean
   * @param highSeconds upper end
   * @param leastSeconds shortest makespan
   * @param mostSeconds longest makespan
   * @param meanNodeHours mean of nodes times makespan
   * @param nodeHoursPlusMinus half of the 95 % confidence interval of that mean
   * @param meanFailures mean number of failures; null unless they were simulated
   * @param meanLostSeconds mean time of workers that they lost; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Replicated(
      int count,
      double meanSeconds,
      double lowSeconds,
      double highSeconds,
      double leastSeconds,
      double mostSeconds,
      double meanNodeHours,
      double nodeHoursPlusMinus,
      @Nullable Double meanFailures,
      @Nullable Double meanLostSeconds) {}

  /** Copies the lists. */
  public WorkflowResult {
    stages = List.copyOf(stages);
    widths = List.copyOf(widths);
    warnings = List.copyOf(warnings);
  }

  /**
   * Writes the result as JSON.
   *
   * @param out stays open
   * @throws IOException if that cannot be written to
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(this, out);
  }
}
