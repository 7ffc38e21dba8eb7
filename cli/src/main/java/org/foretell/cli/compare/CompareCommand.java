package org.foretell.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.foretell.ComparisonSetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.ReplayOptions;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.text.Style;
import org.foretell.report.ComparisonResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim compare}: one trace on one machine under several models. */
@Command(
    name = "compare",
    addMethodSubcommands = false,
    sortOptions = false,
    description = {
      "Replays a trace under several communication models and shows where their predictions"
          + " differ.",
      "",
      "Each predicted time is the sum of its parts, which come from replays that add one cost at a"
          + " time: none (computation and dependencies between ranks), collectives by formula,"
          + " message latency, bytes, the protocol (large messages wait for their receiver), and"
          + " the full model, which adds contention (messages that delay each other, busy senders"
          + " and receivers)."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final String JAR = ".jar";

  @Spec private CommandSpec spec;

  @Option(
      names = "--models",
      paramLabel = "NAME|JAR",
      split = ",",
      description =
          "The models to compare, and jars with models of your own: simple,loggops or"
              + " loggops,mine,mine.jar. The others are compared with the first. Required, except"
              + " with --with-recorded, which defaults to the model of sim run.")
  private List<String> models = List.of();

  @Option(
      names = {"-v", "--verbose"},
      description = "List the machine's figures that no source confirms.")
  private boolean verbose;

  @Option(
      names = "--with-recorded",
      description =
          "Also compare with the times of the traced run, by call, call site and rank. The trace"
              + " must contain times of calls, as traces from Foretell's tracer do.")
  private boolean withRecorded;

  @Mixin private ReplayOptions replayOptions = new ReplayOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    Outputs outputs = new Outputs();
    replayOptions.addInputs(outputs);
    outputs.writes("--json", json.file()).check();
    ComparisonSetup setup = Foretell.comparison();
    if (withRecorded) {
      setup.withRecorded();
    }
    for (String model : models) {
      if (model.endsWith(JAR)) {
        setup.modelsOf(Path.of(model));
      } else {
        setup.models(model);
      }
    }
    replayOptions.applyTo(setup);
    ComparisonResult result = setup.run();
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      new ComparisonText(result, out, new Style(spec.commandLine().getColorScheme().ansi()))
          .print(verbose);
    }
    json.write(result::writeJson, out);
    return ExitCode.OK;
  }
}
