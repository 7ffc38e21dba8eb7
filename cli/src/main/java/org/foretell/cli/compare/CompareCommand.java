package org.foretell.cli.compare;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.foretell.ComparisonSetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.CollectiveOptions;
import org.foretell.cli.settings.ComputeOptions;
import org.foretell.cli.settings.PlacementOptions;
import org.foretell.cli.settings.UnsupportedOption;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.text.Style;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.report.ComparisonResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
  public Integer call() {
    ComparisonSetup setup =
        Foretell.comparison()
            .machine(machineArgument)
            .trace(traceFile)
            .parameters(parameters)
            .unsupported(unsupportedOption.read())
            .seed(seed);
    for (String model : models) {
      if (model.endsWith(JAR)) {
        setup.modelsOf(Path.of(model));
      } else {
        setup.models(model);
      }
    }
    collectiveOptions.applyTo(setup);
    placementOptions.applyTo(setup);
    computeOptions.applyTo(setup);
    traceOptions.applyTo(setup);
    write(setup.run());
    return ExitCode.OK;
  }

  private void write(ComparisonResult result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json != null) {
      if (json.equals(OutputFile.STANDARD_OUTPUT)) {
        out.println(result.json());
        return;
      }
      OutputFile.write(
          Path.of(json), stream -> stream.write(result.json().getBytes(StandardCharsets.UTF_8)));
    }
    new ComparisonText(result, out, new Style(spec.commandLine().getColorScheme().ansi())).print();
  }
}
