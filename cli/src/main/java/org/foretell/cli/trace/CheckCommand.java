package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.CheckSetup;
import org.foretell.Foretell;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.DeadlockText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.report.CheckResult;
import org.foretell.report.TraceContents;
import org.foretell.trace.OpCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    CheckSetup setup = Foretell.check().trace(traceFile);
    traceOptions.applyTo(setup);
    CheckResult result;
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      result = setup.run();
    }
    PrintWriter out = spec.commandLine().getOut();
    json.write(result::writeJson, out);
    if (!json.isStandardOutput()) {
      print(result, out, new Style(spec.commandLine().getColorScheme().ansi()));
    }
    return result.sound() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private static void print(CheckResult result, PrintWriter out, Style style) {
    out.printf(
        Locale.US,
        "%s: %s, %,d ops, readable to the end%n",
        result.trace().name(),
        Words.counted(result.trace().info().ranks(), "rank"),
        result.contents().operations());
    coverage(result.contents(), out);
    matching(result, out, style);
    if (result.reliesOnBuffers()) {
      out.println(
          style.warning("warning: ")
              + "the program relies on buffered sends: if no send is eager, it deadlocks");
    }
    if (result.leavesChoices()) {
      out.println(
          "note: the trace leaves open which message some receives, probes or waits took; the"
              + " check tried one choice");
    }
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
    result.trace().info().notes().forEach(note -> out.println(style.warning("note: ") + note));
    out.println(result.sound() ? "The trace is sound." : style.error("The trace is not sound."));
  }

  /** Every op can be replayed; some need more of a machine than others. */
  private static void coverage(TraceContents contents, PrintWriter out) {
    out.println("coverage: every op can be replayed");
    for (TraceContents.Kind kind : contents.kinds()) {
      if (kind.code().family() == OpCode.Family.FILE) {
        out.printf(
            Locale.US,
            "note: %,d x %s: needs a machine with a file system (or sim run --unsupported pass)%n",
            kind.count(),
            Words.word(kind.code()));
      }
    }
  }

  private static void matching(CheckResult result, PrintWriter out, Style style) {
    result
        .deadlock()
        .ifPresent(
            deadlock -> {
              out.println(style.error("deadlock") + ": the program never ends");
              new DeadlockText(deadlock).print(out);
            });
    result.problems().forEach(problem -> out.println(style.error("problem: ") + problem.message()));
    out.printf(
        Locale.US,
        "messages: %,d sent with %,d bytes, %,d received with %,d bytes%n",
        result.sent().messages(),
        result.sent().bytes().toBigInteger(),
        result.received().messages(),
        result.received().bytes().toBigInteger());
    if (result.oneSided().messages() > 0) {
      out.printf(
          Locale.US,
          "one-sided: %,d messages with %,d bytes%n",
          result.oneSided().messages(),
          result.oneSided().bytes().toBigInteger());
    }
    out.printf(Locale.US, "collectives: %,d calls%n", result.collectiveCalls());
    if (result.completed() && !result.conserved()) {
      out.println(style.error("conservation") + ": what was sent is not what was received");
    }
  }
}
