package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim text}: what each rank does, one op after the other, and sums by call. */
@Command(
    name = "text",
    description = {
      "Prints the ops of each rank, with times and call sites, followed by a summary by call:"
          + " count, bytes, time, bursts.",
      "",
      "The output is the text form of traces with comments, which sim convert reads back. It"
          + " unrolls repeats; sim convert TRACE out.txt keeps them."
    })
public final class TextCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTPUT",
      description = "Output file (default: standard output).")
  private @Nullable Path output;

  @Option(
      names = "--summary",
      description = "Print only the summaries, which sim convert cannot read back.")
  private boolean summaryOnly;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() throws IOException {
    Path target = output;
    if (target != null && Files.isDirectory(target)) {
      throw ForetellException.outputFailed(target + " cannot be written: it is not a file");
    }
    return NamedFailures.of(
        traceFile.toString(),
        () -> {
          try (OpenTrace trace = traceOptions.reading().open(traceFile)) {
            if (target == null || OutputFile.isStandardOutput(target)) {
              PrintWriter out = spec.commandLine().getOut();
              write(trace, TraceTextWriter.to(out));
            } else {
              write(trace, TraceTextWriter.create(OutputFile.linked(target)));
            }
          }
          return ExitCode.OK;
        });
  }

  private void write(OpenTrace trace, TraceTextWriter text) {
    try (text) {
      new TraceListing(trace.source(), text, !summaryOnly).write();
    }
  }
}
