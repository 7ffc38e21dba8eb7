package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.jobs.BackgroundChoice;
import org.foretell.jobs.JobRun;
import org.foretell.jobs.JobSimulations;
import org.foretell.jobs.JobsEnergy;
import org.foretell.jobs.PlacedBackground;
import org.foretell.jobs.SharedPlaces;
import org.foretell.jobs.WorstNeighbours;
import org.foretell.machine.JobPlacements;
import org.foretell.machine.JobPolicy;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machine.PlacementException;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.replay.LinkWatch;
import org.foretell.replay.RunWarnings;
import org.foretell.report.JobsResult;
import org.foretell.report.RunResult;
import org.foretell.report.RunsListener;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.ModelChoice;
import org.foretell.time.Ps;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * Predicts how long several jobs take that run on one machine at the same time, and how much they
 * slow each other down. All settings of a prediction apply to each job; the placement of ranks does
 * not, since jobs fill their nodes one after the other.
 *
 * <p>Runs each job alone, where it also runs with the others, then all of them together, and, if
 * there are three or more, each pair: the time of {@code n (n + 3) / 2} replays.
 */
public final class JobsSetup extends RunSetup<JobsSetup> {
  private static final long PAIRS_UP_TO = 16;

  private final List<Wanted> jobs = new ArrayList<>();
  private JobPolicy policy = JobPolicy.PACKED;
  private int group = 1;
  private @Nullable BackgroundChoice background;
  private RunsListener runs = (done, total) -> {};

  private record Wanted(Path trace, long startPs, List<Integer> nodes) {
    String name() {
      return trace.getFileName() == null ? trace.toString() : trace.getFileName().toString();
    }
  }

  JobsSetup() {}

  @Override
  JobsSetup self() {
    return this;
  }

  /**
   * Adds a job.
   *
   * @param trace a file or folder of any known format
   * @param startPs when it starts, picoseconds, at least 0
   * @return this
   */
  public JobsSetup job(Path trace, long startPs) {
    return job(trace, startPs, List.of());
  }

  /**
   * Adds a job on certain nodes.
   *
   * @param trace a file or folder of any known format
   * @param startPs when it starts, picoseconds, at least 0
   * @param nodes those that it fills, in this order, from 0; empty to leave the choice to the
   *     policy
   * @return this
   */
  public JobsSetup job(Path trace, long startPs, List<Integer> nodes) {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(nodes, "nodes");
    if (startPs < 0) {
      throw ForetellException.usage("a job cannot start before time 0");
    }
    jobs.add(new Wanted(trace, startPs, List.copyOf(nodes)));
    return this;
  }

  /**
   * Sets which nodes the jobs get that name none; packed by default.
   *
   * @param how the policy
   * @param nodesTogether for {@link JobPolicy#RANDOM}: groups of so many nodes stay together
   * @return this
   */
  public JobsSetup jobPlacement(JobPolicy how, int nodesTogether) {
    policy = Objects.requireNonNull(how, "how");
    group = nodesTogether;
    return this;
  }

  /**
   * Adds traffic of others, which lasts until all jobs have ended. Its ranks are placed as one more
   * job, with one rank on a node.
   *
   * @param traffic {@code "uniform:30%"}, {@code "permutation:50%:16"}, {@code "incast:10%"}: to
   *     whom, the share of the bandwidth of a node's interfaces that each node offers, and on how
   *     many nodes (by default as many as all jobs have); null for none
   * @return this
   */
  public JobsSetup background(@Nullable String traffic) {
    background = traffic == null ? null : BackgroundChoice.parse(traffic);
    return this;
  }

