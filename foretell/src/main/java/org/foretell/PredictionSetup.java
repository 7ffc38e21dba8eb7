package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCount;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.Replications;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.replay.Experiment;
import org.foretell.replay.ExperimentSettings;
import org.foretell.replay.IntervalChoice;
import org.foretell.replay.IntervalRuns;
import org.foretell.replay.LeadsOnly;
import org.foretell.replay.ReplicationChoice;
import org.foretell.replay.RunWarnings;
import org.foretell.report.PredictionInterval;
import org.foretell.report.RunResult;
import org.foretell.report.RunStatistics;
import org.foretell.report.RunsListener;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.NoiseChoice;
import org.foretell.setting.SettingsCheck;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** All that {@code sim run} can be told. What is not set is as {@code sim run} has it. */
public final class PredictionSetup extends Setup<PredictionSetup> {
  private final NoiseChoice noise = new NoiseChoice();
  private final IntervalChoice interval = new IntervalChoice();
  private final ReplicationChoice replications = new ReplicationChoice();
  private final List<SimObserver> observers = new ArrayList<>();
  private @Nullable String modelName;
  private boolean matrix = true;
  private boolean leads;
  private RunsListener runs = (done, total) -> {};
  private RunsListener intervalRuns = (done, total) -> {};

  PredictionSetup() {}

  @Override
  PredictionSetup self() {
    return this;
  }

  /**
   * The communication model; null for the one that fits machine and trace, {@link
   * RunResult#modelReason()} then says why.
   *
   * @param name as {@code sim models} lists it
   * @return this
   */
  public PredictionSetup model(@Nullable String name) {
    modelName = name;
    return this;
  }

  /**
   * The communication model, which need not be installed. It takes the place of any that was set
   * before, since a prediction has one model.
   *
   * @param provider goes before an installed model of the same name
   * @return this
   */
  public PredictionSetup model(ModelProvider provider) {
    providers.clear();
    providers.add(provider);
    return model(provider.name());
  }

  /**
   * Multiplies each burst by a random factor, {@code "lognormal:5%"}; null for none.
   *
   * @param factor a distribution of mean 1 and its coefficient of variation
   * @return this
   */
  public PredictionSetup computeNoise(@Nullable String factor) {
    noise.compute(factor);
    return this;
  }

  /**
   * Delays each message between nodes at random, {@code "exponential:2us"}; null for none.
   *
   * @param delay a distribution with its mean and coefficient of variation
   * @return this
   */
  public PredictionSetup networkNoise(@Nullable String delay) {
    noise.network(delay);
    return this;
  }

  /**
   * Interrupts each core as recorded in a file; null for not.
   *
   * @param file lines of a start and a duration in nanoseconds
   * @param together whether all cores are interrupted at the same time
   * @return this
   */
  public PredictionSetup noiseTrace(@Nullable Path file, boolean together) {
    noise.trace(file);
    noise.together(together);
    return this;
  }

  /**
   * Noise that a program made, in place of the three settings for it.
   *
   * @param given what varies; a part that is null does not
   * @return this
   */
  public PredictionSetup noise(Noise given) {
    noise.given(given);
    return this;
  }

  /**
   * Runs several times with different random numbers; the result is of a median run.
   *
   * @param count null for one run without statistics over runs
   * @return this
   */
  public PredictionSetup replications(@Nullable Integer count) {
    replications.count(count);
    return this;
  }

  /**
   * How many replications run at once; null for as many as there are cores.
   *
   * @param count at least 1
   * @return this
   */
  public PredictionSetup threads(@Nullable Integer count) {
    replications.threads(count);
    return this;
  }

  /**
   * Whether messages are counted for each pair of ranks, {@link RunStatistics#matrix()}; they are
   * by default.
   *
   * @param wanted false saves about 40 bytes for each pair of ranks that exchange messages
   * @return this
   */
  public PredictionSetup matrix(boolean wanted) {
    matrix = wanted;
    return this;
  }

  /**
   * Whether to find the interval that bounds of the machine's figures and other models allow around
   * the prediction, {@link RunResult#interval()}. It takes some twenty replays, on all cores at
   * once, which no observer hears of. By default it is found for traces of at most 250,000 ops.
   * Random runs and replications have none, nor has a run without a machine.
   *
   * @param wanted null for the default
   * @return this
   */
  public PredictionSetup interval(@Nullable Boolean wanted) {
    interval.wanted(wanted);
    return this;
  }

  /**
   * Adds an observer of the run that the result is of; called by the thread that runs.
   *
   * @param observer must not be used by another run at the same time
   * @return this
   */
  public PredictionSetup observer(SimObserver observer) {
    observers.add(observer);
    return this;
  }

  /**
   * Asks to hear how many replications are done.
   *
   * @param listener called by any of the threads that replay
   * @return this
   */
  public PredictionSetup replicationProgress(RunsListener listener) {
    runs = listener;
    return this;
  }

  /**
   * Asks to hear how many replays for the interval are done. How many there are to be grows when
   * the first ones show that more are needed.
   *
   * @param listener called by any of the threads that replay
   * @return this
   */
  public PredictionSetup intervalProgress(RunsListener listener) {
    intervalRuns = listener;
    return this;
  }

  /**
   * Says whether to simulate only leads, two ranks of each kind, where that takes as long as the
   * whole (docs/clustering.md has the error). It is for models {@code simple} and {@code loggops},
   * a node for each rank, collectives by formula, and traces whose ranks are of few kinds; all else
   * is refused.
   *
   * @param only true for leads only
   * @return this
   */
  public PredictionSetup leads(boolean only) {
    leads = only;
    return this;
  }

