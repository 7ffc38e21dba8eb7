package org.foretell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.failure.ForetellException.Kind;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.RecordedTimes;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.noise.Noise;
import org.foretell.observe.ProgressListener;
import org.foretell.question.ComparedScenario;
import org.foretell.question.Questions;
import org.foretell.replay.RunWarnings;
import org.foretell.report.ComparisonResult;
import org.foretell.report.RecordedComparison;
import org.foretell.report.RunResult;
import org.foretell.runner.Runner;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Replay;
import org.foretell.scenario.ReplayStart;
import org.foretell.scenario.Scenario;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.SettingsCheck;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** All settings of {@code sim compare}. Unset ones take its defaults. */
public final class ComparisonSetup extends Setup<ComparisonSetup> {
  private final List<String> models = new ArrayList<>();
  private boolean withRecorded;

  ComparisonSetup() {}

  @Override
  ComparisonSetup self() {
    return this;
  }

  /**
   * Adds models; the first of all is the reference for the others.
   *
   * @param names as {@code sim models} lists them
   * @return this
   */
  public ComparisonSetup models(String... names) {
    Objects.requireNonNull(names, "names");
    models.addAll(List.of(names));
    return this;
  }

  /**
   * Adds a model, which need not be installed, after those added before.
   *
   * @param provider takes precedence over an installed model of the same name
   * @return this
   */
  public ComparisonSetup model(ModelProvider provider) {
    Objects.requireNonNull(provider, "provider");
    providers.add(provider);
    return models(provider.name());
  }

  /**
   * Adds the recorded durations of calls beside the prediction of each model; this takes one more
   * replay for each. If no model is named, the default model of a prediction is used.
   *
   * @return this
   */
  public ComparisonSetup withRecorded() {
    withRecorded = true;
    return this;
  }

  /**
   * Compares the models.
   *
   * @return a row for each model, in the order in which they were added
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong, or if no model yields a prediction
   * @throws org.foretell.trace.TraceException if the trace is missing, cannot be read, or is
   *     damaged
   * @throws org.foretell.machines.file.MachineFileException if the machine file is wrong
   * @throws java.util.concurrent.CancellationException if the comparison was cancelled
   */
  public ComparisonResult run() {
    return NamedFailures.of(traceShown(), this::compare);
  }

  private ComparisonResult compare() {
    ModelRegistry registry = registry();
    GivenParameters given = new GivenParameters(parameters);
    boolean usual = withRecorded && models.isEmpty();
    List<ModelProvider> named = usual ? List.of() : chosen(registry, given);
    Optional<MachineSetting.Chosen> set =
        machineSetting.chosen(
            new SettingsCheck(registry).ofRun(false, collectives.leftToMachine()));
    Optional<RunResult.MachineChoice> machine = set.map(MachineSetting.Chosen::choice);
    placement.fileText(); // One that cannot be read is refused before any model sees it.
    try (OpenTrace trace = openTrace()) {
      Set<String> warnings = new LinkedHashSet<>(new RunWarnings().trace(trace).list());
      models.stream()
          .filter(name -> Collections.frequency(models, name) > 1)
          .map(name -> "model " + name + " is named more than once; name each model once")
          .forEach(warnings::add);
      if (withRecorded && !trace.source().capabilities().contains(Capability.CALL_TIMES)) {
        throw ForetellException.badInput(
            traceShown()
                + ": has no recorded times of calls to compare with; folders of Foretell's tracer"
                + " have them, and sim convert keeps them unless --no-call-times is given");
      }
      List<ModelProvider> chosen =
          usual ? List.of(usualModel(registry, machine, trace, given)) : named;
      List<Candidate> candidates = new ArrayList<>();
      for (ModelProvider provider : chosen) {
        candidates.add(
            candidate(provider, registry, set.map(MachineSetting.Chosen::content), trace));
      }
      List<ComparisonResult.Row> rows = rows(candidates, trace, warnings);
      return new ComparisonResult(
          Version.text(), trace.name(), trace.sha256(), machine, seed, rows, List.copyOf(warnings));
    }
  }

  private ForetellException allFailed(List<ComparisonResult.Row> rows, RuntimeException first) {
    return new ForetellException(
        FailureKind.of(first).orElse(Kind.INPUT),
        traceShown()
            + ": no model can replay the trace:"
            + rows.stream()
                .map(row -> row.model() + ": " + row.failure())
                .collect(Collectors.joining("\n  ", "\n  ", "")));
  }

  /**
   * A model that is to be compared.
   *
   * @param scenario the run under it; null if there cannot be one
   * @param collectives how they are executed
   * @param doubts about it
   * @param failure why there is no run; null if there is one
   */
  private record Candidate(
      ModelProvider provider,
      @Nullable Scenario scenario,
      String collectives,
      RunWarnings doubts,
      @Nullable RuntimeException failure) {}

