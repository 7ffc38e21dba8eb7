package org.foretell.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.foretell.cli.run.RunWarnings;
import org.foretell.cli.settings.CollectiveOptions;
import org.foretell.cli.settings.ComputeOptions;
import org.foretell.cli.settings.GivenParameters;
import org.foretell.cli.settings.MachineArgument;
import org.foretell.cli.settings.ModelCreation;
import org.foretell.cli.settings.ModelRegistry;
import org.foretell.cli.settings.PlacementOptions;
import org.foretell.cli.settings.SettingsCheck;
import org.foretell.cli.settings.UnsupportedOption;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.FailureReport;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.UserException;
import org.foretell.cli.shell.VersionProvider;
import org.foretell.cli.text.Style;
import org.foretell.cli.trace.OpenTrace;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.engine.Simulation;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.result.Prediction;
import org.foretell.result.UnsupportedOps;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim compare}: one trace on one machine under several models. */
@Command(
    name = "compare",
    sortOptions = false,
    description = {
      "Replays a trace on a machine under several communication models, and says where their"
          + " predictions differ.",
      "",
      "Each predicted time is the sum of its parts. They are found by replaying with one more cost"
          + " at a time: none (computation, and who waits for whom), collectives by formula,"
          + " latency of each message, its bytes, the protocol (large messages wait for their"
          + " receiver), and all of the model, which leaves contention (messages that hinder each"
          + " other, senders and receivers that are kept busy)."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final String JAR = ".jar";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue, a machine file, or - for none.")
  private String machineArgument;

  @Parameters(index = "1", paramLabel = "TRACE", description = "A trace of any known format.")
  private Path traceFile;

  @Option(
      names = "--models",
      paramLabel = "NAME|JAR",
      split = ",",
      required = true,
      description =
          "The models to compare, and jars with models of your own: simple,loggops or"
              + " loggops,mine,mine.jar. The first is what the others are compared with.")
  private List<String> models = List.of();

  @Option(
      names = "-P",
      paramLabel = "NAME=VALUE",
      description =
          "A parameter of every model that has it: -P eagerThreshold=8KiB; or of one: -P"
              + " loggops.L=3us. May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Mixin private CollectiveOptions collectiveOptions = new CollectiveOptions();
  @Mixin private PlacementOptions placementOptions = new PlacementOptions();
  @Mixin private ComputeOptions computeOptions = new ComputeOptions();
  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private UnsupportedOption unsupportedOption = new UnsupportedOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of everything random; ${DEFAULT-VALUE} when not given.")
  private long seed = 1;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the result as JSON to a file, or to standard output with -.")
  private @Nullable String json;

  @Override
  public Integer call() throws IOException {
    UnsupportedOps unsupported = unsupportedOption.read();
    ModelRegistry registry = registry();
    GivenParameters given = new GivenParameters(parameters);
    List<ModelProvider> providers = providers(registry, given);
    Optional<LoadedMachine> loaded =
        MachineArgument.loadUnlessNone(
            machineArgument,
            new SettingsCheck(registry).ofRun(false, collectiveOptions.leftToMachine()));
    Optional<Machine> machine = loaded.map(LoadedMachine::machine);
    try (OpenTrace trace = traceOptions.open(traceFile)) {
      int ranks = trace.source().info().ranks();
      ComparisonReport report = new ComparisonReport();
      report.warn(new RunWarnings().trace(trace).list());
      for (ModelProvider provider : providers) {
        try {
          compare(provider, given, registry, machine, trace, ranks, unsupported, report);
        } catch (RuntimeException failure) {
          if (!FailureReport.isOfModel(failure)) {
            throw failure;
          }
          report.failed(provider.name(), failure);
        }
      }
      report.throwIfAllFailed();
      write(report, loaded, trace);
      return ExitCode.OK;
    }
  }

  private void compare(
      ModelProvider provider,
      GivenParameters given,
      ModelRegistry registry,
      Optional<Machine> machine,
      OpenTrace trace,
      int ranks,
      UnsupportedOps unsupported,
      ComparisonReport report)
      throws IOException {
    Placement placement = placementOptions.place(machine, provider.ranksQueue(), ranks, seed);
    ScaledCompute compute =
        computeOptions.scale(trace.source(), machine.orElse(null), placement, seed);
    ModelContext context =
        new ModelContext(
            placementOptions.machineFor(provider, machine, placement),
            placement,
            given.of(provider));
    CollectiveOptions.Choice choice =
        collectiveOptions.choose(ModelCreation.create(provider, context), context, parameters);
    Set<String> problems = new LinkedHashSet<>();
    Comparison comparison =
        Comparison.of(
            choice.model(),
            new LoneMessage(provider, context),
            one ->
                predict(
                    trace,
                    placement,
                    one,
                    compute,
                    machine.flatMap(Machine::fileSystem),
                    unsupported,
                    provider.name(),
                    problems));
    report.add(comparison, choice.profile());
    report.warn(
        new RunWarnings()
            .compute(compute.warnings())
            .unusedSettings(machine, registry, provider.name())
            .machine(machine)
            .list());
    report.warn(problems);
  }

  private static long predict(
      OpenTrace trace,
      Placement placement,
      CommunicationModel model,
      ComputeModel compute,
      Optional<FileSystem> files,
      UnsupportedOps unsupported,
      String name,
      Set<String> problems) {
    Simulation.Builder builder =
        Simulation.builder()
            .trace(trace.source())
            .placement(placement)
            .communication(model)
            .compute(compute)
            .unsupported(unsupported);
    files.ifPresent(builder::fileSystem);
    Prediction prediction = builder.build().run();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw UserException.programStuck(
          "under model "
              + name
              + " the program does not come to its end ("
              + prediction.outcome().name().toLowerCase(Locale.ROOT)
              + "); sim run --model "
              + name
              + " says why");
    }
    prediction.problems().forEach(problem -> problems.add(problem.message()));
    return prediction.makespanPs();
  }

  private ModelRegistry registry() {
    return ModelRegistry.load(models.stream().filter(m -> m.endsWith(JAR)).map(Path::of).toList());
  }

  private List<ModelProvider> providers(ModelRegistry registry, GivenParameters given) {
    List<String> names = models.stream().filter(m -> !m.endsWith(JAR)).distinct().toList();
    if (names.isEmpty()) {
      throw UserException.usage(
          "--models names no model; write for example --models simple,loggops (models of a jar"
              + " are named like all others)");
    }
    List<ModelProvider> providers = names.stream().map(registry::get).toList();
    given.refuseUnknown(registry);
    for (String name : given.unknownTo(providers)) {
      throw UserException.usage(
          "none of the models compared has a parameter \"" + name + "\"; see sim models");
    }
    return providers;
  }

  private void write(ComparisonReport report, Optional<LoadedMachine> machine, OpenTrace trace) {
    PrintWriter out = spec.commandLine().getOut();
    if (json != null) {
      byte[] bytes =
          JsonMapper.builder()
              .build()
              .writerWithDefaultPrettyPrinter()
              .writeValueAsBytes(document(report, machine, trace));
      if (json.equals(OutputFile.STANDARD_OUTPUT)) {
        out.println(new String(bytes, StandardCharsets.UTF_8));
        return;
      }
      OutputFile.write(Path.of(json), stream -> stream.write(bytes));
    }
    report.print(out, new Style(spec.commandLine().getColorScheme().ansi()));
  }

  private Map<String, Object> document(
      ComparisonReport report, Optional<LoadedMachine> machine, OpenTrace trace) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("formatVersion", 1);
    document.put("version", VersionProvider.version());
    Map<String, Object> traceFields = new LinkedHashMap<>();
    traceFields.put("name", trace.name());
    traceFields.put("sha256", trace.sha256());
    document.put("trace", traceFields);
    document.put(
        "machine",
        machine.map(m -> Map.of("name", m.machine().name(), "sha256", m.sha256())).orElse(null));
    document.put("seed", seed);
    document.put("models", report.models());
    document.put("warnings", report.warnings());
    return document;
  }
}