  /**
   * Predicts.
   *
   * @return what was predicted, with all that it rests on; a deadlock is a result, not a failure
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws org.foretell.result.InputException if the trace holds ops that are refused
   * @throws org.foretell.model.ParameterException if what the machine says to the model is wrong
   * @throws CancellationException if the run was cancelled
   */
  public RunResult run() {
    try {
      return NamedFailures.of(traceShown(), this::predict);
    } catch (TimeOverflowException tooLong) {
      throw ForetellException.badInput(
          traceShown()
              + ": "
              + tooLong.getMessage()
              + "; look for durations, sizes and parameters that cannot be, and for their units (of"
              + " GOAL schedules: the time unit)");
    }
  }

  private RunResult predict() {
    ModelRegistry registry = registry();
    Optional<MachineSetting.Chosen> chosen =
        machineSetting.chosen(
            new SettingsCheck(registry).ofRun(modelName == null, collectives.leftToMachine()));
    Optional<Machine> machine = chosen.map(c -> c.choice().machine());
    if (modelName != null) {
      registry.get(modelName);
    }
    GivenParameters given = new GivenParameters(parameters);
    given.refuseUnknown(registry);
    boolean replicated = replications.wanted();
    Noise chosenNoise = noise.read();
    ExperimentSettings settings =
        new ExperimentSettings(
            placement, given, collectives, parameters, compute, chosenNoise, unsupportedOps, seed);
    if (leads && (replicated || interval.isAskedFor())) {
      throw ForetellException.usage("leads alone have no replications, and no interval");
    }
    try (OpenTrace opened = openTrace()) {
      Optional<LeadsOnly> only = leads ? Optional.of(new LeadsOnly(opened)) : Optional.empty();
      OpenTrace trace = only.map(LeadsOnly::trace).orElse(opened);
      ModelChoice model =
          ModelChoice.of(registry, modelName, machine, trace.source().capabilities());
      ModelProvider provider = model.provider();
      Experiment experiment = settings.experiment(provider, machine, trace.source().info().ranks());
      ModelContext context = experiment.context();
      Placement places = context.placement();
      Optional<Replications> all =
          replicated
              ? Optional.of(replications.run(experiment, trace, seed, this::heedCancellation, runs))
              : Optional.empty();
      long shownSeed = all.map(r -> r.seed(r.representative())).orElse(seed);
      Experiment.Ready ready = experiment.simulation(trace.source(), shownSeed);
      Statistics statistics = new Statistics(places, parts());
      only.ifPresent(
          each -> {
            Experiment whole =
                settings.experiment(provider, machine, opened.source().info().ranks());
            each.check(provider.name(), experiment, whole, machine);
            ready.builder().communication(each.model(ready.model()));
          });
      Simulation.Builder simulation = ready.builder().observer(statistics);
      observers.forEach(simulation::observer);
      watch(simulation);
      Prediction prediction = simulation.build().run();
      RunStatistics shown = new RunStatistics(statistics);
      RunWarnings warnings =
          new RunWarnings()
              .trace(trace)
              .compute(ready.compute().warnings())
              .randomness(experiment, trace.source(), replicated);
      boolean mayHaveInterval =
          !leads
              && chosen.isPresent()
              && prediction.outcome() == Prediction.Outcome.COMPLETED
              && !replicated
              && !experiment.isRandom(trace.source());
      Optional<PredictionInterval> around = Optional.empty();
      if (mayHaveInterval && interval.isWanted(prediction.operations())) {
        IntervalRuns more =
            new IntervalRuns(
                settings,
                registry,
                trace,
                chosen.get().choice().machine(),
                chosen.get().figures(),
                experiment,
                prediction.makespanPs(),
                this::heedCancellation,
                intervalRuns);
        around = more.find();
        around.flatMap(found -> more.disagreement(found, shown)).ifPresent(warnings::disagreement);
      } else if (!mayHaveInterval && !leads) {
        warnings.interval(interval, chosen.isPresent());
      }
      return new RunResult(
          Version.text(),
          summary(trace, prediction),
          chosen.map(MachineSetting.Chosen::choice),
          places,
          provider.name(),
          model.reason(),
          provider.effectiveParameters(context),
          ready.collectives(),
          compute.describe(ready.compute(), trace.source(), places),
          chosenNoise.described(),
          shownSeed,
          all,
          around,
          mayHaveInterval && interval.isTooLong(prediction.operations()),
          prediction,
          shown,
          warnings
              .hotSpot(ready.model(), statistics)
              .steered(statistics)
              .unusedParameters(provider, given, context)
              .unusedCollectiveSettings(parameters, ready.model())
              .unusedSettings(machine, registry, provider.name())
              .machine(machine)
              .list());
    }
  }

  private static TraceSummary summary(OpenTrace trace, Prediction prediction) {
    Set<Capability> capabilities = trace.source().capabilities();
    boolean stopped =
        prediction.outcome() != Prediction.Outcome.COMPLETED
            && capabilities.contains(Capability.TASK_GRAPHS);
    return summary(
        trace,
        stopped
            ? OptionalLong.of(TraceCount.of(trace.source()).operations())
            : OptionalLong.empty());
  }

  private Set<Statistics.Part> parts() {
    Set<Statistics.Part> parts = EnumSet.allOf(Statistics.Part.class);
    if (!matrix) {
      parts.remove(Statistics.Part.MATRIX);
    }
    return parts;
  }
}
