package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.CheckSetup;
import org.foretell.Foretell;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.report.CallCountsResult;
import org.foretell.report.CheckResult;
import org.foretell.report.SameOpsResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim check}: whether a trace fits together. */
@Command(
    name = "check",
    description =
        "Checks a trace without simulating a machine: matching of messages and collectives, bytes"
            + " sent and received, calls that cannot be replayed, deadlocks.")
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

  @Option(
      names = "--same-ops",
      paramLabel = "OTHER",
      converter = TraceArgument.class,
      description =
          "Only compare the calls with those of another trace: each rank must make the same calls"
              + " in the same order, with the same partners, tags and sizes. Times may differ.")
  private @Nullable Path other;

  @Option(
      names = "--calls",
      paramLabel = "TABLE",
      description =
          "Only compare the number of calls of each rank with a table, like expected-calls.csv of"
              + " sim generate shmem-bench, to check that a tracer recorded exactly these calls.")
  private @Nullable Path callTable;

  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    new Outputs().reads(traceFile).writes("--json", json.file()).check();
    CheckSetup setup = Foretell.check().trace(traceFile);
    traceOptions.applyTo(setup);
    if (other != null && callTable != null) {
      throw ForetellException.usage("--same-ops and --calls cannot be combined; use one of them");
    }
    if (other != null) {
      return compare(setup, other);
    }
    if (callTable != null) {
      return compareCalls(setup, callTable);
    }
    CheckResult result;
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      result = setup.run();
    }
    PrintWriter out = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      new CheckText(result, out, new Style(spec.commandLine().getColorScheme().ansi())).print();
    }
    json.write(result::writeJson, out);
    return result.sound() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private int compare(CheckSetup setup, Path with) {
    refuseJson("--same-ops");
    SameOpsResult result = setup.sameOpsAs(with);
    PrintWriter out = spec.commandLine().getOut();
    new SameOpsText(result, traceFile.toString(), with.toString(), out).print();
    return result.same() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private int compareCalls(CheckSetup setup, Path table) {
    refuseJson("--calls");
    CallCountsResult result = setup.callsAsIn(table);
    new CallCountsText(result, spec.commandLine().getOut()).print();
    return result.same() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private void refuseJson(String option) {
    if (json.file() != null) {
      throw ForetellException.usage(
          "--json has no form for "
              + option
              + "; leave one of them out, the exit code is 0 if the calls are the same");
    }
  }
}
