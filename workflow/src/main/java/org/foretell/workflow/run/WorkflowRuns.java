package org.foretell.workflow.run;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.foretell.Foretell;
import org.foretell.PredictionSetup;
import org.foretell.RunSetup;
import org.foretell.Version;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.models.noise.Replications;
import org.foretell.result.Prediction;
import org.foretell.result.UnsupportedOps;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.Scenario;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.failure.NodeFailures;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicy;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a workflow, as {@link WorkflowSetup} was set.
 *
 * @param tasks what runs; its MPI programs were replayed
 * @param instances how many instances it holds
 * @param coreSpeed of the cores that durations hold for; empty for any
 * @param costs what it costs to deal out a task
 * @param perNode workers on each node
 * @param nodeMemoryBytes of each node
 * @param policy which task is dealt out first
 * @param failures of nodes; empty for none
 * @param seed of the first replication
 * @param replications how many
 * @param recordedSeconds recorded makespan; null for none
 * @param settings machine and model
 */
public record WorkflowRuns(
    Workflow tasks,
    int instances,
    Optional<String> coreSpeed,
    DealCosts costs,
    int perNode,
    long nodeMemoryBytes,
    SchedulingPolicy policy,
    Optional<NodeFailures> failures,
    long seed,
    int replications,
    @Nullable Double recordedSeconds,
    List<Consumer<RunSetup<?>>> settings) {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final MathContext DIGITS = new MathContext(6);

  /**
   * What a search for the fewest nodes found.
   *
   * @param enough the runs with these nodes; empty if no number is enough
   * @param most nodes that were tried
   * @param bestSeconds the shortest slowest replication of those that were tried, infinite if none
   */
  private record Search(Optional<WorkflowResult> enough, long most, double bestSeconds) {}

  /**
   * The fewest nodes for a deadline; empty if no number is enough.
   *
   * @throws ForetellException if a setting or an input is wrong
   */
  public Optional<WorkflowResult> findFewestNodes(double seconds) {
    return search(seconds).enough;
  }

  /**
   * The fewest nodes for a deadline.
   *
   * @throws ForetellException if no number is enough, or a setting or an input is wrong
   */
  public WorkflowResult fewestNodes(double seconds) {
    Search search = search(seconds);
    return search.enough.orElseThrow(() -> tooLong(seconds, search));
  }

  private Search search(double seconds) {
    if (!(seconds > 0)) {
      throw ForetellException.usage(
          "deadline " + seconds + " s is out of range; write a time above 0");
    }
    Machine machine = machine();
    long most = Math.min(machine.nodes(), most());
    long first = least(seconds);
    double best = Double.POSITIVE_INFINITY;
    for (long nodes = first; nodes <= most; nodes++) {
      WorkflowResult result = run((int) (nodes * perNode));
      double slowest =
          result.replications() == null
              ? result.makespanSeconds()
              : result.replications().mostSeconds();
      if (slowest <= seconds) {
        return new Search(Optional.of(result), most, slowest);
      }
      best = Math.min(best, slowest);
    }
    return new Search(Optional.empty(), most, best);
  }

  private ForetellException tooLong(double seconds, Search search) {
    String within = tasks.name() + " does not end within " + shown(seconds) + " s";
    return ForetellException.badInput(
        search.bestSeconds < Double.POSITIVE_INFINITY
            ? "%s on 1 to %,d nodes; the fastest of them takes %s s, and its longest chain of tasks %s s"
                .formatted(within, search.most, shown(search.bestSeconds), shown(longestChain()))
            : "%s: its tasks take %s s in all, more than the workers of %,d nodes have until then"
                .formatted(within, shown(tasks.totalSeconds()), search.most));
  }

  private static String shown(double seconds) {
    return new BigDecimal(seconds).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Nodes above which more change nothing: each task has a worker, or a node, of its own. */
  private long most() {
    long nodes = 0;
    boolean sharesNodes = true;
    for (int task = 0; task < tasks.tasks(); task++) {
      TaskKind kind = tasks.kind(task);
      nodes += kind.nodes();
      sharesNodes &= kind.nodes() == 1 && kind.cores() == 1 && kind.memoryBytes() == 0;
    }
    return sharesNodes ? (nodes - 1) / perNode + 1 : nodes;
  }

  /**
   * Nodes below which not even busy workers do all in time, or a task does not fit; durations count
   * only if all are known.
   */
  private long least(double seconds) {
    long widest = 1;
    double workerSeconds = 0;
    boolean isFixed = coreSpeed.isEmpty();
    for (int task = 0; task < tasks.tasks(); task++) {
      TaskKind kind = tasks.kind(task);
      widest = Math.max(widest, kind.nodes());
      workerSeconds += kind.nodes() * kind.time().meanSeconds();
      isFixed &= kind.time().isFixed();
    }
    double workersNeeded = isFixed ? Math.ceil(workerSeconds / seconds * (1 - 1e-9)) : 1;
    return Math.max(widest, (long) Math.ceil(workersNeeded / perNode));
  }

  private double longestChain() {
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
    return setup.trace(likeness(ranks, usesFiles), tasks.name()).seed(seed);
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

  /**
   * All replications with a number of workers.
   *
   * @throws ForetellException if a setting or an input is wrong
   */
  public WorkflowResult run(int count) {
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
          "tasks state their memory, but the memory of a node is unknown; set node memory (in sim:"
              + " --node-memory)");
    }
    Scenario scenario = prediction(count + 1, usesFiles).placement(places.placement()).scenario();
    if (usesFiles
        && machine.fileSystem().isEmpty()
        && scenario.unsupported() == UnsupportedOps.REFUSE) {
      throw ForetellException.badInput(
          ("tasks read or write files, but machine %s describes no file system; add \"fileSystem\""
               + " to its file (docs/machine-format.md), or let files take no time: set unsupported"
               + " to pass (in sim: --unsupported pass)")
              .formatted(machine.name()));
    }
    Simulations simulations = new Simulations(scenario, places, usesFiles);
    if (replications == 1) {
      Run run = simulations.run(seed);
      return result(scenario, places, run, null);
    }
    List<RunSummary> runs = new ArrayList<>();
    for (int i = 0; i < replications; i++) {
      runs.add(simulations.run(Replications.seedOf(seed, i)).summary());
    }
    // The attempts of all runs would take too much memory: those of the median are made again.
    SeveralRuns all = new SeveralRuns(runs, places.nodes());
    return result(
        scenario,
        places,
        simulations.run(Replications.seedOf(seed, all.median())),
        all.replicated());
  }

  /**
   * A run.
   *
   * @param summary what it comes to
   * @param times what happened when
   */
  private record Run(RunSummary summary, Timelines times) {}

  /** Runs that differ in their random numbers. */
  private final class Simulations {
    private final Scenario scenario;
    private final WorkerPlaces places;
    private final boolean usesFiles;

    Simulations(Scenario scenario, WorkerPlaces places, boolean usesFiles) {
      this.scenario = scenario;
      this.places = places;
      this.usesFiles = usesFiles;
    }

    Run run(long ownSeed) {
      Dispatcher dispatcher =
          new Dispatcher(
              tasks,
              policy,
              places,
              new Draws(ownSeed),
              failures.map(rates -> new FailureClock(rates, ownSeed)));
      WorkflowTrace trace =
          new WorkflowTrace(dispatcher, costs, places.workers(), coreSpeed.isPresent(), usesFiles);
      Experiment.Ready ready = scenario.experiment().simulation(trace, ownSeed);
      trace.bursts(ready.bursts());
      Prediction prediction = ready.builder().observer(trace.observer()).build().run();
      if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
        throw new IllegalStateException("a workflow ended as " + prediction.outcome());
      }
      long endPs = trace.endPs(prediction.makespanPs());
      return new Run(
          RunSummary.of(tasks, dispatcher, places, endPs),
          new Timelines(tasks, dispatcher.attempts(), places.workers(), endPs));
    }
  }

  private WorkflowResult result(
      Scenario scenario, WorkerPlaces places, Run shown, WorkflowResult.@Nullable Replicated all) {
    RunSummary median = shown.summary();
    Optional<WorkflowPower> power = WorkflowPower.of(places);
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
        all,
        tasks.totalSeconds(),
        longestChain(),
        places.nodes() * makespan / SECONDS_PER_HOUR,
        power.map(draw -> draw.energy(median, instances)).orElse(null),
        median.failures().orElse(null),
        makespan > 0 ? median.busySeconds() / (makespan * places.workers()) : 0,
        makespan > 0 ? median.busyCoreSeconds() / (makespan * places.cores()) : 0,
        waitingShare(median, places),
        median.stages(),
        median.path(),
        median.widths(),
        shown.times().of(power),
        median.givenUp(),
        median.neverRun(),
        recordedSeconds,
        coreSpeed.isPresent(),
        warnings(median));
  }

  private static double waitingShare(RunSummary run, WorkerPlaces places) {
    double all = run.makespanSeconds() * places.cores();
    return all > 0 ? run.waitingCoreSeconds(places.workers(), places.cores()) / all : 0;
  }

  private List<String> warnings(RunSummary median) {
    List<String> warnings = new ArrayList<>();
    if (median.givenUp() > 0) {
      warnings.add(
          "tasks that were given up after their last retry: %,d; tasks that never ran, since they depend on those: %,d; the makespan is that of the rest"
              .formatted(median.givenUp(), median.neverRun()));
    }
    boolean isRandom = false;
    for (int task = 0; task < tasks.tasks() && !isRandom; task++) {
      TaskKind kind = tasks.kind(task);
      isRandom = !kind.time().isFixed() || kind.failureProbability() > 0 || failures.isPresent();
    }
    if (isRandom && replications == 1) {
      warnings.add(
          "durations, checks or failures are random, and this is one run: replications show more");
    }
    if (!isRandom && replications > 1) {
      warnings.add("nothing is random, so all replications are the same");
    }
    return warnings;
  }
}