  private Candidate candidate(
      ModelProvider provider,
      ModelRegistry registry,
      Optional<MachineContent> machine,
      OpenTrace trace) {
    try {
      Scenario scenario =
          scenario(trace, ModelContent.of(provider, registry), machine, compute(), Noise.NONE);
      Experiment experiment = scenario.experiment();
      ModelContext context = experiment.context();
      ScaledCompute bursts =
          scenario.compute().scale(trace.source(), context.machine(), context.placement(), seed);
      Optional<MachineContent> chosen = scenario.machine();
      RunWarnings doubts =
          new RunWarnings()
              .compute(bursts.warnings())
              .sharedNodes(scenario.compute(), trace.source(), bursts, context.placement())
              .network(chosen.map(MachineContent::machine), provider, context)
              .unusedSettings(chosen.map(MachineContent::machine), registry, provider)
              .notModelled(chosen.map(MachineContent::loaded))
              .machine(chosen.map(MachineContent::machine));
      CollectiveChoice.Choice choice = experiment.model(context);
      return new Candidate(provider, scenario, choice.profile(), doubts, null);
    } catch (RuntimeException failure) {
      if (!FailureKind.isOfModel(failure)) {
        throw failure;
      }
      return new Candidate(provider, null, "", new RunWarnings(), failure);
    }
  }

  private List<ComparisonResult.Row> rows(
      List<Candidate> candidates, OpenTrace trace, Set<String> warnings) {
    List<ComparisonResult.Row> rows = new ArrayList<>();
    @Nullable RuntimeException firstFailure = null;
    try (Runner runner = Runner.builder().cancelWhen(this::isCancelled).build()) {
      runner.borrow(trace);
      List<Scenario> scenarios = new ArrayList<>();
      for (Candidate candidate : candidates) {
        if (candidate.scenario() != null) {
          scenarios.add(candidate.scenario());
        }
      }
      Iterator<ComparedScenario> compared =
          runner
              .ask(Questions.comparison(scenarios, oneByOne(progress()), progressOps()))
              .iterator();
      for (Candidate candidate : candidates) {
        try {
          if (candidate.failure() != null) {
            throw candidate.failure();
          }
          ComparedScenario found = compared.next();
          rows.add(
              new ComparisonResult.Row(
                  candidate.provider().name(),
                  found.parts(),
                  candidate.collectives(),
                  null,
                  withRecorded ? runner.run(new RecordedRun(found.scenario())) : null));
          warnings.addAll(candidate.doubts().list());
          warnings.addAll(found.problems());
        } catch (RuntimeException failure) {
          if (!FailureKind.isOfModel(failure)) {
            throw failure;
          }
          if (rows.isEmpty()) {
            firstFailure = failure;
          }
          rows.add(
              new ComparisonResult.Row(
                  candidate.provider().name(), null, "", FailureText.inALine(failure), null));
        }
      }
    }
    if (firstFailure != null && rows.stream().allMatch(row -> row.parts() == null)) {
      throw allFailed(rows, firstFailure);
    }
    return rows;
  }

  /** The run that is laid beside the traced one. */
  private record RecordedRun(Scenario scenario) implements Replay<RecordedComparison> {
    @Override
    public Optional<String> variant() {
      return Optional.empty();
    }

    @Override
    public RecordedComparison replay(ReplayStart start) {
      RecordedTimes times = RecordedTimes.of(start.trace());
      start.run(start.ready().builder().observer(times));
      return times.comparison();
    }
  }

  /**
   * Passes on progress from one replay at a time: replays run at once, but the listener need not
   * know.
   */
  private static ProgressListener oneByOne(ProgressListener listener) {
    Object turn = new Object();
    return (timePs, operations, all) -> {
      synchronized (turn) {
        listener.progress(timePs, operations, all);
      }
    };
  }

  private static ModelProvider usualModel(
      ModelRegistry registry,
      Optional<RunResult.MachineChoice> machine,
      OpenTrace trace,
      GivenParameters given) {
    given.refuseUnknown(registry);
    return ModelChoice.of(
            registry,
            null,
            machine.map(RunResult.MachineChoice::machine),
            trace.source().capabilities())
        .provider();
  }

  private List<ModelProvider> chosen(ModelRegistry registry, GivenParameters given) {
    if (models.isEmpty()) {
      throw ForetellException.usage(
          "no model is named; name for example simple and loggops (in sim: --models"
              + " simple,loggops; models of a jar are named like all others)");
    }
    List<ModelProvider> chosen = models.stream().distinct().map(registry::get).toList();
    given.refuseUnknown(registry);
    for (String name : given.unknownTo(chosen)) {
      throw ForetellException.usage(
          "none of the compared models has a parameter \""
              + name
              + "\"; the command sim models lists them");
    }
    return chosen;
  }
}
