package org.foretell.cli.generate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.trace.TraceOptions;
import org.foretell.failure.ForetellException;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.program.ProgramOptions;
import org.foretell.generators.program.TraceProgram;
import org.foretell.input.FoldedTrace;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceInput;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim generate program}: a program that does what a trace says. */
@Command(
    name = "program",
    description =
        "Writes a program in C that makes the calls of a trace, with their sizes, partners and"
            + " order, and computes as long: for those who may not have the traced program, or"
            + " cannot build it.")
public final class ProgramCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the program, which must not exist or be empty.")
  private Path out;

  @Option(
      names = "--language",
      defaultValue = "c",
      paramLabel = "LANGUAGE",
      description = "c, the only one there is.")
  private String language;

  @Option(
      names = "--api",
      paramLabel = "API",
      converter = EnumConverter.Api.class,
      description =
          "What the program calls: mpi or shmem. shmem when not given if the trace has calls of"
              + " OpenSHMEM.")
  private ProgramOptions.@Nullable Api api;

  @Option(
      names = "--compute",
      defaultValue = "sampled",
      paramLabel = "HOW",
      converter = EnumConverter.Compute.class,
      description =
          "How long computation takes: sampled (default), drawn from the durations of each place;"
              + " mean, the mean of each place; exact, burst by burst, from a file for each rank.")
  private ProgramOptions.Compute compute;

  @Option(
      names = "--alltoallv",
      defaultValue = "exact",
      paramLabel = "HOW",
      converter = EnumConverter.Vectors.class,
      description =
          "What the members of irregular exchanges send each other: exact (default), or mean, the"
              + " same for all.")
  private ProgramOptions.Vectors vectors;

  @Option(
      names = "--skip",
      description =
          "Leave out calls that cannot be generated, with a comment in their place, instead of"
              + " giving up.")
  private boolean skip;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() {
    if (!language.equals("c")) {
      throw ForetellException.usage("--language: programs are written in c, not in " + language);
    }
    return NamedFailures.of(
        traceFile.toString(),
        () -> {
          try (OpenTrace trace = traceOptions.reading().open(TraceInput.of(traceFile))) {
            write(trace);
          }
          return ExitCode.OK;
        });
  }

  private void write(OpenTrace trace) {
    String name = trace.source().info().name();
    ProgramOptions options =
        new ProgramOptions(
            name.isEmpty() ? trace.name() : name,
            api == null ? usual(trace.source()) : api,
            compute,
            vectors,
            skip);
    TraceProgram program;
    try (TraceSource folded = FoldedTrace.of(trace.source())) {
      program = TraceProgram.of(folded, options);
      program.writeTo(out);
    } catch (GeneratorException e) {
      throw e.kind() == ForetellException.Kind.OUTPUT
          ? e
          : new ForetellException(e.kind(), traceFile + ": " + e.getMessage(), e);
    }
    PrintWriter text = spec.commandLine().getOut();
    text.printf(
        Locale.ROOT,
        "%s: %,d lines of C for %,d ranks; README.md says how to build and run it%n",
        out,
        program.lines(),
        trace.source().info().ranks());
    program
        .skipped()
        .forEach((what, places) -> text.printf(Locale.ROOT, "left out: %s (%,d)%n", what, places));
    trace.source().info().notes().forEach(note -> text.println("note: " + note));
  }

  private static ProgramOptions.Api usual(TraceSource source) {
    return source.capabilities().contains(Capability.SHMEM)
        ? ProgramOptions.Api.SHMEM
        : ProgramOptions.Api.MPI;
  }
}
