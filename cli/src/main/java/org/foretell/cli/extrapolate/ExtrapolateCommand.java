package org.foretell.cli.extrapolate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.text.Style;
import org.foretell.extrapolation.Extrapolation;
import org.foretell.extrapolation.ExtrapolationResult;
import org.foretell.failure.ForetellException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim extrapolate}: a trace for a number of ranks that nobody traced. */
@Command(
    name = "extrapolate",
    description =
        "Extrapolates a regular program to a number of ranks that nobody traced, from two or more"
            + " traces of it, and shows the laws (docs/extrapolation.md).")
public final class ExtrapolateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      arity = "1..*",
      description =
          "Traces of one program with the same input and different numbers of ranks, of any known"
              + " format; three or more are better.")
  private List<Path> traces;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "The wanted number of ranks.")
  private int ranks;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The extrapolated trace, in the native format.")
  private Path output;

  @Option(
      names = "--approximate",
      description =
          "Take the simplest law where the traces leave several open, and say which; accept a"
              + " hold-out whose calls differ. Without it such programs are refused.")
  private boolean approximate;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      defaultValue = Extrapolation.MACHINE,
      description =
          "The machine for which the times of the held-out trace are predicted (default:"
              + " ${DEFAULT-VALUE}).")
  private String machine;

  @Option(names = "--brief", description = "Show the hold-out and warnings, but no laws.")
  private boolean brief;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() throws IOException {
    if (OutputFile.isStandardOutput(output)) {
      throw ForetellException.usage(
          "an extrapolated trace is binary and cannot go to standard output; give a file name");
    }
    if (Files.isDirectory(output) || OutputFile.isDevice(output)) {
      throw ForetellException.outputFailed(output + " cannot be written: it is not a file");
    }
    Outputs outputs = new Outputs().readsIfFile(machine);
    traces.forEach(outputs::reads);
    outputs.writes("--out", output).writes("--json", json.file()).check();
    ExtrapolationResult result =
        Extrapolation.of(traces)
            .ranks(ranks)
            .approximate(approximate)
            .machine(machine)
            .to(OutputFile.linked(output));
    PrintWriter out = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new ExtrapolationText(result, out, style).print(brief);
    }
    json.write(result::writeJson, out);
    return ExitCode.OK;
  }
}
