package org.foretell.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.PredictionSetup;
import org.foretell.cli.report.JobPlacementsText;
import org.foretell.cli.report.JobsText;
import org.foretell.cli.report.RunCsv;
import org.foretell.cli.report.RunText;
import org.foretell.cli.settings.CoresPerRankOption;
import org.foretell.cli.settings.RunOptions;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.observe.SimObserver;
import org.foretell.report.JobPlacementsResult;
import org.foretell.report.JobsResult;
import org.foretell.report.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim run}: the main job. */
@Command(
    name = "run",
    addMethodSubcommands = false,
    sortOptions = false,
    description =
        "Replays a trace on a machine and reports the predicted time and where it is spent.")
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private RunOptions runOptions = new RunOptions();
  @Mixin private CoresPerRankOption coresPerRankOption = new CoresPerRankOption();

  @Parameters(
      index = "2..*",
      paramLabel = "TRACE",
      description =
          "Further jobs on the machine at the same time. A job TRACE@10s starts 10 s after the"
              + " others.")
  private List<String> others = new ArrayList<>();

  @Mixin private JobOptions jobOptions = new JobOptions();
  @Mixin private ReplicationOptions replicationOptions = new ReplicationOptions();

  @Option(
      names = "--interval",
      negatable = true,
      description =
          "Compute the range of the prediction from the bounds of the machine's figures and from"
              + " other models, with about twenty more replays, on all cores. By default, for"
              + " traces of at most 250,000 ops.")
  private @Nullable Boolean interval;

  @Option(
      names = "--leads",
      description =
          "Simulate only two ranks of each kind, where that gives the same time as a full replay:"
              + " under simple or loggops, with one rank per node and collectives by formula, for"
              + " traces with few kinds of ranks. Refused otherwise (docs/clustering.md).")
  private boolean leads;

  @Option(
      names = {"-v", "--verbose"},
      description =
          "Print the basis and cost of the interval, and the machine's figures that no source"
              + " confirms.")
  private boolean verbose;

  @Mixin private JsonOutput json = new JsonOutput();

  @Option(
      names = "--csv",
      paramLabel = "DIR",
      description = "Write the tables, communication matrix included, as CSV files into a folder.")
  private @Nullable Path csv;

  @Option(
      names = "--messages",
      paramLabel = "FILE",
      description =
          "Write when each message was sent and completed, as CSV (large). With -, the messages go"
              + " to standard output and the report to standard error.")
  private @Nullable Path messages;

  @Mixin private TimelineOptions timelines = new TimelineOptions();

  @Override
  public Integer call() throws IOException {
    checkOutputs();
    if (jobOptions.areGiven(runOptions.trace(), others)) {
      return jobs();
    }
    RunResult result;
    ForetellException unwritten = null;
    try {
      result = predicted(setup());
    } catch (ForetellException failed) {
      if (failed.kind() != ForetellException.Kind.OUTPUT) {
        throw failed;
      }
      // What is printed is there even if a disk is full: the same run again, which writes no file.
      unwritten = failed;
      result = watched(setup());
    }
    write(result);
    if (unwritten != null) {
      throw unwritten;
    }
    return result.completed() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  /** Several jobs, or one with what only several have. */
  private int jobs() {
    refuseBesideJobs();
    jobOptions.refuseComparisonOfGivenNodes(others.size() + 1);
    List<JobsResult> results = new ArrayList<>();
    for (JobOptions.Placing placing : jobOptions.placings()) {
      JobsSetup setup = Foretell.jobs();
      runOptions.applyTo(setup);
      coresPerRankOption.applyTo(setup);
      jobOptions.applyTo(setup, runOptions.trace(), others, placing);
      try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
        progress.follow(setup);
        results.add(setup.run());
      }
    }
    JobPlacementsResult all = new JobPlacementsResult(results);
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      if (results.size() == 1) {
        new JobsText(results.get(0), out, style).print(verbose);
      } else {
        new JobPlacementsText(all, out, style).print(verbose);
      }
    }
    json.write(results.size() == 1 ? results.get(0)::writeJson : all::writeJson, out);
    return all.completed() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private void refuseBesideJobs() {
    Map<String, Boolean> ofOneRun = new LinkedHashMap<>();
    ofOneRun.put("--interval", Boolean.TRUE.equals(interval));
    ofOneRun.put("--leads", leads);
    ofOneRun.put("--csv", csv != null);
    ofOneRun.put("--messages", messages != null);
    ofOneRun.put("--timeline", timelines.areGiven());
    ofOneRun.put("--replications", replicationOptions.areGiven());
    ofOneRun.put("--placement", runOptions.hasPlacementPolicy());
    ofOneRun.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            throw ForetellException.usage(
                option
                    + " is about one run, and cannot be combined with several jobs,"
                    + " --job-placement, --job-nodes or --background");
          }
        });
  }

  /** All that the command line says. */
  private PredictionSetup setup() {
    PredictionSetup setup =
        Foretell.prediction().interval(interval).leads(leads).matrix(csv != null);
    // The report shows the hash where it is there at once, or asked for.
    setup.hash(verbose || csv != null || json.isAskedFor() || runOptions.hasSmallTrace());
    runOptions.applyTo(setup);
    replicationOptions.applyTo(setup);
    coresPerRankOption.applyTo(setup);
    return setup;
  }

  private void checkOutputs() {
    if (OutputFile.isStandardOutput(csv)) {
      throw ForetellException.usage(
          "--csv cannot write to standard output; give the name of a folder for the tables, or ./-"
              + " for a folder of that name");
    }
    if (OutputFile.isStandardOutput(messages) && json.isStandardOutput()) {
      throw ForetellException.usage(
          "--json - and --messages -: only one of them can go to standard output");
    }
    Outputs outputs = new Outputs();
    runOptions.addInputs(outputs);
    jobOptions.traces(runOptions.trace(), others).forEach(outputs::reads);
    outputs.writes("--json", json.file()).writes("--messages", messages);
    if (csv != null) {
      outputs.writes("--csv", csv, RunCsv.files(csv));
    }
    timelines.addOutputs(outputs);
    outputs.check();
    if (leads && timelines.areGiven()) {
      throw ForetellException.usage(
          "--leads and --timeline cannot be combined: a timeline shows every rank, and"
              + " --leads does not simulate most of them");
    }
  }

  private RunResult predicted(PredictionSetup setup) throws IOException {
    if (messages == null) {
      return drawn(setup);
    }
    Function<SimObserver, RunResult> run = log -> drawn(setup.observer(log));
    return OutputFile.isStandardOutput(messages)
        ? MessageLog.write(spec.commandLine().getOut(), run)
        : MessageLog.write(messages, run);
  }

  private RunResult drawn(PredictionSetup setup) {
    return timelines.areGiven() ? timelines.write(setup, () -> watched(setup)) : watched(setup);
  }

  private RunResult watched(PredictionSetup setup) {
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      return setup.run();
    }
  }

  private void write(RunResult result) {
    PrintWriter out =
        OutputFile.isStandardOutput(messages)
            ? spec.commandLine().getErr()
            : spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new RunText(result, out, style, verbose).print();
    }
    json.write(result::writeJson, out);
    if (csv != null) {
      RunCsv.write(result, csv);
    }
  }
}
