package org.foretell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.engine.Simulation;
import org.foretell.failure.FailureKind;
import org.foretell.failure.FailureText;
import org.foretell.failure.ForetellException;
import org.foretell.failure.ForetellException.Kind;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.inspection.RecordedTimes;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.noise.Noise;
import org.foretell.replay.CostSplit;
import org.foretell.replay.LoneMessage;
import org.foretell.replay.RunWarnings;
import org.foretell.report.ComparisonResult;
import org.foretell.report.CostParts;
import org.foretell.report.RunResult;
import org.foretell.result.Prediction;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelChoice;
import org.foretell.setting.ModelCreation;
import org.foretell.setting.ModelRegistry;
import org.foretell.setting.SettingsCheck;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/** All that {@code sim compare} can be told. What is not set is as {@code sim compare} has it. */
public final class ComparisonSetup extends Setup<ComparisonSetup> {
  private final List<String> models = new ArrayList<>();
  private boolean withRecorded;

  ComparisonSetup() {}

  @Override
  ComparisonSetup self() {
    return this;
  }

  /**
   * Adds models; the first of all is what the others are compared with.
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
   * Adds a model that need not be installed, after those that were named before.
   *
   * @param provider goes before an installed model of the same name
   * @return this
   */
  public ComparisonSetup model(ModelProvider provider) {
    Objects.requireNonNull(provider, "provider");
    providers.add(provider);
    return models(provider.name());
  }

  /**
   * Asks for what calls took in the traced run beside what each model says, which takes one more
   * replay of each. Without a model that is named, the one is taken that a prediction would take.
   *
   * @return this
   */
  public ComparisonSetup withRecorded() {
    withRecorded = true;
    return this;
  }

  /**
   * Compares.
   *
   * @return a row for each model, in the order in which they were named
   * @throws IllegalStateException if no trace was given
   * @throws ForetellException if a setting or an input is wrong, or if no model has a prediction
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
      List<ComparisonResult.Row> rows = new ArrayList<>();
      Set<String> warnings = new LinkedHashSet<>(new RunWarnings().trace(trace).list());
      models.stream()
          .filter(name -> Collections.frequency(models, name) > 1)
          .map(name -> "model " + name + " is named more than once, and has one row")
          .forEach(warnings::add);
      if (withRecorded && !trace.source().capabilities().contains(Capability.CALL_TIMES)) {
        throw ForetellException.badInput(
            traceShown()
                + ": has no recorded times of calls to compare with; folders of Foretell's tracer"
                + " have them, and sim convert keeps them unless --no-call-times is given");
      }
      List<ModelProvider> chosen =
          usual ? List.of(usualModel(registry, machine, trace, given)) : named;
      @Nullable RuntimeException firstFailure = null;
      for (ModelProvider provider : chosen) {
        try {
          rows.add(
              compare(
                  provider, registry, set.map(MachineSetting.Chosen::content), trace, warnings));
        } catch (RuntimeException failure) {
          if (!FailureKind.isOfModel(failure)) {
            throw failure;
          }
          if (rows.isEmpty()) {
            firstFailure = failure;
          }
          rows.add(
              new ComparisonResult.Row(
                  provider.name(), null, "", FailureText.inALine(failure), null));
        }
      }
      if (firstFailure != null && rows.stream().allMatch(row -> row.parts() == null)) {
        throw allFailed(rows, firstFailure);
      }
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

  private ComparisonResult.Row compare(
      ModelProvider provider,
      ModelRegistry registry,
      Optional<MachineContent> content,
      OpenTrace trace,
      Set<String> warnings) {
    Optional<Machine> machine = content.map(MachineContent::machine);
    Scenario scenario =
        scenario(trace, ModelContent.of(provider, registry), content, compute(), Noise.NONE);
    ModelContext context = scenario.experiment().context();
    Placement places = context.placement();
    ScaledCompute bursts =
        scenario.compute().scale(trace.source(), machine.orElse(null), places, seed);
    CollectiveChoice.Choice choice =
        collectives.choose(ModelCreation.create(provider, context), context, scenario.parameters());
    Set<String> problems = new LinkedHashSet<>();
    CostParts parts =
        CostSplit.of(
            choice.model(),
            new LoneMessage(provider, context),
            one ->
                predict(
                    trace,
                    places,
                    one,
                    bursts,
                    machine.flatMap(Machine::fileSystem),
                    provider.name(),
                    problems,
                    Optional.empty()));
    Optional<RecordedTimes> recorded =
        withRecorded ? Optional.of(RecordedTimes.of(trace.source())) : Optional.empty();
    recorded.ifPresent(
        times ->
            predict(
                trace,
                places,
                choice.model(),
                bursts,
                machine.flatMap(Machine::fileSystem),
                provider.name(),
                problems,
                Optional.of(times)));
    warnings.addAll(
        new RunWarnings()
            .compute(bursts.warnings())
            .sharedNodes(scenario.compute(), trace.source(), bursts, places)
            .network(machine, provider, context)
            .unusedSettings(machine, registry, provider.name())
            .notModelled(content.map(MachineContent::loaded))
            .machine(machine)
            .list());
    warnings.addAll(problems);
    return new ComparisonResult.Row(
        provider.name(),
        parts,
        choice.profile(),
        null,
        recorded.map(RecordedTimes::comparison).orElse(null));
  }

  private long predict(
      OpenTrace trace,
      Placement places,
      CommunicationModel model,
      ComputeModel bursts,
      Optional<FileSystem> files,
      String name,
      Set<String> problems,
      Optional<RecordedTimes> recorded) {
    Simulation.Builder simulation =
        Simulation.builder()
            .trace(trace.source())
            .placement(places)
            .communication(model)
            .compute(bursts)
            .unsupported(unsupportedOps);
    files.ifPresent(simulation::fileSystem);
    recorded.ifPresent(simulation::observer);
    watch(simulation);
    Prediction prediction = simulation.build().run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw ForetellException.programStuck(
          "under model "
              + name
              + " the program does not come to its end ("
              + prediction.outcome().name().toLowerCase(Locale.ROOT)
              + "); a prediction with this model says why (in sim: sim run --model "
              + name
              + ")");
    }
    prediction.problems().forEach(problem -> problems.add(problem.message()));
    return prediction.makespanPs();
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
          "none of the models compared has a parameter \""
              + name
              + "\"; the command sim models lists them");
    }
    return chosen;
  }
}
