package org.foretell;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.energy.PowerDraw;
import org.foretell.energy.StatisticsTimes;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.jobs.JobRun;
import org.foretell.jobs.JobSimulations;
import org.foretell.machine.JobPlacements;
import org.foretell.machine.JobPolicy;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.PlacementException;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.report.RunEnergy;
import org.foretell.report.RunResult;
import org.foretell.scenario.Scenario;
import org.foretell.setting.ModelChoice;
import org.foretell.setting.PlacementChoice;
import org.foretell.time.Ps;
import org.foretell.trace.Capability;

/**
 * Replays of jobs on nodes of a machine, alone and together, for whoever decides what runs where
 * and when. Traces are opened once. For one thread.
 */
public final class JobReplays implements AutoCloseable {
  private final Settings settings;
  private final Map<Path, OpenTrace> traces = new LinkedHashMap<>();
  private final ModelChoice model;

  /**
   * A job on nodes of the machine.
   *
   * @param trace one of those that were opened
   * @param startPs when it starts, picoseconds
   * @param ranksPerNode the most ranks on a node; empty for one on each core
   * @param nodes those that it fills, in this order
   */
  public record Placed(Path trace, long startPs, OptionalInt ranksPerNode, List<Integer> nodes) {
    /** Copies the list. */
    public Placed {
      Objects.requireNonNull(trace, "trace");
      Objects.requireNonNull(ranksPerNode, "ranksPerNode");
      nodes = List.copyOf(Objects.requireNonNull(nodes, "nodes"));
    }
  }

  /**
   * How a job ended.
   *
   * @param completed whether it did
   * @param lastsPs from its start to its end
   * @param computeSeconds for how long its ranks computed, summed up, if it ran alone
   * @param waitSeconds for how long they did not, until each had finished
   * @param energy of its nodes and their share of the switches, if it ran alone on a machine that
   *     states its power
   */
  public record Ending(
      boolean completed,
      long lastsPs,
      OptionalDouble computeSeconds,
      OptionalDouble waitSeconds,
      Optional<RunEnergy> energy) {
    /** Refuses null. */
    public Ending {
      Objects.requireNonNull(computeSeconds, "computeSeconds");
      Objects.requireNonNull(waitSeconds, "waitSeconds");
      Objects.requireNonNull(energy, "energy");
    }
  }

  /** The settings of all replays. */
  interface Settings {
    /** The machine. */
    RunResult.MachineChoice machine();

    /** Opens a trace. */
    OpenTrace open(Path file);

    /** The model for traces with some features. */
    ModelChoice model(Set<Capability> features);

    /** The run of a trace, wherever its ranks are. */
    Scenario scenario(OpenTrace trace, ModelChoice model);

    /** Makes a simulation report progress and stop. */
    void watch(Simulation.Builder simulation);
  }

