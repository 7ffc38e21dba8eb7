package org.foretell.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.foretell.cli.report.RunCsv;
import org.foretell.cli.report.RunDocument;
import org.foretell.cli.report.RunResult;
import org.foretell.cli.report.RunText;
import org.foretell.cli.settings.CollectiveOptions;
import org.foretell.cli.settings.ComputeOptions;
import org.foretell.cli.settings.GivenParameters;
import org.foretell.cli.settings.MachineArgument;
import org.foretell.cli.settings.ModelJars;
import org.foretell.cli.settings.ModelRegistry;
import org.foretell.cli.settings.NoiseOptions;
import org.foretell.cli.settings.PlacementOptions;
import org.foretell.cli.settings.SettingsCheck;
import org.foretell.cli.settings.UnsupportedOption;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.UserException;
import org.foretell.cli.shell.VersionProvider;
import org.foretell.cli.text.Style;
import org.foretell.cli.trace.OpenTrace;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.noise.Noise;
import org.foretell.models.noise.Replications;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.result.UnsupportedOps;
import org.foretell.time.TimeOverflowException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim run}: the main job. */
@Command(
    name = "run",
    sortOptions = false,
    description =
        "Replays a trace on a machine and says how long it takes and where the time goes.")
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue (sim machines list), a machine file, or - for none.")
  private String machineArgument;

  @Parameters(index = "1", paramLabel = "TRACE", description = "A trace of any known format.")
  private Path traceFile;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "The communication model (sim models); when not given, the one that the machine asks for,"
              + " else "
              + ModelRegistry.DEFAULT
              + ".")
  private @Nullable String modelName;

  @Option(
      names = "-P",
      paramLabel = "NAME=VALUE",
      description =
          "A parameter of the model, with its unit: -P L=3us or -P loggops.L=3us. May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Mixin private ModelJars modelJars = new ModelJars();
  @Mixin private CollectiveOptions collectiveOptions = new CollectiveOptions();
  @Mixin private PlacementOptions placementOptions = new PlacementOptions();
  @Mixin private ComputeOptions computeOptions = new ComputeOptions();
  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private NoiseOptions noiseOptions = new NoiseOptions();
  @Mixin private ReplicationOptions replicationOptions = new ReplicationOptions();
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

  @Option(
      names = "--csv",
      paramLabel = "DIR",
      description = "Write the tables, communication matrix included, as CSV files into a folder.")
  private @Nullable Path csv;

  @Option(
      names = "--messages",
      paramLabel = "FILE",
      description =
          "Write when each message was sent and when it was complete, as CSV (large); with - to"
              + " standard output, and the report then to standard error.")
  private @Nullable Path messages;

  @Override
  public Integer call() throws IOException {
    checkOutputs();
    UnsupportedOps unsupportedOps = unsupportedOption.read();
    ModelRegistry registry = modelJars.load();
    Optional<LoadedMachine> loaded =
        MachineArgument.loadUnlessNone(
            machineArgument,
            new SettingsCheck(registry)
                .ofRun(modelName == null, collectiveOptions.leftToMachine()));
    Optional<Machine> machine = loaded.map(LoadedMachine::machine);
    ModelProvider provider = provider(registry, machine);
    GivenParameters given = new GivenParameters(parameters);
    given.refuseUnknown(registry);
    boolean replicated = replicationOptions.wanted();
    Noise noise = noiseOptions.read();
    try (OpenTrace trace = traceOptions.open(traceFile)) {
      int ranks = trace.source().info().ranks();
      Placement placement = placementOptions.place(machine, provider.ranksQueue(), ranks, seed);
      ModelContext context =
          new ModelContext(
              placementOptions.machineFor(provider, machine, placement),
              placement,
              given.of(provider));
      Experiment experiment =
          new Experiment(
              provider,
              context,
              collectiveOptions,
              parameters,
              computeOptions,
              noise,
              unsupportedOps);
      Optional<Replications> replications =
          replicated ? Optional.of(replications(experiment, trace)) : Optional.empty();
      long shownSeed = replications.map(r -> r.seed(r.representative())).orElse(seed);
      Experiment.Ready ready = experiment.simulation(trace.source(), shownSeed);
      Statistics statistics = new Statistics(placement, parts());
      Simulation.Builder simulation = ready.builder().observer(statistics);
      Prediction prediction = predicted(simulation);
      RunResult result =
          new RunResult(
              VersionProvider.version(),
              trace,
              loaded.map(l -> new RunResult.MachineChoice(l.machine(), l.sha256())),
              placement,
              provider.name(),
              provider.effectiveParameters(context),
              ready.collectives(),
              computeOptions.describe(ready.compute(), trace.source(), placement),
              noise.described(),
              shownSeed,
              replications,
              prediction,
              statistics,
              new RunWarnings()
                  .trace(trace)
                  .compute(ready.compute().warnings())
                  .randomness(experiment, trace.source(), replicated)
                  .hotSpot(ready.model(), statistics)
                  .unusedParameters(provider, given, context)
                  .unusedCollectiveSettings(parameters, ready.model())
                  .unusedSettings(machine, registry, provider.name())
                  .machine(machine)
                  .list());
      write(result);
      return result.completed() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
    } catch (TimeOverflowException tooLong) {
      throw UserException.badInput(
          traceFile
              + ": "
              + tooLong.getMessage()
              + "; look for impossible durations, sizes and parameters, and check their units (of"
              + " GOAL schedules: --time-unit)");
    }
  }

  private void checkOutputs() {
    if (OutputFile.isStandardOutput(csv)) {
      throw UserException.usage(
          "--csv - does not mean standard output: the tables need a folder; write its name, or ./-"
              + " for a folder of that name");
    }
    if (OutputFile.isStandardOutput(messages) && OutputFile.STANDARD_OUTPUT.equals(json)) {
      throw UserException.usage(
          "--json - and --messages -: only one of them can go to standard output");
    }
  }

  private Prediction predicted(Simulation.Builder simulation) throws IOException {
    if (messages == null) {
      return watched(simulation);
    }
    Function<SimObserver, Prediction> run = log -> watched(simulation.observer(log));
    return OutputFile.isStandardOutput(messages)
        ? MessageLog.write(spec.commandLine().getOut(), run)
        : MessageLog.write(messages, run);
  }

  private static Prediction watched(Simulation.Builder simulation) {
    try (ProgressLine progress = new ProgressLine()) {
      progress.follow(simulation);
      return simulation.build().run();
    }
  }

  private Replications replications(Experiment experiment, OpenTrace trace) {
    try (ProgressLine progress = new ProgressLine()) {
      return replicationOptions.run(experiment, trace, seed, progress);
    }
  }

  private ModelProvider provider(ModelRegistry registry, Optional<Machine> machine) {
    return registry.get(
        modelName == null
            ? machine.flatMap(Machine::defaultModel).orElse(ModelRegistry.DEFAULT)
            : modelName);
  }

  private Set<Statistics.Part> parts() {
    Set<Statistics.Part> parts = EnumSet.allOf(Statistics.Part.class);
    if (csv == null) {
      parts.remove(Statistics.Part.MATRIX);
    }
    return parts;
  }

  private void write(RunResult result) {
    PrintWriter out =
        OutputFile.isStandardOutput(messages)
            ? spec.commandLine().getErr()
            : spec.commandLine().getOut();
    if (csv != null) {
      RunCsv.write(result, csv);
    }
    if (OutputFile.STANDARD_OUTPUT.equals(json)) {
      out.println(new String(jsonBytes(result), StandardCharsets.UTF_8));
      return;
    }
    if (json != null) {
      OutputFile.write(Path.of(json), stream -> stream.write(jsonBytes(result)));
    }
    new RunText(result, out, new Style(spec.commandLine().getColorScheme().ansi())).print();
  }

  private static byte[] jsonBytes(RunResult result) {
    return JsonMapper.builder()
        .build()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsBytes(RunDocument.of(result));
  }
}
