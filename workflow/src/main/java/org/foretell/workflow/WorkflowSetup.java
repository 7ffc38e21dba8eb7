package org.foretell.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.foretell.RunSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.result.UnsupportedOps;
import org.foretell.scenario.Scenario;
import org.foretell.workflow.failure.NodeFailures;
import org.foretell.workflow.pipeline.Pipeline;
import org.foretell.workflow.recorded.WfInstance;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.run.DealCosts;
import org.foretell.workflow.run.ReplayedPrograms;
import org.foretell.workflow.run.WorkflowRuns;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.foretell.workflow.schedule.SchedulingPolicy;
import org.foretell.workflow.task.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * Settings of {@code sim workflow}. A machine and a pipeline or a workflow are required.
 *
 * <pre>{@code
 * WorkflowResult result =
 *     new WorkflowSetup()
 *         .machine("arc")
 *         .pipeline(PipelineFile.read(Path.of("somatic.json")), 10)
 *         .workers(80, 4)
 *         .run();
 * }</pre>
 *
 * <p>For one thread.
 */
public final class WorkflowSetup {
  private static final long USUAL_BYTES = 1024;

  private final List<Consumer<RunSetup<?>>> settings = new ArrayList<>();
  private @Nullable Workflow workflow;
  private int instances = 1;
  private Optional<String> coreSpeed = Optional.empty();
  private DealCosts costs = new DealCosts(USUAL_BYTES, USUAL_BYTES, 0);
  private int workers = 1;
  private int perNode = 1;
  private long nodeMemoryBytes = Long.MAX_VALUE;
  private SchedulingPolicy policy = SchedulingPolicies.CRITICAL_PATH;
  private Optional<NodeFailures> failures = Optional.empty();
  private long seed = 1;
  private int replications = 1;
  private @Nullable Double recordedSeconds;

  /** Creates settings with one worker, the critical path first, and seed 1. */
  public WorkflowSetup() {}

  private WorkflowSetup set(Consumer<RunSetup<?>> setting) {
    settings.add(setting);
    return this;
  }

  /**
   * Sets the machine.
   *
   * @param nameOrFile a name of the catalogue, or the path of a machine file
   * @return this
   */
  public WorkflowSetup machine(String nameOrFile) {
    Objects.requireNonNull(nameOrFile, "nameOrFile");
    return set(setup -> setup.machine(nameOrFile));
  }

  /**
   * Sets a machine that a program created.
   *
   * @param described with {@link Machine#builder}
   * @return this
   */
  public WorkflowSetup machine(Machine described) {
    Objects.requireNonNull(described, "described");
    return set(setup -> setup.machine(described));
  }

  /**
   * Takes the machine, the model, its parameters and the execution of collectives from a scenario.
   *
   * @param scenario on a machine
   * @return this
   */
  public WorkflowSetup settingsOf(Scenario scenario) {
    Objects.requireNonNull(scenario, "scenario");
    return set(setup -> setup.settingsOf(scenario));
  }

  /**
   * Changes figures of the machine file, as {@code --set} does.
   *
   * @param values value by path
   * @return this
   */
  public WorkflowSetup set(Map<String, String> values) {
    Map<String, String> copy = Map.copyOf(values);
    return set(setup -> setup.set(copy));
  }

  /**
   * Sets parameters of the model, as {@code -P} does.
   *
   * @param values value by name
   * @return this
   */
  public WorkflowSetup parameters(Map<String, String> values) {
    Map<String, String> copy = Map.copyOf(values);
    return set(setup -> setup.parameters(copy));
  }

  /**
   * Sets the communication model.
   *
   * @param name as {@code sim models} lists it; null for the default of the machine
   * @return this
   */
  public WorkflowSetup model(@Nullable String name) {
    return set(setup -> setup.model(name));
  }

  /**
   * Sets the treatment of files on a machine without a file system; refused by default.
   *
   * @param treatment whether they are refused, or take no time
   * @return this
   */
  public WorkflowSetup unsupported(UnsupportedOps treatment) {
    Objects.requireNonNull(treatment, "treatment");
    return set(setup -> setup.unsupported(treatment));
  }

  /**
   * Sets what runs: a pipeline, with its messages, the master's time for each task, and the speed
   * of the cores that its durations hold for.
   *
   * @param pipeline its stages over lists
   * @param count number of instances, at least 1
   * @return this
   * @throws ForetellException if it has too many tasks
   */
  public WorkflowSetup pipeline(Pipeline pipeline, int count) {
    workflow = pipeline.workflow(count);
    instances = count;
    coreSpeed = pipeline.coreSpeed();
    costs = new DealCosts(pipeline.taskBytes(), pipeline.resultBytes(), pipeline.dealPs());
    return this;
  }

  /**
   * Sets what runs: tasks that a program created. Their durations hold for the simulated machine.
   *
   * @param tasks with their dependencies
   * @return this
   */
  public WorkflowSetup workflow(Workflow tasks) {
    workflow = Objects.requireNonNull(tasks, "tasks");
    return this;
  }

