package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.foretell.Foretell;
import org.foretell.StructureSetup;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.CountedText;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.report.StructureResult;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Outlines.Sharing;
import org.foretell.structure.outline.Part;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim structure}: what a program looks like. */
@Command(
    name = "structure",
    description =
        "Shows the structure of a program: loops and frequent pairs of ops, with their times"
            + " (docs/structure.md).")
public final class StructureCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Show the program of this rank (default: 0).")
  private @Nullable Integer rank;

  @Option(
      names = "--all",
      description =
          "Show the programs of all ranks; times are means over the ranks that share a program.")
  private boolean all;

  @Option(
      names = "--any-counts",
      description =
          "Ranks whose loops run a different number of times, such as workers of a master, share"
              + " lines; their counts are shown.")
  private boolean anyCounts;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      description = "Use times from a replay on this machine instead of the recorded ones.")
  private @Nullable String machine;

  @Option(names = "--brief", description = "Show times for loops only, not for each op.")
  private boolean brief;

  @Option(
      names = "--paper",
      description =
          "Print lines in the notation of the paper behind the method: (CPU0: 1.50+Send0:"
              + " 0.20)[4].")
  private boolean paper;

  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    if (all && rank != null) {
      throw ForetellException.usage("--rank and --all cannot be combined; use one of them");
    }
    Outputs outputs = new Outputs().reads(traceFile);
    if (machine != null) {
      outputs.readsIfFile(machine);
    }
    outputs.writes("--json", json.file()).check();
    Integer chosen = rank == null ? 0 : rank;
    StructureSetup setup =
        Foretell.structure()
            .trace(traceFile)
            .rank(all ? null : chosen)
            .machine(machine)
            .sharing(anyCounts ? Sharing.ANY_COUNTS : Sharing.SAME_OPS);
    traceOptions.applyTo(setup);
    StructureResult result;
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

  private void print(StructureResult result, PrintWriter out, Style style) {
    out.println(
        style.strong(result.trace().name())
            + ", times in us, "
            + switch (result.times()) {
              case RECORDED -> "recorded";
              case BURSTS ->
                  "of bursts only (the trace has no times of calls; --machine simulates them)";
              case SIMULATED -> "simulated";
            });
    List<String> callSites = result.trace().tables().callSites();
    Set<Integer> sites = new TreeSet<>();
    for (Outline outline : result.outlines()) {
      out.println();
      out.println(
          (outline.ranks().size() == 1 ? "rank " : "ranks ")
              + outline.ranks().toString().replace(",", ", "));
      if (paper) {
        for (int line = 0; line < outline.lines(); line++) {
          out.printf(Locale.US, "%4d. %s%n", line + 1, outline.text(line, !brief));
          outline.parts(line).forEach(part -> addSites(part, sites));
        }
      } else {
        new StructureText(callSites, brief).lines(outline).forEach(out::println);
      }
    }
    if (sites.stream().anyMatch(site -> site >= 0)) {
      out.println();
      out.println("call sites");
      sites.stream()
          .filter(site -> site >= 0)
          .forEach(site -> out.printf(Locale.US, "%5d %s%n", site, callSites.get(site)));
    }
    CountedText.print(result.trace(), out, style);
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
  }

  private static void addSites(Part part, Set<Integer> sites) {
    if (part instanceof Part.Call call) {
      sites.add(call.callSite());
    } else if (part instanceof Part.Loop loop) {
      loop.body().forEach(inner -> addSites(inner, sites));
    }
  }
}
