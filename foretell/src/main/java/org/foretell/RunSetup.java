package org.foretell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.foretell.energy.PowerDraw;
import org.foretell.engine.Simulation;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.TraceCount;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.ModelProvider;
import org.foretell.models.noise.Noise;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.question.IntervalQuestion;
import org.foretell.replay.Disagreement;
import org.foretell.replay.RunWarnings;
import org.foretell.replay.WholeRun;
import org.foretell.report.PredictionInterval;
import org.foretell.report.RunResult;
import org.foretell.report.RunStatistics;
import org.foretell.report.RunsListener;
import org.foretell.report.TraceSummary;
import org.foretell.result.Prediction;
import org.foretell.runner.Runner;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.NoiseChoice;
import org.foretell.setting.SettingsCheck;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * Settings shared by predictions, explanations and classifications: the model, the noise and the
 * observers.
 *
 * @param <S> the kind of setup, which every setting returns
 */
public abstract class RunSetup<S extends RunSetup<S>> extends Setup<S> {
  private NoiseChoice noise = NoiseChoice.NONE;
  private final List<BiFunction<TraceTables, Placement, SimObserver>> observers = new ArrayList<>();
  private @Nullable String modelName;
  private int coresPerRank = 1;

  RunSetup() {}

  /**
   * Sets the communication model; null to choose by machine and trace, with the reason in {@link
   * RunResult#modelReason()}.
   *
   * @param name as {@code sim models} lists it
   * @return this
   */
  public S model(@Nullable String name) {
    modelName = name;
    return self();
  }

  /**
   * Sets the communication model, which need not be installed. It replaces any model set before,
   * since a prediction has one model.
   *
   * @param provider takes precedence over an installed model of the same name
   * @return this
   */
  public S model(ModelProvider provider) {
    Objects.requireNonNull(provider, "provider");
    providers.clear();
    providers.add(provider);
    return model(provider.name());
  }

  /**
   * Takes the machine, the model, its parameters and the execution of collectives from a scenario,
   * so that what {@link Scenario#with} changed there counts here. Its trace, the places of its
   * ranks and all else do not count.
   *
   * @param scenario on a machine
   * @return this
   * @throws java.util.NoSuchElementException if the scenario has no machine
   */
  public S settingsOf(Scenario scenario) {
    Objects.requireNonNull(scenario, "scenario");
    machine(scenario.machine().orElseThrow().loaded());
    parameters.clear();
    parameters.putAll(scenario.parameters());
    collectives = scenario.collectives();
    return model(scenario.model().provider().name());
  }

  /**
   * Multiplies each burst by a random factor, {@code "lognormal:5%"}; null for none.
   *
   * @param factor a distribution of mean 1 and its coefficient of variation
   * @return this
   */
  public S computeNoise(@Nullable String factor) {
    noise = noise.withCompute(factor);
    return self();
  }

  /**
   * Delays each message between nodes at random, {@code "exponential:2us"}; null for none.
   *
   * @param delay a distribution with its mean and coefficient of variation
   * @return this
   */
  public S networkNoise(@Nullable String delay) {
    noise = noise.withNetwork(delay);
    return self();
  }

  /**
   * Interrupts each core as recorded in a file; null for no interruptions.
   *
   * @param file lines of a start and a duration in nanoseconds
   * @param together whether all cores are interrupted at the same time
   * @return this
   */
  public S noiseTrace(@Nullable Path file, boolean together) {
    noise = noise.withTrace(file, together);
    return self();
  }

  /**
   * Sets a noise object in place of the three settings above.
   *
   * @param given the noise; a part that is null does not vary
   * @return this
   */
  public S noise(Noise given) {
    Objects.requireNonNull(given, "given");
    noise = noise.withGiven(given);
    return self();
  }

  /**
   * Sets how many cores a rank keeps busy while it computes, such as those of its threads; 1 by
   * default. It changes the energy of a run, {@link RunResult#energy()}, and no time.
   *
   * @param cores at least 1
   * @return this
   */
  public S coresPerRank(int cores) {
    if (cores < 1) {
      throw ForetellException.usage("a rank needs at least 1 core, but " + cores + " were given");
    }
    coresPerRank = cores;
    return self();
  }

  /**
   * Adds an observer of the run that the result describes; the running thread calls it.
   *
   * @param observer must not be used by another run at the same time
   * @return this
   */
  public S observer(SimObserver observer) {
    Objects.requireNonNull(observer, "observer");
    return observer((tables, places) -> observer);
  }

  /**
   * Adds an observer that is created once the trace is open: for observers that need names, or the
   * nodes of ranks.
   *
   * @param maker called before the run that the result describes, with the names in the trace and
   *     the nodes of its ranks
   * @return this
   */
  public S observer(BiFunction<TraceTables, Placement, SimObserver> maker) {
    Objects.requireNonNull(maker, "maker");
    observers.add(maker);
    return self();
  }