  /**
   * Sets what runs: a workflow that was recorded. Its makespan is shown beside the simulated one.
   *
   * @param instance with the recorded durations of its tasks
   * @return this
   */
  public WorkflowSetup recorded(WfInstance instance) {
    workflow = instance.workflow();
    instance.makespanSeconds().ifPresent(this::recordedSeconds);
    return this;
  }

  /**
   * Sets the makespan that the result shows beside its own.
   *
   * @param seconds as recorded when the workflow ran
   * @return this
   */
  public WorkflowSetup recordedSeconds(double seconds) {
    recordedSeconds = seconds;
    return this;
  }

  /**
   * Sets the sizes of messages; 1 KiB by default.
   *
   * @param taskBytes with which the master deals out a task, at least 0
   * @param resultBytes with which a worker reports, at least 0
   * @return this
   */
  public WorkflowSetup messages(long taskBytes, long resultBytes) {
    if (taskBytes < 0 || resultBytes < 0) {
      throw ForetellException.usage("a message has a negative size; write 0 bytes or more");
    }
    costs = new DealCosts(taskBytes, resultBytes, costs.dealPs());
    return this;
  }

  /**
   * Sets the master's own time for each task that it deals out, before it sends the message; 0 by
   * default, or that of the pipeline. Workflow managers of batch systems take seconds.
   *
   * @param ps picoseconds, at least 0
   * @return this
   */
  public WorkflowSetup dealPs(long ps) {
    if (ps < 0) {
      throw ForetellException.usage(
          "the master's time " + ps + " ps is out of range; write 0 or more");
    }
    costs = new DealCosts(costs.taskBytes(), costs.resultBytes(), ps);
    return this;
  }

  /**
   * Sets the workers.
   *
   * @param count at least 1
   * @param onEachNode at least 1, at most the cores of a node
   * @return this
   */
  public WorkflowSetup workers(int count, int onEachNode) {
    workers = count;
    perNode = onEachNode;
    return this;
  }

  /**
   * Sets the memory of a node that tasks can use; unlimited by default, which is refused if a task
   * states its memory.
   *
   * @param bytes at least 1
   * @return this
   */
  public WorkflowSetup nodeMemory(long bytes) {
    if (bytes < 1) {
      throw ForetellException.usage("node memory " + bytes + " is out of range; write 1 or more");
    }
    nodeMemoryBytes = bytes;
    return this;
  }

  /**
   * Sets in which order tasks are dealt out; critical path first by default.
   *
   * @param chosen one of {@link SchedulingPolicies}, or another
   * @return this
   */
  public WorkflowSetup policy(SchedulingPolicy chosen) {
    policy = Objects.requireNonNull(chosen, "chosen");
    return this;
  }

  /**
   * Lets nodes and the network fail; nothing fails by default. A failure of a node ends the tasks
   * on it; one of the master's node, or of the network, ends all that run. The master deals them
   * out again when what failed is there again, and they go on from their last checkpoint. Finished
   * tasks are not lost.
   *
   * @param rates how often; null for never
   * @return this
   */
  public WorkflowSetup failures(@Nullable NodeFailures rates) {
    failures = Optional.ofNullable(rates);
    return this;
  }

  /**
   * Sets the seed of all random numbers; 1 by default.
   *
   * @param value any
   * @return this
   */
  public WorkflowSetup seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Sets how many runs with different random numbers are made; 1 by default. Their seeds are
   * derived from the seed, as those of {@code sim run --replications} are.
   *
   * @param count at least 1
   * @return this
   */
  public WorkflowSetup replications(int count) {
    if (count < 1) {
      throw ForetellException.usage("replications " + count + " is out of range; write 1 or more");
    }
    replications = count;
    return this;
  }

  /**
   * Simulates the workflow.
   *
   * @return the result
   * @throws IllegalStateException if no pipeline or workflow was given
   * @throws ForetellException if a setting or an input is wrong
   */
  public WorkflowResult run() {
    return runs().run(workers);
  }

  /**
   * Finds the fewest nodes with which every replication ends by a deadline. It tries one number
   * after the other from the least that the work and the deadline allow: fewer workers can be
   * faster, so no number is left out.
   *
   * @param seconds the deadline, above 0
   * @return the result with these nodes, all of them full of workers
   * @throws IllegalStateException if no pipeline or workflow was given
   * @throws ForetellException if no number of nodes is enough, or a setting or an input is wrong
   */
  public WorkflowResult fewestNodes(double seconds) {
    return runs().fewestNodes(seconds);
  }

  /**
   * Finds the fewest nodes as {@link #fewestNodes} does.
   *
   * @param seconds the deadline, above 0
   * @return the result with these nodes; empty if no number of nodes is enough
   * @throws IllegalStateException if no pipeline or workflow was given
   * @throws ForetellException if a setting or an input is wrong
   */
  public Optional<WorkflowResult> findFewestNodes(double seconds) {
    return runs().findFewestNodes(seconds);
  }

  private WorkflowRuns runs() {
    if (workflow == null) {
      throw new IllegalStateException("no workflow was given: call pipeline(..) before run()");
    }
    return new WorkflowRuns(
        new ReplayedPrograms(settings).known(workflow),
        instances,
        coreSpeed,
        costs,
        perNode,
        nodeMemoryBytes,
        policy,
        failures,
        seed,
        replications,
        recordedSeconds,
        settings);
  }
}
