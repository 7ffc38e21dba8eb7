package org.foretell.cli.classify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.ClassificationSetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.RunOptions;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.report.ClassificationResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim classify}: what makes messages inefficient. */
@Command(
    name = "classify",
    sortOptions = false,
    description =
        "Classifies messages by their cause of inefficiency (late sends, late receives, late"
            + " waits), using decision trees trained on micro-benchmarks (docs/classify.md).")
public final class ClassifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Option(
      names = "--tree",
      paramLabel = "FILE",
      description = "Use trees from a file written by --train; by default, new trees are trained.")
  private @Nullable Path tree;

  @Option(
      names = "--train",
      paramLabel = "FILE",
      description =
          "Write the trees to a file. With --recorded, they are trained on TRACE, a run of"
              + " micro-benchmarks whose phases are named after classes.")
  private @Nullable Path train;

  @Option(
      names = "--recorded",
      description = "Use the recorded times of calls instead of simulated ones.")
  private boolean recorded;

  @Option(names = "--rules", description = "Print the rules of the trees and their accuracy.")
  private boolean rules;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    if (tree != null && train != null) {
      throw ForetellException.usage("--tree and --train cannot be combined; use one of them");
    }
    if (OutputFile.isStandardOutput(train)) {
      throw ForetellException.usage(
          "--train cannot write to standard output; give a file name, like tree.json");
    }
    Outputs outputs = new Outputs();
    if (tree != null) {
      outputs.reads(tree);
    }
    runOptions.addInputs(outputs);
    outputs.writes("--json", json.file()).writes("--train", train);
    outputs.check();
    ClassificationSetup setup =
        Foretell.classification().tree(tree).recorded(recorded).labelled(recorded && train != null);
    runOptions.applyTo(setup);
    ClassificationResult result = classified(setup);
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      ClassificationText text = new ClassificationText(result, out, style);
      text.print();
      if (rules) {
        text.rules();
      }
      text.warnings();
    }
    json.write(result::writeJson, out);
    if (train != null) {
      OutputFile.write(
          train,
          stream -> {
            Writer file = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
            result.classifier().write(file);
            file.flush();
          });
    }
    return ExitCode.OK;
  }

  private ClassificationResult classified(ClassificationSetup setup) {
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      return setup.run();
    }
  }
}
