package org.foretell.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.ExplainSetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.ModelJars;
import org.foretell.cli.settings.ModelOption;
import org.foretell.cli.settings.NoiseOptions;
import org.foretell.cli.settings.ReplayOptions;
import org.foretell.cli.shell.ExitCode;
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
        "Says why a program takes as long as it is predicted to: what is on its critical path, and"
            + " what share of the time is useful, and why ranks wait (docs/explain.md).")
public final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ModelOption modelOption = new ModelOption();
  @Mixin private ModelJars modelJars = new ModelJars();
  @Mixin private ReplayOptions replayOptions = new ReplayOptions();
  @Mixin private NoiseOptions noiseOptions = new NoiseOptions();

  @Option(
      names = "--reference",
      paramLabel = "TRACE",
      description =
          "A run of the same program on another number of ranks, to tell how much its computation"
              + " grows from there to here.")
  private @Nullable Path reference;

  @Option(
      names = "--weak",
      description =
          "From the reference to the trace the problem grows with the ranks; otherwise it stays the"
              + " same.")
  private boolean weak;

  @Option(
      names = "--sensitivities",
      negatable = true,
      description =
          "Find what each parameter does to the time, and how much more latency the run bears, by"
              + " as many replays as it takes. When neither form is given, what one replay tells is"
              + " found, and the rest where the trace is short enough for it.")
  private @Nullable Boolean sensitivities;

  @Option(
      names = "--interval",
      negatable = true,
      description =
          "Find between which times the prediction lies, as sim run does. When neither form is"
              + " given, it is done for traces of at most 250,000 ops.")
  private @Nullable Boolean interval;

  @Option(
      names = "--classes",
      description =
          "Sort messages, collectives and updates by what makes them inefficient, as sim classify"
              + " does (docs/classify.md), with decision trees that are trained first, which takes"
              + " some seconds.")
  private boolean classes;

  @Option(
      names = "--tree",
      paramLabel = "FILE",
      description = "Use trees that sim classify --train has written; --classes need not be given.")
  private @Nullable Path tree;

  @Option(
      names = "--recorded",
      description =
          "Find also where ranks waited in the traced run, by the times that it recorded, beside"
              + " where they wait in the prediction.")
  private boolean recorded;

  @Mixin private JsonOutput json = new JsonOutput();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write all of it as a page for browsers, with charts, in one file that needs no network.")
  private @Nullable Path html;

  @Option(
      names = "--png",
      paramLabel = "DIR",
      description = "Write each chart of the page as a picture of its own into a folder.")
  private @Nullable Path png;

  @Override
  public Integer call() {
    if (weak && reference == null) {
      throw ForetellException.usage(
          "--weak says how the problem grew from a reference; name that with --reference TRACE");
    }
    Outputs outputs = new Outputs();
    if (reference != null) {
      outputs.reads(reference);
    }
    if (tree != null) {
      outputs.reads(tree);
    }
    replayOptions.addInputs(outputs);
    noiseOptions.addInputs(outputs);
    if (OutputFile.isStandardOutput(html)) {
      throw ForetellException.usage(
          "--html - does not mean standard output; write a file's name, like report.html");
    }
    if (OutputFile.isStandardOutput(png)) {
      throw ForetellException.usage(
          "--png - does not mean standard output: the pictures need a folder; write its name");
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
    if (html != null) {
      OutputFile.write(
          html,
          stream -> {
            Writer page = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
            ExplanationPage.write(result, recorder, page);
            page.flush();
          });
    }
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
    modelOption.applyTo(setup);
    modelJars.applyTo(setup);
    replayOptions.applyTo(setup);
    noiseOptions.applyTo(setup);
    return setup;
  }

  private ExplainResult explained(ExplainSetup setup) {
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      return setup.run();
    }
  }
}
