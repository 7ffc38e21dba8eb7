package org.foretell.workflow;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.Version;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.result.Prediction;
import org.foretell.result.UnsupportedOps;
import org.foretell.scenario.Scenario;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.jspecify.annotations.Nullable;
import umontreal.ssj.stat.Tally;

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
  private static final double CONFIDENCE = 0.95;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final long USUAL_BYTES = 1024;
  private static final MathContext DIGITS = new MathContext(6);

  private final List<Consumer<PredictionSetup>> settings = new ArrayList<>();
  private @Nullable Workflow workflow;
  private int instances = 1;
  private Optional<String> coreSpeed = Optional.empty();
  private WorkflowTrace.Messages messages = new WorkflowTrace.Messages(USUAL_BYTES, USUAL_BYTES, 0);
  private int workers = 1;
  private int perNode = 1;
  private long nodeMemoryBytes = Long.MAX_VALUE;
  private SchedulingPolicy policy = SchedulingPolicies.CRITICAL_PATH;
  private long seed = 1;
  private int replications = 1;
  private @Nullable Double recordedSeconds;

  /** Creates settings with one worker, the critical path first, and seed 1. */
  public WorkflowSetup() {}

  private WorkflowSetup set(Consumer<PredictionSetup> setting) {
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
   * Sets what runs: a pipeline.
   *
   * @param pipeline its stages, messages and the speed of cores that its durations hold for
   * @param count number of instances, at least 1
   * @return this
   * @throws ForetellException if it has too many tasks
   */
  public WorkflowSetup pipeline(Pipeline pipeline, int count) {
    workflow = pipeline.workflow(count);
    instances = count;
    coreSpeed = pipeline.coreSpeed();
    messages =
        new WorkflowTrace.Messages(pipeline.taskBytes(), pipeline.resultBytes(), messages.dealPs());
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
    messages = new WorkflowTrace.Messages(taskBytes, resultBytes, messages.dealPs());
    return this;
  }

  /**
   * Sets the master's own time for each task that it deals out, before it sends the message; 0 by
   * default. Workflow managers of batch systems take seconds.
   *
   * @param ps picoseconds, at least 0
   * @return this
   */
  public WorkflowSetup dealPs(long ps) {
    if (ps < 0) {
      throw ForetellException.usage(
          "the master's time " + ps + " ps is out of range; write 0 or more");
    }
    messages = new WorkflowTrace.Messages(messages.taskBytes(), messages.resultBytes(), ps);
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
   * Sets how many runs with different random numbers are made; 1 by default. Run {@code i} has seed
   * {@code seed + i}.
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
    return run(workers);
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
    if (!(seconds > 0)) {
      throw ForetellException.usage(
          "deadline " + seconds + " s is out of range; write a time above 0");
    }
    Workflow tasks = tasks();
    Machine machine = machine();
    long most = Math.min(machine.nodes(), (tasks.tasks() - 1L) / perNode + 1);
    long first = least(tasks, seconds);
    double best = Double.POSITIVE_INFINITY;
    for (long nodes = first; nodes <= most; nodes++) {
      WorkflowResult result = run((int) (nodes * perNode));
      double slowest =
          result.replications() == null
              ? result.makespanSeconds()
              : result.replications().mostSeconds();
      if (slowest <= seconds) {
        return result;
      }
      best = Math.min(best, slowest);
    }
    String within = tasks.name() + " does not end within " + shown(seconds) + " s";
    throw ForetellException.badInput(
        best < Double.POSITIVE_INFINITY
            ? "%s on 1 to %,d nodes; the fastest of them takes %s s, and its longest chain of tasks %s s"
                .formatted(within, most, shown(best), shown(longestChain(tasks)))
            : "%s: its tasks take %s s in all, more than the workers of %,d nodes have until then"
                .formatted(within, shown(tasks.totalSeconds()), most));
  }

  private static String shown(double seconds) {
    return new BigDecimal(seconds).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Nodes below which not even busy workers do all in time; 1 unless all durations are known. */
  private long least(Workflow tasks, double seconds) {
    if (coreSpeed.isPresent()) {
      return 1;
    }
    for (int task = 0; task < tasks.tasks(); task++) {
      if (!tasks.kind(task).time().isFixed()) {
        return 1;
      }
    }
    double workersNeeded = Math.ceil(tasks.totalSeconds() / seconds * (1 - 1e-9));
    return Math.max(1, (long) Math.ceil(workersNeeded / perNode));
  }

  private Workflow tasks() {
    if (workflow == null) {
      throw new IllegalStateException("no workflow was given: call pipeline(..) before run()");
    }
    return workflow;
  }

  private static double longestChain(Workflow tasks) {
    double longest = 0;
    for (double seconds : tasks.secondsToEnd()) {
      longest = Math.max(longest, seconds);
    }
    return longest;
  }

  private PredictionSetup prediction(int ranks, boolean usesFiles) {
    PredictionSetup setup = Foretell.prediction();
    settings.forEach(setting -> setting.accept(setup));
    coreSpeed.ifPresent(setup::tracedCoreSpeed);
    return setup.trace(likeness(ranks, usesFiles), tasks().name()).seed(seed);
  }

  /** What the choice of a model looks at: the kinds of calls. */
  private MemoryTrace likeness(int ranks, boolean usesFiles) {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(ranks));
      for (int kind = 0; kind < Math.min(2, ranks); kind++) {
        sink.beginProgram(kind == 0 ? RankSet.of(0) : RankSet.range(1, ranks - 1));
        for (OpView op : WorkflowTrace.likeness(kind, usesFiles, coreSpeed.isPresent())) {
          sink.op(op);
        }
        sink.endProgram();
      }
      sink.end();
      return sink.build();
    }
  }

  private Machine machine() {
    return machine(prediction(1, false).scenario());
  }

  private static Machine machine(Scenario scenario) {
    return scenario
        .machine()
        .orElseThrow(
            () ->
                ForetellException.usage(
                    "a workflow needs a machine; name one of the catalogue or a machine file"))
        .machine();
  }

  private WorkflowResult run(int count) {
    Workflow tasks = tasks();
    Machine machine = machine();
    WorkerPlaces places = new WorkerPlaces(count, perNode, machine, nodeMemoryBytes);
    places.check(tasks);
    boolean usesFiles = false;
    boolean usesMemory = false;
    for (int task = 0; task < tasks.tasks(); task++) {
      usesFiles |= tasks.kind(task).usesFiles();
      usesMemory |= tasks.kind(task).memoryBytes() > 0;
    }
    if (usesMemory && nodeMemoryBytes == Long.MAX_VALUE) {
      throw ForetellException.usage(
          "tasks state their memory, but the memory of a node is unknown; set node memory");
    }
    Scenario scenario = prediction(count + 1, usesFiles).placement(places.placement()).scenario();
    List<RunSummary> runs = new ArrayList<>();
    for (int i = 0; i < replications; i++) {
      runs.add(simulate(scenario, places, usesFiles, seed + i));
    }
    return result(tasks, scenario, places, runs);
  }

  private RunSummary simulate(
      Scenario scenario, WorkerPlaces places, boolean usesFiles, long ownSeed) {
    Workflow tasks = tasks();
    Dispatcher dispatcher = new Dispatcher(tasks, policy, places, new Draws(ownSeed));
    WorkflowTrace trace =
        new WorkflowTrace(dispatcher, messages, places.workers(), coreSpeed.isPresent(), usesFiles);
    Prediction prediction =
        scenario
            .experiment()
            .simulation(trace, ownSeed)
            .builder()
            .observer(trace.observer())
            .build()
            .run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new IllegalStateException("a workflow ended as " + prediction.outcome());
    }
    return RunSummary.of(tasks, dispatcher, places.workers(), prediction.makespanPs());
  }

  private WorkflowResult result(
      Workflow tasks, Scenario scenario, WorkerPlaces places, List<RunSummary> runs) {
    List<RunSummary> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingDouble(RunSummary::makespanSeconds));
    RunSummary median = sorted.get((sorted.size() - 1) / 2);
    double makespan = median.makespanSeconds();
    return new WorkflowResult(
        WorkflowResult.FORMAT_VERSION,
        Version.text(),
        tasks.name(),
        instances,
        tasks.tasks(),
        tasks.dependencies(),
        places.machine().name(),
        scenario.model().provider().name(),
        policy.name(),
        places.workers(),
        perNode,
        places.nodes(),
        seed,
        makespan,
        replications == 1 ? null : replicated(runs),
        tasks.totalSeconds(),
        longestChain(tasks),
        places.nodes() * makespan / SECONDS_PER_HOUR,
        makespan > 0 ? median.busySeconds() / (makespan * places.workers()) : 0,
        median.stages(),
        median.path(),
        median.widths(),
        median.givenUp(),
        median.neverRun(),
        recordedSeconds,
        coreSpeed.isPresent(),
        warnings(tasks, median));
  }

  private static WorkflowResult.Replicated replicated(List<RunSummary> runs) {
    Tally tally = new Tally();
    runs.forEach(run -> tally.add(run.makespanSeconds()));
    double[] centre = new double[2];
    tally.confidenceIntervalStudent(CONFIDENCE, centre);
    return new WorkflowResult.Replicated(
        runs.size(),
        centre[0],
        centre[0] - centre[1],
        centre[0] + centre[1],
        tally.min(),
        tally.max());
  }

  private List<String> warnings(Workflow tasks, RunSummary median) {
    List<String> warnings = new ArrayList<>();
    if (median.givenUp() > 0) {
      warnings.add(
          "%,d tasks were given up after their last retry, and %,d tasks that depend on them never ran: the makespan is that of the rest"
              .formatted(median.givenUp(), median.neverRun()));
    }
    boolean isRandom = false;
    for (int task = 0; task < tasks.tasks() && !isRandom; task++) {
      TaskKind kind = tasks.kind(task);
      isRandom = !kind.time().isFixed() || kind.failureProbability() > 0;
    }
    if (isRandom && replications == 1) {
      warnings.add("durations or checks are random, and this is one run: replications show more");
    }
    if (!isRandom && replications > 1) {
      warnings.add("nothing is random, so all replications are the same");
    }
    return warnings;
  }
}
