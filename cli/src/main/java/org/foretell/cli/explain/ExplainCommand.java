package org.foretell.cli.explain;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.ExplainSetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.CoresPerRankOption;
import org.foretell.cli.settings.RunOptions;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.HtmlFile;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.page.ExplanationPage;
import org.foretell.page.PageRecorder;
import org.foretell.report.ExplainResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim explain}: why a program takes as long as it is predicted to. */
@Command(
    name = "explain",
    addMethodSubcommands = false,
    sortOptions = false,
    description =
        "Explains a predicted time: what is on the critical path, how much of the time is useful,"
            + " and why ranks wait (docs/explain.md).")
public final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private RunOptions runOptions = new RunOptions();
  @Mixin private CoresPerRankOption coresPerRankOption = new CoresPerRankOption();

  @Option(
      names = "--reference",
      paramLabel = "TRACE",
      description =
          "A run of the same program on another number of ranks, to measure how its computation"
              + " scales.")
  private @Nullable Path reference;

  @Option(
      names = "--weak",
      description =
          "The problem grows with the ranks, from the reference to the trace; by default, it stays"
              + " the same.")
  private boolean weak;

  @Option(
      names = "--sensitivities",
      negatable = true,
      description =
          "Compute the effect of each parameter on the time, and how much more latency the run"
              + " tolerates, with as many replays as needed. By default, one replay gives what it"
              + " can, and more are made if the trace is short enough.")
  private @Nullable Boolean sensitivities;

  @Option(
      names = "--interval",
      negatable = true,
      description =
          "Compute the range of the prediction, as sim run does. By default, for traces of at most"
              + " 250,000 ops.")
  private @Nullable Boolean interval;

  @Option(
      names = "--classes",
      description =
          "Classify messages, collectives and updates by their cause of inefficiency, as sim"
              + " classify does (docs/classify.md). Training the decision trees takes a few"
              + " seconds.")
  private boolean classes;

  @Option(
      names = "--tree",
      paramLabel = "FILE",
      description = "Use trees from a file written by sim classify --train; implies --classes.")
  private @Nullable Path tree;

  @Option(
      names = "--recorded",
      description = "Also report where ranks waited in the traced run, from its recorded times.")
  private boolean recorded;

  @Mixin private JsonOutput json = new JsonOutput();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the whole report as a self-contained HTML page with charts.")
  private @Nullable Path html;

  @Option(
      names = "--png",
      paramLabel = "DIR",
      description = "Write each chart of the page as a separate picture into a folder.")
  private @Nullable Path png;

  @Override
  public Integer call() {
    if (weak && reference == null) {
      throw ForetellException.usage("--weak needs a reference run; give it with --reference TRACE");
    }
    Outputs outputs = new Outputs();
    if (reference != null) {
      outputs.reads(reference);
    }
    if (tree != null) {
      outputs.reads(tree);
    }
    runOptions.addInputs(outputs);
    HtmlFile.refuseStandardOutput(html, "report.html");
    if (OutputFile.isStandardOutput(png)) {
      throw ForetellException.usage(
          "--png cannot write to standard output; give the name of a folder for the pictures");
    }
    outputs.writes("--json", json.file()).writes("--html", html);
    if (png != null) {
      outputs.writes("--png", png, ChartFiles.files(png));
    }
    outputs.check();
    ExplainSetup setup = setup();
    PageRecorder recorder = new PageRecorder();
    if (html != null || png != null) {
      setup.structure(html != null).observer(recorder);
    }
    ExplainResult result = explained(setup);
    PrintWriter out = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new ExplainText(result, out, style).print();
    }
    json.write(result::writeJson, out);
    HtmlFile.write(html, page -> ExplanationPage.write(result, recorder, page));
    if (png != null) {
      ChartFiles.write(result, recorder, png);
    }
    return result.run().completed() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  /** All that the command line says. */
  private ExplainSetup setup() {
    ExplainSetup setup =
        Foretell.explanation()
            .reference(reference)
            .weakScaling(weak)
            .sensitivities(sensitivities)
            .interval(interval)
            .classes(classes)
            .tree(tree)
            .recorded(recorded);
    runOptions.applyTo(setup);
    coresPerRankOption.applyTo(setup);
    return setup;
  }

  private ExplainResult explained(ExplainSetup setup) {
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      return setup.run();
    }
  }
}