  /**
   * Reports how many replays are done.
   *
   * @param listener called by the thread that runs them
   * @return this
   */
  public JobsSetup runsProgress(RunsListener listener) {
    runs = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Predicts the runs.
   *
   * @return the times of all jobs; a job that gets stuck is a result, not a failure
   * @throws IllegalStateException if no job was added
   * @throws ForetellException if a setting or an input is wrong, or the machine is too small
   * @throws org.foretell.trace.TraceException if a trace is missing, cannot be read, or is damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if a trace holds unsupported ops
   * @throws org.foretell.model.ParameterException if the machine gives the model a wrong parameter
   * @throws java.util.concurrent.CancellationException if the run was cancelled
   */
  public JobsResult run() {
    if (jobs.isEmpty()) {
      throw new IllegalStateException("no job was added: call job(..) before run()");
    }
    try (JobReplays replays =
        new JobReplays(
            new PlannedJobs(), jobs.stream().map(Wanted::trace).toList(), background != null)) {
      return new Together(replays).result();
    }
  }

  /**
   * Opens traces for replays that a program asks for one by one, such as a simulated queue of jobs.
   * Jobs, their placement and background of this setup do not count.
   *
   * @param traces files or folders of any known format, at least one
   * @return the replays, which the caller closes
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if a trace is missing, cannot be read, or is damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   */
  public JobReplays replays(List<Path> traces) {
    Objects.requireNonNull(traces, "traces");
    return new JobReplays(new PlannedJobs(), traces, false);
  }

  /** One run of this setup. */
  private final class Together {
    private final JobReplays replays;
    private final Machine machine;
    private final List<JobRun> programs = new ArrayList<>();
    private final SharedPlaces shared;
    private final JobsEnergy energy;
    private final Optional<PlacedBackground> others;
    private final JobSimulations simulations;
    private final List<JobSimulations.End> alone = new ArrayList<>();
    private final long planned;
    private long done;

    Together(JobReplays replays) {
      this.replays = replays;
      machine = replays.machine();
      List<Placement> places = places();
      for (int i = 0; i < jobs.size(); i++) {
        programs.add(replays.run(jobs.get(i).trace(), jobs.get(i).startPs(), places.get(i)));
      }
      others =
          Optional.ofNullable(background)
              .map(choice -> new PlacedBackground(choice, machine, places.get(jobs.size())));
      shared = new SharedPlaces(programs.size());
      energy = new JobsEnergy(machine, programs, coresPerRank());
      simulations = replays.simulations(programs.get(0));
      long pairs = hasPairs() ? (long) programs.size() * (programs.size() - 1) / 2 : 0;
      planned = programs.size() + pairs + 1;
    }

    private boolean hasPairs() {
      return jobs.size() > 2 && jobs.size() <= PAIRS_UP_TO;
    }

    /** Those of the jobs, and, if there is any, of the background last. */
    private List<Placement> places() {
      OptionalInt perNode =
          placement.ranksPerNode() == null
              ? OptionalInt.empty()
              : OptionalInt.of(placement.ranksPerNode());
      List<JobPlacements.Wanted> wanted = new ArrayList<>();
      for (Wanted job : jobs) {
        wanted.add(
            new JobPlacements.Wanted(job.name(), replays.ranks(job.trace()), perNode, job.nodes()));
      }
      try {
        if (background == null) {
          return JobPlacements.of(machine, wanted, policy, group, seed);
        }
        int nodes = background.nodes().orElseGet(() -> Math.max(2, nodesOf(wanted)));
        wanted.add(new JobPlacements.Wanted("background", nodes, OptionalInt.of(1), List.of()));
        return JobPlacements.of(machine, wanted, policy, group, seed);
      } catch (PlacementException e) {
        throw ForetellException.badInput(String.valueOf(e.getMessage()));
      }
    }

    private int nodesOf(List<JobPlacements.Wanted> wanted) {
      return JobPlacements.of(machine, wanted, policy, group, seed).stream()
          .mapToInt(Placement::nodesUsed)
          .sum();
    }

    JobsResult result() {
      for (int i = 0; i < programs.size(); i++) {
        alone.add(alone(i));
        step();
      }
      WorstNeighbours worst = neighbours();
      List<JobRun> all = new ArrayList<>(programs);
      others.ifPresent(traffic -> all.add(traffic.run(firstStartPs(), jobsPs(), seed)));
      Statistics statistics =
          new Statistics(JobsEnergy.places(all), EnumSet.noneOf(Statistics.Part.class));
      List<JobSimulations.End> together = JobReplays.together(simulations, all, statistics);
      step();
      List<JobsResult.JobEntry> entries = new ArrayList<>();
      for (int i = 0; i < programs.size(); i++) {
        JobRun run = programs.get(i);
        entries.add(
            new JobsResult.JobEntry(
                run.job().name(),
                replays.trace(jobs.get(i).trace()).sha256(),
                run.job().ranks(),
                run.places().nodesUsed(),
                run.job().startPs(),
                alone.get(i).endPs(),
                together.get(i).endPs(),
                alone.get(i).isComplete() && together.get(i).isComplete(),
                worst.of(i)));
      }
      Experiment experiment = programs.get(0).scenario().orElseThrow().experiment();
      return new JobsResult(
          Version.text(),
          replays.machineChoice(),
          replays.model(),
          replays.modelChoice().reason(),
          experiment.model(experiment.context()).described(),
          placementShown(),
          others.map(PlacedBackground::described),
          seed,
          entries,
          energy.of(statistics, together.subList(0, programs.size())),
          shared.meetings(),
          warnings());
    }

    private String placementShown() {
      int first = (int) jobs.stream().takeWhile(job -> !job.nodes().isEmpty()).count();
      return programs.get(first % jobs.size()).places().description();
    }

    private void step() {
      done++;
      runs.runs(done, planned);
    }

    private JobSimulations.End alone(int index) {
      JobRun run = programs.get(index);
      Experiment experiment = run.scenario().orElseThrow().experiment();
      LinkWatch[] links = new LinkWatch[1];
      JobSimulations.End end =
          named(
              run.job().name(),
              () ->
                  simulations.alone(
                      run,
                      ready -> {
                        links[0] = new LinkWatch(experiment, ready);
                        ready.builder().observer(shared.interfaces(index, run.places()));
                      }));
      links[0].loads(end.endPs()).ifPresent(loads -> shared.links(index, loads));
      return end;
    }

    private WorstNeighbours neighbours() {
      WorstNeighbours worst = new WorstNeighbours(programs.size());
      if (!hasPairs()) {
        return worst;
      }
      for (int first = 0; first < programs.size(); first++) {
        for (int second = first + 1; second < programs.size(); second++) {
          JobRun one = programs.get(first);
          JobRun other = programs.get(second);
          List<JobSimulations.End> pair =
              JobReplays.together(simulations, List.of(one, other), new SimObserver() {});
          step();
          worst.add(first, other.job().name(), pair.get(0), alone.get(first));
          worst.add(second, one.job().name(), pair.get(1), alone.get(second));
        }
      }
      return worst;
    }

    private long firstStartPs() {
      return jobs.stream().mapToLong(Wanted::startPs).min().orElse(0);
    }

    /** From the first start, the longest that all jobs can take, as far as runs alone say. */
    private long jobsPs() {
      long latestPs = jobs.stream().mapToLong(Wanted::startPs).max().orElse(0);
      return alone.stream()
          .mapToLong(JobSimulations.End::endPs)
          .reduce(latestPs - firstStartPs(), Ps::plus);
    }

    private List<String> warnings() {
      RunWarnings all = new RunWarnings();
      for (int i = 0; i < programs.size(); i++) {
        Experiment experiment = programs.get(i).scenario().orElseThrow().experiment();
        OpenTrace trace = replays.trace(jobs.get(i).trace());
        all.trace(trace).compute(experiment.simulation(trace.source(), seed).compute().warnings());
      }
      Experiment first = programs.get(0).scenario().orElseThrow().experiment();
      return all
          .network(Optional.of(machine), replays.modelChoice().provider(), first.context())
          .machine(Optional.of(machine))
          .list()
          .stream()
          .distinct()
          .toList();
    }
  }

  /** The settings of this setup, read once. */
  private final class PlannedJobs implements JobReplays.Settings {
    private final Plan plan = plan();
    private final MachineSetting.Chosen chosen =
        plan.chosen()
            .orElseThrow(
                () ->
                    ForetellException.usage(
                        "jobs need a machine to run on; name one instead of -"));

    @Override
    public RunResult.MachineChoice machine() {
      return chosen.choice();
    }

    @Override
    public OpenTrace open(Path file) {
      return openTrace(file);
    }

    @Override
    public ModelChoice model(Set<Capability> features) {
      return modelChoice(plan, Optional.of(chosen.choice().machine()), features);
    }

    @Override
    public Scenario scenario(OpenTrace trace, ModelChoice model) {
      return JobsSetup.this.scenario(
          trace,
          ModelContent.of(model.provider(), plan.registry()),
          Optional.of(chosen.content()),
          plan.compute(),
          plan.noise());
    }

    @Override
    public void watch(Simulation.Builder simulation) {
      JobsSetup.this.watch(simulation);
    }
  }
}
