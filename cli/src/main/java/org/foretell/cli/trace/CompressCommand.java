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
        "Compresses a trace by its structure: finds repeats in the program of each rank, and lets"
            + " ranks share programs. The ops stay the same, one by one; by default, so do their"
            + " durations.")
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
      description = "The compressed trace, in the native format.")
  private Path output;

  @Option(
      names = "--durations",
      paramLabel = "RULE",
      description =
          "Storage of burst durations: exact (the default); quantise=1%% (rounded by at most 1%%);"
              + " histogram (only the distribution at each place, from which a replay draws).")
  private @Nullable String durations;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() throws IOException {
    if (OutputFile.isStandardOutput(output)) {
      throw ForetellException.usage(
          "a compressed trace is binary and cannot go to standard output; give a file name");
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
        "%s: %,d bytes, before %,d; sim info %s shows its contents%n",
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
