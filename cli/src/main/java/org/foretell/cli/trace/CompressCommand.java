package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.CompressionSetup;
import org.foretell.Foretell;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.report.CompressionResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim compress}: any trace by its structure. */
@Command(
    name = "compress",
    description =
        "Compresses a trace by its structure: finds what repeats in the program of each rank, and"
            + " lets ranks share programs. Its ops stay the same, one by one, and so do their"
            + " durations if nothing else is said.")
public final class CompressCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path input;

  @Parameters(
      index = "1",
      paramLabel = "OUTPUT",
      description = "The compressed trace, in the native format; replaced whole, or not at all.")
  private Path output;

  @Option(
      names = "--durations",
      paramLabel = "RULE",
      description =
          "What becomes of the durations of bursts: exact (the default); quantise=1%% rounds each"
              + " by at most that; histogram keeps their distribution at each place only, and a"
              + " replay draws from it.")
  private @Nullable String durations;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() throws IOException {
    if (OutputFile.isStandardOutput(output)) {
      throw ForetellException.usage(
          "a compressed trace is binary, and not for standard output; write the name of a file");
    }
    if (Files.isDirectory(output) || OutputFile.isDevice(output)) {
      throw ForetellException.outputFailed(output + " cannot be written: it is not a file");
    }
    CompressionSetup setup =
        Foretell.compression().trace(input).to(OutputFile.linked(output)).durations(durations);
    traceOptions.applyTo(setup);
    CompressionResult result = setup.run();
    print(result);
    return ExitCode.OK;
  }

  private void print(CompressionResult result) {
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    out.printf(
        Locale.US,
        "%s: %,d bytes, which were %,d; sim info %s says what is in it%n",
        output,
        result.bytesAfter(),
        result.bytesBefore(),
        output);
    out.println();
    entry(out, "ops", "%,d of %,d ranks", result.operations(), result.ranks());
    if (result.isTaskGraphs()) {
      entry(out, "programs", "task graphs, which are not folded; equal ones are shared");
    } else {
      entry(
          out,
          "programs",
          "%,d of %,d bytes together; there were %,d",
          result.programsAfter(),
          result.programBytes(),
          result.programsBefore());
      entry(out, "the rest", "%,d bytes: durations, tables", result.restBytes());
    }
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
  }

  private static void entry(PrintWriter out, String name, String format, Object... values) {
    out.printf("  %-9s %s%n", name, String.format(Locale.US, format, values));
  }
}
