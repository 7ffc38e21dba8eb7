package org.foretell.cli.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.HtmlFile;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.page.StudyPage;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CampaignSettings;
import org.foretell.study.campaign.Forecast;
import org.foretell.study.report.AnswerJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim study}: which of several offers is best, how sure that is, what would change it. */
@Command(
    name = "study",
    sortOptions = false,
    description = {
      "Ranks machine offers by the predicted times of programs, and reports how certain the ranking"
          + " is and what would change it.",
      "",
      "The study file lists programs, offers, prices and uncertainties. Results go to a folder."
          + " After an interruption, the same command continues, and it replays only what changed."
    },
    subcommands = {
      StudyInitCommand.class,
      StudyMergeCommand.class,
      StudyVerifyCommand.class,
      StudySlurmCommand.class
    })
public final class StudyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "STUDY",
      arity = "0..1",
      description = "The study file; sim study init writes a first one.")
  private @Nullable Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for results. Required, except with --dry-run.")
  private @Nullable Path folder;

  @Option(
      names = "--dry-run",
      description = "Print the number of replays and the expected time, without keeping results.")
  private boolean isDryRun;

  @Mixin private CampaignOptions campaignOptions = new CampaignOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write the answer as a page for browsers, with charts and sliders, in one file that needs"
              + " no network.")
  private @Nullable Path html;

  @Override
  public Integer call() {
    Path study = file;
    Path out = folder;
    if (study == null) {
      throw new ParameterException(
          spec.commandLine(),
          "give a study file: sim study FILE --out DIR; sim study init writes a first one");
    }
    if (out == null && !isDryRun) {
      throw new ParameterException(
          spec.commandLine(), "give a folder for the results: sim study " + study + " --out DIR");
    }
    if (out != null && out.toString().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--out is empty: give a folder for the results, or . for this one");
    }
    checkHtml();
    new Outputs()
        .reads(study)
        .makes(out)
        .writes("--json", json.file())
        .writes("--html", html)
        .check();
    Study read = Study.read(study);
    PrintWriter text = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    if (isDryRun) {
      Forecast forecast =
          read.forecast(out == null ? study.resolveSibling("none") : out, campaignOptions.quiet());
      ForecastText.print(read.description(), forecast, text, style);
      return ExitCode.OK;
    }
    StudyResult result;
    try (StudyProgress progress = new StudyProgress(spec.commandLine().getErr())) {
      CampaignSettings settings = campaignOptions.settings(progress);
      // Only a dry run goes without a folder.
      result = read.run(Objects.requireNonNull(out), settings);
    }
    if (campaignOptions.isShard()) {
      text.printf(
          "shard %s: %,d replays in %s%n",
          campaignOptions.shard(), result.campaign().replays().size(), out);
      return ExitCode.OK;
    }
    if (!json.isStandardOutput()) {
      new StudyText(result, text, style).print();
      text.printf("%nResults are in %s.%n", out);
    }
    json.write(writer -> writer.write(AnswerJson.text(result.answer(), result.campaign())), text);
    HtmlFile.write(html, page -> StudyPage.write(result, page));
    return result.answer().places().isEmpty() ? ExitCode.BAD_INPUT : ExitCode.OK;
  }

  private void checkHtml() {
    if (html == null) {
      return;
    }
    HtmlFile.refuseStandardOutput(html, "tender.html");
    if (isDryRun) {
      throw ForetellException.usage(
          "--html needs an answer, which --dry-run does not give; leave out one of them");
    }
    if (campaignOptions.isShard()) {
      throw ForetellException.usage(
          "--html needs all replays, and --shard makes a part of them; put the parts together with"
              + " sim study merge, then write the page");
    }
  }
}