  /** Reads the settings and reports their errors. */
  final Plan plan() {
    ModelRegistry registry = registry();
    Optional<MachineSetting.Chosen> chosen =
        machineSetting.chosen(
            new SettingsCheck(registry).ofRun(modelName == null, collectives.leftToMachine()));
    if (modelName != null) {
      registry.get(modelName);
    }
    GivenParameters given = new GivenParameters(parameters);
    given.refuseUnknown(registry);
    Noise read = noise.read();
    return new Plan(registry, chosen, given, read, compute());
  }

  /**
   * Returns this run as a value: two scenarios with equal hashes give the same prediction, and
   * {@link Scenario#with(org.foretell.scenario.Change...)} varies one. This opens the trace.
   *
   * @return trace, machine, model, places, computation, collectives, noise and seed
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   */
  public Scenario scenario() {
    return named(
        () -> {
          Plan plan = plan();
          try (OpenTrace trace = openTrace()) {
            return planned(plan, trace).scenario();
          }
        });
  }

  /** Chooses the model for a trace. */
  final Planned planned(Plan plan, OpenTrace trace) {
    var machine = plan.chosen().map(c -> c.choice().machine());
    ModelChoice model = modelChoice(plan, machine, trace.source().capabilities());
    Planned planned =
        new Planned(
            plan,
            trace,
            model,
            scenario(
                trace,
                ModelContent.of(model.provider(), plan.registry()),
                plan.chosen().map(MachineSetting.Chosen::content),
                plan.compute(),
                plan.noise()));
    planned.experiment(); // What is wrong with it is said now.
    return planned;
  }

  /** The model that was named, or the usual one of a machine for traces with some features. */
  final ModelChoice modelChoice(Plan plan, Optional<Machine> machine, Set<Capability> features) {
    return ModelChoice.of(plan.registry(), modelName, machine, features);
  }

  /** A simulation that calls the observers. */
  final Simulation.Builder watched(Planned run, Experiment.Ready ready, Statistics statistics) {
    Simulation.Builder simulation = ready.builder().observer(statistics);
    observe(run, run.trace().source().tables(), simulation);
    watch(simulation);
    return simulation;
  }

  /** Adds the observers that were asked for. */
  final void observe(Planned run, TraceTables tables, Simulation.Builder simulation) {
    Placement places = run.experiment().context().placement();
    observers.forEach(maker -> simulation.observer(maker.apply(tables, places)));
  }

  /** The interval; if models disagree much, why they do becomes a warning. */
  final Optional<PredictionInterval> around(
      Planned planned,
      Prediction prediction,
      RunStatistics statistics,
      RunWarnings warnings,
      RunsListener listener) {
    Scenario scenario = planned.scenario();
    ModelRegistry registry = planned.plan().registry();
    try (Runner runner = Runner.builder().cancelWhen(this::isCancelled).build()) {
      Set<Capability> capabilities = planned.trace().source().capabilities();
      runner.borrow(planned.trace());
      Optional<PredictionInterval> around =
          runner.ask(
              new IntervalQuestion(
                  scenario,
                  registry,
                  capabilities,
                  prediction.makespanPs(),
                  WholeRun.extrapolationError(planned.trace().source())),
              listener);
      long before = runner.runs();
      around
          .flatMap(
              found ->
                  runner.ask(
                      new Disagreement(scenario, registry, found, statistics),
                      (done, all) -> listener.runs(before + done, before + all)))
          .ifPresent(warnings::disagreement);
      return around;
    }
  }

  /**
   * The report of a run.
   *
   * @param warnings those of this run so far
   */
  final RunResult result(Planned run, Done done, RunWarnings warnings) {
    Optional<PowerDraw> draw = draw(run);
    if (coresPerRank > 1 && draw.isEmpty()) {
      warnings.idleCores();
    }
    return new RunReport(run, parameters, draw)
        .of(summary(run.trace(), done.prediction()), done, warnings);
  }

  /** How many cores a rank keeps busy. */
  final int coresPerRank() {
    return coresPerRank;
  }

  /** The power of the nodes of a run; empty without a machine that states it. */
  final Optional<PowerDraw> draw(Planned run) {
    return run.plan()
        .chosen()
        .flatMap(
            chosen ->
                PowerDraw.of(
                    chosen.choice().machine(),
                    run.experiment().context().placement(),
                    coresPerRank));
  }

  /** Does it, and says of what fails which trace it was about. */
  final <R> R named(Supplier<R> work) {
    return named(traceShown(), work);
  }

  /** Does it, and says of what fails which trace, of those of several jobs, it was about. */
  static <R> R named(String trace, Supplier<R> work) {
    try {
      return NamedFailures.of(trace, work::get);
    } catch (TimeOverflowException tooLong) {
      throw ForetellException.badInput(
          trace
              + ": "
              + tooLong.getMessage()
              + "; check durations, sizes and parameters and their units (of GOAL schedules: the"
              + " time unit)");
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
}
