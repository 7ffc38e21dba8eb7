package org.foretell.cli.generate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.foretell.generators.synthetic.SyntheticOption;
import org.foretell.generators.synthetic.SyntheticProgram;
import org.foretell.generators.synthetic.SyntheticTotals;
import org.foretell.generators.synthetic.SyntheticTrace;
import org.foretell.time.Quantity;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim generate trace}: the trace of a regular program. */
@Command(
    name = "trace",
    description =
        "Writes the trace of a regular program for any number of ranks. Its communication follows"
            + " from the decomposition, its computation from a time per point.")
public final class SyntheticCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--ranks",
      required = true,
      paramLabel = "N",
      description = "Number of ranks, up to 2,097,152.")
  private long ranks;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description =
          "File for the trace, in the native format, or as text if its name ends with .txt."
              + " Replaces a file of that name once the trace is complete.")
  private Path out;

  /** Adds the programs and options, which the library lists, to the options of the fields. */
  @Spec
  void addOptions(CommandSpec command) {
    SyntheticOptions.addTo(command);
  }

  @Override
  public Integer call() throws IOException {
    if (OutputFile.isStandardOutput(out)) {
      throw ForetellException.usage(
          "--out: a trace is binary and cannot go to standard output; give a file name");
    }
    SyntheticProgram program = spec.positionalParameters().get(0).getValue();
    SyntheticTrace trace = SyntheticTrace.of(program, ranks);
    for (SyntheticOption option : SyntheticOption.values()) {
      String value = spec.findOption(option.label()).getValue();
      if (value != null) {
        trace = trace.with(option, value);
      }
    }
    String shape = trace.shape();
    if (Files.isDirectory(out) || OutputFile.isDevice(out)) {
      throw ForetellException.outputFailed(out + " cannot be written: it is not a file");
    }
    SyntheticTotals totals;
    try (TraceSink sink = sink(OutputFile.linked(out))) {
      totals = trace.writeTo(sink);
    }
    print(program + ", " + shape, totals);
    return ExitCode.OK;
  }

  private static TraceSink sink(Path file) {
    return file.toString().endsWith(".txt")
        ? TraceTextWriter.create(file)
        : TraceStoreWriter.create(file);
  }

  private void print(String program, SyntheticTotals totals) throws IOException {
    PrintWriter text = spec.commandLine().getOut();
    text.printf(
        Locale.US, "%s: %,d bytes; sim run MACHINE %s replays it%n%n", out, Files.size(out), out);
    entry("program", program);
    entry("ops", String.format(Locale.US, "%,d", totals.operations()));
    entry(
        "messages",
        String.format(
            Locale.US,
            "%,d, %s",
            totals.messages(),
            Quantity.formatBytes((double) totals.messageBytes())));
    entry("collectives", String.format(Locale.US, "%,d calls", totals.collectiveCalls()));
    entry(
        "computation",
        "up to " + Quantity.formatTime(totals.longestComputationPs()) + " in a rank");
  }

  private void entry(String name, String value) {
    spec.commandLine().getOut().printf(Locale.ROOT, "  %-12s %s%n", name, value);
  }
}
