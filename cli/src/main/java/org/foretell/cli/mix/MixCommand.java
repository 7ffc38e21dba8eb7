package org.foretell.cli.mix;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.foretell.cli.settings.JobReplayOptions;
import org.foretell.cli.settings.OptionQuantity;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.HtmlFile;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.page.MixPage;
import org.foretell.workload.Mix;
import org.foretell.workload.report.MixJson;
import org.foretell.workload.report.MixResult;
import org.foretell.workload.schedule.SchedulePolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim mix}: a queue of jobs on a machine. */
@Command(
    name = "mix",
    sortOptions = false,
    description =
        "Simulates the queue of a machine: how long jobs wait, and how well the machine is used"
            + " (docs/mix.md).")
public final class MixCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue (sim machines list), or a machine file.")
  private String machine;

  @Parameters(
      index = "1",
      paramLabel = "JOBS",
      description =
          "The jobs: JSON (docs/mix.md), a log in the Standard Workload Format, or a workload of"
              + " Batsim.")
  private Path file;

  @Option(
      names = "--policy",
      paramLabel = "RULE",
      description =
          "Rule of the scheduler: fcfs, easy or conservative (default: that of the file, else"
              + " easy).")
  private @Nullable String policy;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes (default: all of the machine).")
  private @Nullable Integer nodes;

  @Option(
      names = "--together",
      description =
          "Replay the traces of jobs that run at the same time together, so that they slow each"
              + " other down where they share links. Takes a replay for each start of a job.")
  private boolean together;

  @Option(
      names = "--interference",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Without --together: how many times as long as alone traces take (default:"
              + " ${DEFAULT-VALUE}).")
  private double interference = 1;

  @Option(
      names = "--any-nodes",
      description =
          "Give a job any free nodes, at random (default: the free ones with the lowest numbers).")
  private boolean scattered;

  @Option(
      names = "--no-kill",
      description = "Let jobs outlast their estimates (default: they end with it).")
  private boolean spares;

  @Option(
      names = "--demand",
      paramLabel = "TIME",
      description =
          "Find the fewest nodes with which 95%% of the jobs wait at most this long, like 30min.")
  private @Nullable String demand;

  @Option(
      names = "--mtbf",
      paramLabel = "TIME",
      description =
          "Let nodes fail: the mean time between failures of one node, like 1825d. Their jobs start"
              + " again (default: never).")
  private @Nullable String mtbf;

  @Mixin private JobReplayOptions replays = new JobReplayOptions();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page for browsers: which job ran on which nodes, and the queue.")
  private @Nullable Path html;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    HtmlFile.refuseStandardOutput(html, "queue.html");
    Outputs outputs = new Outputs().reads(file).readsIfFile(machine);
    replays.addInputs(outputs);
    outputs.writes("--json", json.file()).writes("--html", html).check();
    MixResult result = mix().run();
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new MixText(result, out, style).print();
    }
    json.write(writer -> MixJson.write(result, writer), out);
    HtmlFile.write(html, page -> MixPage.write(result, page));
    return ExitCode.OK;
  }

  private Mix mix() {
    return Mix.of(file, replays.setup(machine))
        .policy(policy == null ? null : rule(policy))
        .together(together)
        .interference(interference)
        .scattered(scattered)
        .kills(!spares)
        .nodes(nodes == null ? OptionalInt.empty() : OptionalInt.of(nodes))
        .demand(demand == null ? null : OptionQuantity.seconds("--demand", demand))
        .mtbf(mtbf == null ? null : OptionQuantity.seconds("--mtbf", mtbf))
        .seed(replays.seed());
  }

  private static SchedulePolicy rule(String text) {
    return SchedulePolicy.of(text)
        .orElseThrow(
            () ->
                ForetellException.usage(
                    "--policy " + text + " is unknown; write fcfs, easy or conservative"));
  }
}