  /**
   * Opens traces.
   *
   * @param hasBackground whether there is traffic of others, which is no task graph
   */
  JobReplays(Settings settings, List<Path> files, boolean hasBackground) {
    this.settings = settings;
    boolean done = false;
    try {
      files.forEach(file -> traces.computeIfAbsent(file, settings::open));
      model = chosenModel(hasBackground);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private ModelChoice chosenModel(boolean hasBackground) {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    boolean graphs = false;
    boolean sequences = hasBackground;
    for (OpenTrace trace : traces.values()) {
      Set<Capability> own = trace.source().capabilities();
      all.addAll(own);
      graphs |= own.contains(Capability.TASK_GRAPHS);
      sequences |= !own.contains(Capability.TASK_GRAPHS);
    }
    if (graphs && sequences) {
      throw ForetellException.badInput(
          "task graphs (GOAL, Chakra) cannot run beside sequences of calls or background traffic;"
              + " run graphs with graphs: sim convert makes GOAL of other traces");
    }
    return settings.model(all);
  }

  /** {@return the machine with its hash} */
  public RunResult.MachineChoice machineChoice() {
    return settings.machine();
  }

  /** {@return the machine} */
  public Machine machine() {
    return settings.machine().machine();
  }

  /** {@return the name of the communication model} */
  public String model() {
    return model.provider().name();
  }

  ModelChoice modelChoice() {
    return model;
  }

  OpenTrace trace(Path file) {
    OpenTrace trace = traces.get(file);
    if (trace == null) {
      throw new IllegalArgumentException(file + " was not opened");
    }
    return trace;
  }

  /**
   * {@return the number of ranks of a trace}
   *
   * @param file one of those that were opened
   */
  public int ranks(Path file) {
    Objects.requireNonNull(file, "file");
    return trace(file).source().info().ranks();
  }

  /**
   * {@return which kinds of ops occur in a trace}
   *
   * @param file one of those that were opened
   */
  public Set<Capability> capabilities(Path file) {
    Objects.requireNonNull(file, "file");
    return trace(file).source().capabilities();
  }

  /**
   * {@return how a job runs when it has the machine to itself}
   *
   * @param job its start does not count
   * @throws ForetellException if its nodes do not hold it
   */
  public Ending alone(Placed job) {
    Objects.requireNonNull(job, "job");
    JobRun run = run(job);
    Placement places = run.scenario().orElseThrow().experiment().context().placement();
    Statistics statistics = new Statistics(places, EnumSet.noneOf(Statistics.Part.class));
    JobSimulations.End end =
        RunSetup.named(
            run.job().name(),
            () -> simulations(run).alone(run, ready -> ready.builder().observer(statistics)));
    return new Ending(
        end.isComplete(),
        end.endPs(),
        OptionalDouble.of(seconds(places.ranks(), statistics::computePs)),
        OptionalDouble.of(
            seconds(
                places.ranks(), rank -> statistics.finishPs(rank) - statistics.computePs(rank))),
        PowerDraw.of(machine(), places, 1)
            .map(draw -> draw.energy(new StatisticsTimes(statistics))));
  }

  private static double seconds(int ranks, IntToLongFunction ps) {
    return IntStream.range(0, ranks).mapToDouble(rank -> Ps.toSeconds(ps.applyAsLong(rank))).sum();
  }

  /**
   * {@return how jobs run that share the machine, in their order}
   *
   * @param jobs at least one
   * @throws ForetellException if nodes do not hold them
   */
  public List<Ending> together(List<Placed> jobs) {
    Objects.requireNonNull(jobs, "jobs");
    List<JobRun> runs = jobs.stream().map(this::run).toList();
    return together(simulations(runs.get(0)), runs, new SimObserver() {}).stream()
        .map(JobReplays::ending)
        .toList();
  }

  /** Runs jobs together, and says of what fails which jobs they were. */
  static List<JobSimulations.End> together(
      JobSimulations simulations, List<JobRun> runs, SimObserver observer) {
    String names =
        runs.stream().map(run -> run.job().name()).distinct().collect(Collectors.joining(" + "));
    return RunSetup.named(names, () -> simulations.together(runs, observer));
  }

  private static Ending ending(JobSimulations.End end) {
    return new Ending(
        end.isComplete(),
        end.endPs(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  private JobRun run(Placed job) {
    String name = String.valueOf(job.trace().getFileName());
    try {
      return run(
          job.trace(),
          job.startPs(),
          JobPlacements.of(
                  machine(),
                  List.of(
                      new JobPlacements.Wanted(
                          name, ranks(job.trace()), job.ranksPerNode(), job.nodes())),
                  JobPolicy.PACKED,
                  1,
                  0)
              .get(0));
    } catch (PlacementException e) {
      throw ForetellException.badInput(String.valueOf(e.getMessage()));
    }
  }

  /** A program in its place. */
  JobRun run(Path file, long startPs, Placement places) {
    OpenTrace trace = trace(file);
    return JobRun.program(
        trace,
        String.valueOf(file.getFileName()),
        startPs,
        settings.scenario(trace, model).withPlacement(PlacementChoice.USUAL.withGiven(places)));
  }

  /**
   * Simulations on this machine.
   *
   * @param like any of the jobs
   */
  JobSimulations simulations(JobRun like) {
    return new JobSimulations(like.scenario().orElseThrow(), settings::watch);
  }

  @Override
  public void close() {
    traces.values().forEach(OpenTrace::close);
  }
}
