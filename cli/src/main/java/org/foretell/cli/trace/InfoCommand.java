package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.foretell.Foretell;
import org.foretell.InfoSetup;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.CountedText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.report.InfoResult;
import org.foretell.report.TraceContents;
import org.foretell.report.TraceSummary;
import org.foretell.time.Quantity;
import org.foretell.trace.BurstClock;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim info}: what a trace contains. */
@Command(
    name = "info",
    description =
        "Shows the contents of a trace: ranks, ops by kind, bytes, and missing information.")
public final class InfoCommand implements Callable<Integer> {
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
    new Outputs().reads(traceFile).writes("--json", json.file()).check();
    InfoSetup setup = Foretell.info().trace(traceFile);
    traceOptions.applyTo(setup);
    InfoResult result;
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      result = setup.run();
    }
    PrintWriter out = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      print(result, out, new Style(spec.commandLine().getColorScheme().ansi()));
    }
    json.write(result::writeJson, out);
    return ExitCode.OK;
  }

  private static void print(InfoResult result, PrintWriter out, Style style) {
    TraceSummary trace = result.trace();
    TraceInfo info = trace.info();
    out.println(
        style.strong(trace.name()) + (info.name().isEmpty() ? "" : " (" + info.name() + ")"));
    entry(out, "format", trace.format());
    entry(out, "origin", info.origin().isEmpty() ? "not stated" : info.origin());
    entry(out, "sha256", trace.sha256());
    entry(out, "ranks", String.format(Locale.US, "%,d", info.ranks()));
    entry(out, "ops", String.format(Locale.US, "%,d", result.contents().operations()));
    entry(
        out,
        "base speed",
        info.baseFlopsPerSecond() == 0
            ? "not stated"
            : Quantity.formatFlopsPerSecond(info.baseFlopsPerSecond()));
    if (info.burstClock() != BurstClock.UNKNOWN) {
      entry(
          out,
          "bursts",
          info.burstClock() == BurstClock.PROCESSOR ? "processor time" : "elapsed time");
    }
    info.extrapolated().ifPresent(how -> entry(out, "provenance", how.text(info.ranks())));
    entry(out, "call sites", String.valueOf(trace.tables().callSites().size()));
    entry(out, "phases", String.valueOf(trace.tables().markers().size()));
    entry(out, "contains", contents(trace));
    work(out, result.contents());
    out.println();
    TextTable table = new TextTable(1, "op", "count", "on ranks", "bytes", "time traced/rank");
    result.contents().kinds().stream()
        .sorted(Comparator.comparing(TraceContents.Kind::count).reversed())
        .forEach(kind -> row(table, kind, info.ranks()));
    table.print(out, style);
    CountedText.print(trace, out, style);
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
    info.notes().forEach(note -> out.println(style.warning("note: ") + note));
  }

  private static void row(TextTable table, TraceContents.Kind kind, int ranks) {
    table.row(
        Words.word(kind.code()),
        String.format(Locale.US, "%,d", kind.count()),
        String.format(Locale.US, "%,d", kind.ranks()),
        kind.bytes().toDouble() == 0 ? "" : Quantity.formatBytes(kind.bytes().toDouble()),
        kind.code().family() == OpCode.Family.COMPUTE
            ? Quantity.formatTime(Math.round(kind.timePs().mean(ranks)))
            : "");
  }

  private static void work(PrintWriter out, TraceContents contents) {
    TraceContents.StatedWork work = contents.work();
    if (work.bursts() > 0) {
      entry(
          out,
          "work",
          String.format(
              Locale.US,
              "%s of %,d bursts, %s of memory traffic, as stated; only their ratio counts",
              Quantity.formatFlops(work.flops().toDouble()),
              work.bursts(),
              Quantity.formatBytes(work.memoryBytes().toDouble())));
    }
  }

  private static String contents(TraceSummary trace) {
    String words =
        trace.capabilities().stream()
            .sorted()
            .map(capability -> Words.word(capability).replace('_', ' '))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "bursts, messages and collectives on MPI_COMM_WORLD only" : words;
  }

  private static void entry(PrintWriter out, String name, String value) {
    out.printf("  %-10s %s%n", name, value);
  }
}
